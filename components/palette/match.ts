import { splitWords } from "@/lib/search/rules";
import type { EntryGroup, PaletteEntry } from "./entries";

/** A palette is open for seconds, so its data is rarely read again. */
export const RARELY = { everyMs: 30_000 };

/** This many letters of a required word are enough. */
const MIN_REQUIRED_LETTERS = 3;
/** Commands without confirmation rank below equal matches that open something. */
const IMMEDIATE_PENALTY = 0.5;
/** Shown matches per group. */
const MAX_MATCHES = 8;

/** Whether one of the words is in the record's name. */
export const isNamed = (name: string, words: readonly string[]): boolean =>
  words.some((word) => name.toLowerCase().includes(word));

const hasRequiredWord = (requiredWords: string, words: readonly string[]): boolean =>
  splitWords(requiredWords).some((required) =>
    words.some(
      (word) =>
        word === required || (word.length >= MIN_REQUIRED_LETTERS && required.startsWith(word)),
    ),
  );

/**
 * How well an entry matches a query; 0 if it doesn't. Every word must be in the label or the
 * keywords. Words of the label count more, most of all at its start.
 */
export function rateMatch(
  { label, keywords = "", requiredWords }: PaletteEntry,
  query: string,
): number {
  const words = splitWords(query);
  if (requiredWords !== undefined && !hasRequiredWord(requiredWords, words)) return 0;
  // A quoted title begins a word too.
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

/** Returns the matching entries, best first, in groups, best first. All if the query is empty. */
export function findMatches(groups: readonly EntryGroup[], query: string): EntryGroup[] {
  if (splitWords(query).length === 0) return groups.filter(({ entries }) => entries.length > 0);
  return groups
    .map(({ heading, entries }) => {
      const matches = entries
        .map((entry) => ({ entry, rating: rateMatch(entry, query) }))
        .filter(({ rating }) => rating > 0)
        .toSorted((a, b) => b.rating - a.rating);
      return {
        heading,
        best: matches[0]?.rating ?? 0,
        entries: matches.slice(0, MAX_MATCHES).map(({ entry }) => entry),
      };
    })
    .filter(({ best }) => best > 0)
    .toSorted((a, b) => b.best - a.best)
    .map(({ heading, entries }) => ({ heading, entries }));
}
