"use client";

import { type RefObject, useEffect, useRef } from "react";

/** Returns the focus to a button that is replaced by a form while `isOpen`. */
export function useRefocusOnClose(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}
