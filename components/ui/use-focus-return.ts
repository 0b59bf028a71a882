"use client";

import { useState } from "react";

/** A focused menu item is about to unmount; returns the menu's trigger instead. */
function focusedElement(): HTMLElement | null {
  const active = document.activeElement as HTMLElement | null;
  const menu = active?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : active;
}

/** For `onCloseAutoFocus` of a component that mounts with its dialog. */
export function useFocusReturn(): (event: Event) => void {
  const [before] = useState(focusedElement);
  return (event) => {
    event.preventDefault();
    before?.focus();
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>("main h1")?.focus();
  };
}
