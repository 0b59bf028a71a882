export const splitWords = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");

export const countWords = (name: string, words: readonly string[]): number =>
  words.filter((word) => name.toLowerCase().includes(word)).length;

/**
 * Returns 0 if a word is in neither the label nor the keywords, and up to 4 if the label starts
 * with the words. Label matches score higher than keyword matches.
 */
export function scoreMatch(label: string, keywords: string, words: readonly string[]): number {
  // Quotation marks and opening parentheses count as word boundaries.
  const name = ` ${label.toLowerCase().replaceAll(/[“”’(]/g, " ")}`.replaceAll(/\s+/g, " ");
  const text = `${name} ${keywords.toLowerCase()}`;
  if (!words.every((word) => text.includes(word))) return 0;
  if (name.startsWith(` ${words.join(" ")}`)) return 4;
  const isWordStart = (word: string) => name.includes(` ${word}`);
  if (words.every(isWordStart)) return 3;
  if (words.every((word) => name.includes(word))) return 2;
  return 1 + words.filter(isWordStart).length / (words.length + 1);
}

/** Returns the `limit` items with the highest scores, best first. Omits items with the score 0. */
export const takeBest = <Item>(
  items: readonly Item[],
  getScore: (item: Item) => number,
  limit: number,
): Item[] =>
  items
    .map((item) => ({ item, score: getScore(item) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ item }) => item);

/** Joins lists. If several have the same item, uses that of the last one. */
export function mergeById<Item extends { id: string }>(
  ...lists: (readonly Item[] | undefined)[]
): Item[] {
  const items = lists.flatMap((list) => list ?? []);
  return [...new Map(items.map((item) => [item.id, item])).values()];
}
