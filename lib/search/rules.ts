/** The words of a search, in lowercase. */
export const splitWords = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");

/** How many of the words a name contains. */
export const countWords = (name: string, words: readonly string[]): number =>
  words.filter((word) => name.toLowerCase().includes(word)).length;
