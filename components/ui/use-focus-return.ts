"use client";

import { useState } from "react";

/** What has the focus; of an entry in a menu, which goes with its menu, the button that opened it. */
function holder(): HTMLElement | null {
  const active = document.activeElement as HTMLElement | null;
  const menu = active?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : active;
}

/**
 * For `onCloseAutoFocus` of a window that has no trigger of its own: gives the focus back to what had it when the window came.
 * Belongs in a component that comes and goes with the window.
 */
export function useFocusReturn(): (event: Event) => void {
  const [before] = useState(holder);
  return (event) => {
    event.preventDefault();
    before?.focus();
  };
}
