"use client";

import { useState } from "react";

/** A focused menu item unmounts with its menu, so this returns the menu's trigger instead. */
function findFocusedElement(): HTMLElement | null {
  const active = document.activeElement as HTMLElement | null;
  const menu = active?.closest("[data-radix-menu-content]");
  return menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : active;
}

const focusHeading = (options?: FocusOptions): void =>
  document.querySelector<HTMLElement>("main h1")?.focus(options);

const isFocusLost = (): boolean => document.activeElement === document.body;

/** Moves the focus to the screen's heading if no element has it. */
export function focusHeadingIfLost(options?: FocusOptions): void {
  if (isFocusLost()) focusHeading(options);
}

/** Also matches the role "alertdialog". */
const DIALOG = "[role$=dialog]";
const FALLBACK = `${DIALOG}, [data-focus-fallback]`;

/**
 * Returns a ref cleanup. If the removed element had the focus, focuses the result of `findNext`,
 * else the surrounding `data-focus-fallback` or dialog, else the screen's heading. Waits one frame,
 * because new content may take the focus.
 */
export const keepFocus =
  (element: HTMLElement | null, findNext: () => HTMLElement | null | undefined = () => null) =>
  () => {
    if (!element?.contains(document.activeElement)) return;
    const fallback = element.parentElement?.closest<HTMLElement>(FALLBACK);
    requestAnimationFrame(() => {
      // A dialog that was also removed returns the focus with its own `useFocusReturn` handler.
      if (fallback?.matches(DIALOG) && !fallback.isConnected) return;
      if (isFocusLost()) (findNext() ?? fallback)?.focus({ preventScroll: true });
      focusHeadingIfLost({ preventScroll: true });
    });
  };

/**
 * Returns a handler for `onCloseAutoFocus` that returns the focus to the element that had it
 * before. If that is gone, its `data-focus-fallback` ancestor or the screen's heading gets it.
 */
export function useFocusReturn(): (event: Event) => void {
  const [before] = useState(findFocusedElement);
  const [fallback] = useState(() => before?.closest<HTMLElement>("[data-focus-fallback]"));
  return (event) => {
    event.preventDefault();
    before?.focus();
    if (document.activeElement === document.body) fallback?.focus();
    focusHeadingIfLost();
  };
}
