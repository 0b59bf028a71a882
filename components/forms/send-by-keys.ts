import type { KeyboardEvent } from "react";

/**
 * For the `onKeyDown` of a form that many will hear of: Ctrl/⌘-Enter sends it from whatever field one is in, and Enter alone
 * does not, which in a field of one line browsers take for a press of the button.
 */
export function sendByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== "Enter" || event.altKey || event.shiftKey) return;
  const sends = event.metaKey || event.ctrlKey;
  if (!sends && !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  if (sends && !event.repeat) event.currentTarget.requestSubmit();
}
