export const isDialogEntry = (): boolean =>
  (window.history.state as { isDialogEntry?: boolean } | null)?.isDialogEntry === true;

/** Replaces the URL without navigating. Keeps `isDialogEntry`, set if a dialog added the entry. */
export function replaceUrl(url: string): void {
  window.history.replaceState({ isDialogEntry: isDialogEntry() }, "", url);
}
