import type { KeyboardEvent } from "react";

/**
 * Submits a form on Ctrl+Enter or ⌘+Enter. Enter alone in an input does nothing, because submitting
 * may notify subscribers.
 */
export function submitShortcut(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== "Enter" || event.altKey || event.shiftKey) return;
  const isSubmit = event.metaKey || event.ctrlKey;
  if (!isSubmit && !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  if (isSubmit && !event.repeat) event.currentTarget.requestSubmit();
}
