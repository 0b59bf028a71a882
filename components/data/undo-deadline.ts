/** How long actions can be undone. Notifications of a new post are delayed by this time. */
export const UNDO_SECONDS = 10;

export const getUndoDeadline = (): number => Date.now() + UNDO_SECONDS * 1_000;
