/** Returns all of `updates` (newest first) if `seen` is not among them. */
export function updatesSince<Update extends { id: string }>(
  updates: readonly Update[],
  seen: string,
): readonly Update[] {
  const place = updates.findIndex(({ id }) => id === seen);
  return place === -1 ? updates : updates.slice(0, place);
}
