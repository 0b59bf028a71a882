export const splitWords = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");

export const countWords = (name: string, words: readonly string[]): number =>
  words.filter((word) => name.toLowerCase().includes(word)).length;
