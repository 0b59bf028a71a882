export const isDialogEntry = (): boolean =>
  (window.history.state as { isDialogEntry?: boolean } | null)?.isDialogEntry === true;

/** Replaces the URL without a navigation. Keeps the mark of a history entry that a dialog added. */
export function replaceUrl(url: string): void {
  window.history.replaceState({ isDialogEntry: isDialogEntry() }, "", url);
}
