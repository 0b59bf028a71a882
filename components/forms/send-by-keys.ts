import type { KeyboardEvent } from "react";

/** For a form's `onKeyDown`: Ctrl/⌘-Enter sends it from whatever field one is in. */
export function sendByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
