"use client";

import { type RefObject, useEffect, useRef } from "react";

/** For a button that a form replaces while `isOpen`. */
export function useRefocusOnClose(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}
