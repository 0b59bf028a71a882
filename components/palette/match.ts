import { splitWords } from "@/lib/search/rules";
import type { EntryGroup, PaletteEntry } from "./entries";

const MIN_REQUIRED_LETTERS = 3;
/** Commands that run without confirmation rank below other entries that match equally well. */
const IMMEDIATE_PENALTY = 0.5;
const MAX_MATCHES = 8;

const hasRequiredWord = (requiredWords: string, words: readonly string[]): boolean =>
  splitWords(requiredWords).some((required) =>
    words.some(
      (word) =>
        word === required || (word.length >= MIN_REQUIRED_LETTERS && required.startsWith(word)),
    ),
  );

/**
 * Returns 0 if a word of the query is in neither the label nor the keywords, or if the query
 * contains none of the required words. Label matches score higher.
 */
export function scoreMatch(entry: PaletteEntry, query: string): number {
  const { label, keywords = "", requiredWords } = entry;
  const words = splitWords(query);
  if (requiredWords !== undefined && !hasRequiredWord(requiredWords, words)) return 0;
  // Quotation marks and opening parentheses count as word boundaries.
  const name = ` ${label.toLowerCase().replaceAll(/[“”’(]/g, " ")}`.replaceAll(/\s+/g, " ");
  const text = `${name} ${keywords.toLowerCase()}`;
  if (!words.every((word) => text.includes(word))) return 0;
  const penalty = requiredWords === undefined ? 0 : IMMEDIATE_PENALTY;
  if (name.startsWith(` ${words.join(" ")}`)) return 4 - penalty;
  const isWordStart = (word: string) => name.includes(` ${word}`);
  if (words.every(isWordStart)) return 3 - penalty;
  if (words.every((word) => name.includes(word))) return 2 - penalty;
  return 1 - penalty + words.filter(isWordStart).length / (words.length + 1);
}

/** Returns matching groups and entries, best first. An empty query matches everything. */
export function findMatches(groups: readonly EntryGroup[], query: string): EntryGroup[] {
  if (splitWords(query).length === 0) return groups.filter(({ entries }) => entries.length > 0);
  return groups
    .map(({ heading, entries }) => {
      const matches = entries
        .map((entry) => ({ entry, score: scoreMatch(entry, query) }))
        .filter(({ score }) => score > 0)
        .toSorted((a, b) => b.score - a.score);
      const best = matches.slice(0, MAX_MATCHES).map(({ entry }) => entry);
      return { heading, score: matches[0]?.score ?? 0, entries: best };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
}
