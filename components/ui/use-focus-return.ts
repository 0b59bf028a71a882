"use client";

import { useState } from "react";

/** A focused menu item unmounts with its menu, so this returns the menu's trigger instead. */
function findFocusedElement(): HTMLElement | null {
  const active = document.activeElement as HTMLElement | null;
  const menu = active?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : active;
}

export const focusHeading = (options?: FocusOptions): void =>
  document.querySelector<HTMLElement>("main h1")?.focus(options);

/** Moves the focus to the screen's heading if no element has it. */
export function focusHeadingIfLost(): void {
  if (document.activeElement === document.body) focusHeading();
}

/**
 * Returns a ref cleanup that moves the focus from a removed element to its dialog, or to the
 * heading. The cleanup waits for the new content, which may have another heading.
 */
export const keepFocus = (element: HTMLElement | null) => () => {
  if (!element?.contains(document.activeElement)) return;
  const dialog = element.closest<HTMLElement>('[role="dialog"]');
  queueMicrotask(() => (dialog === null ? focusHeading({ preventScroll: true }) : dialog.focus()));
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
