export const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Merges two versions of the values of a form. `names` are the fields that both users changed, to
 * different values; `merged` has the values of `mine` for them.
 */
export function mergeValues<Values extends object>(base: Values, theirs: Values, mine: Values) {
  const merged = { ...theirs };
  const names: (keyof Values)[] = [];
  for (const name of Object.keys(mine) as (keyof Values)[]) {
    if (isSame(mine[name], base[name]) || isSame(mine[name], theirs[name])) continue;
    merged[name] = mine[name];
    if (!isSame(theirs[name], base[name])) names.push(name);
  }
  return { merged, names };
}
