import { type RefObject, useEffect, useRef } from "react";

/** Returns a ref for a button that a form replaces while `isOpen`, and focuses it on closing. */
export function useRefocusOnClose(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}
