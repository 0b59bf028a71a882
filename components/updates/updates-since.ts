/** Returns all of `updates` (newest first) if `seen` is not among them. */
export function updatesSince<Update extends { id: string }>(
  updates: readonly Update[],
  seen: string,
): readonly Update[] {
  const index = updates.findIndex(({ id }) => id === seen);
  return index === -1 ? updates : updates.slice(0, index);
}
