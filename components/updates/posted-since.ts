/** What was posted since an update was the newest; `updates` have the newest first. All of them, when that one lies behind. */
export function postedSince<Update extends { id: string }>(updates: readonly Update[], seen: string): readonly Update[] {
  const place = updates.findIndex(({ id }) => id === seen);
  return place === -1 ? updates : updates.slice(0, place);
}
