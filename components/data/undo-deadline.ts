/** How long notifications are delayed so that a post can be undone. */
export const UNDO_SECONDS = 10;

export const getUndoDeadline = (): number => Date.now() + UNDO_SECONDS * 1_000;
