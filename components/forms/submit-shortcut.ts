import type { KeyboardEvent } from "react";

/** `onKeyDown` of a form that notifies people: Ctrl/⌘-Enter submits, Enter alone does not. */
export function submitShortcut(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== "Enter" || event.altKey || event.shiftKey) return;
  const isSubmit = event.metaKey || event.ctrlKey;
  if (!isSubmit && !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  if (isSubmit && !event.repeat) event.currentTarget.requestSubmit();
}
