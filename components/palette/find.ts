import type { PaletteEntry, EntryGroup } from "./entries";

/** A palette is open for moments: what it finds need not follow each change. */
export const SELDOM = { everyMs: 30_000 };

/** So many letters of a word are taken for it, where something is done at once. */
const SURE_FROM = 3;
/** What is done at once stands behind what fits as well, and only shows something or asks first. */
const BEHIND = 0.5;

/**
 * So many of one kind are shown: hundreds at once would be slow to draw and no help to look
 * through.
 */
const SHOWN = 8;

export const wordsOf = (typed: string): string[] =>
  typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");

/** Whether one of the words is in its name: what is done to it is offered to who names it. */
export const isNamed = ({ name }: { name: string }, words: readonly string[]): boolean =>
  words.some((word) => name.toLowerCase().includes(word));

/**
 * How well an entry fits what was typed: it has every word, and best in its label, from the start;
 * the more of them there the better. 0: not at all.
 */
export function fit({ label, words = "", atOnce }: PaletteEntry, typed: string): number {
  const sought = wordsOf(typed);
  if (
    atOnce !== undefined &&
    !wordsOf(atOnce).some((verb) =>
      sought.some((word) => word === verb || (word.length >= SURE_FROM && verb.startsWith(word))),
    )
  )
    return 0;
  // A title in quotes begins a word too.
  const own = ` ${label.toLowerCase().replaceAll(/[“”’(]/g, " ")}`.replaceAll(/\s+/g, " ");
  const all = `${own} ${words.toLowerCase()}`;
  if (!sought.every((word) => all.includes(word))) return 0;
  const less = atOnce === undefined ? 0 : BEHIND;
  if (own.startsWith(` ${sought.join(" ")}`)) return 4 - less;
  if (sought.every((word) => own.includes(` ${word}`))) return 3 - less;
  if (sought.every((word) => own.includes(word))) return 2 - less;
  return 1 - less + sought.filter((word) => own.includes(` ${word}`)).length / (sought.length + 1);
}

/** What fits, the best first; of equals, in the order given. With nothing typed, all there is. */
export function find(groups: readonly EntryGroup[], typed: string): EntryGroup[] {
  if (wordsOf(typed).length === 0) return groups.filter(({ entries }) => entries.length > 0);
  return groups
    .map(({ heading, entries }) => {
      const fitting = entries
        .map((entry) => ({ entry, fits: fit(entry, typed) }))
        .filter(({ fits }) => fits > 0)
        .toSorted((a, b) => b.fits - a.fits);
      return {
        heading,
        best: fitting[0]?.fits ?? 0,
        entries: fitting.slice(0, SHOWN).map(({ entry }) => entry),
      };
    })
    .filter(({ best }) => best > 0)
    .toSorted((a, b) => b.best - a.best)
    .map(({ heading, entries }) => ({ heading, entries }));
}
