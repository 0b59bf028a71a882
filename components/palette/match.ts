import { scoreMatch, splitWords, takeBest } from "@/lib/search/rules";
import type { Row, RowGroup } from "./rows";

const MIN_REQUIRED_LETTERS = 3;
/** Commands that run without confirmation rank below other rows that match equally well. */
const IMMEDIATE_PENALTY = 0.5;
const MAX_MATCHES = 8;

const hasRequiredWord = (requiredWords: string, words: readonly string[]): boolean =>
  splitWords(requiredWords).some((required) =>
    words.some(
      (word) =>
        word === required || (word.length >= MIN_REQUIRED_LETTERS && required.startsWith(word)),
    ),
  );

/** Returns 0 if the query does not match, or has none of the required words. */
function scoreRow([label, keywords, , options]: Row, words: readonly string[]): number {
  const score = scoreMatch(label, keywords, words);
  if (options?.requiredWords === undefined || score === 0) return score;
  return hasRequiredWord(options.requiredWords, words) ? score - IMMEDIATE_PENALTY : 0;
}

/** Returns matching groups and rows, best first. An empty query matches everything. */
export function findMatches(groups: readonly RowGroup[], query: string): RowGroup[] {
  const words = splitWords(query);
  if (words.length === 0) return groups.filter(([, rows]) => rows.length > 0);
  const getScore = (row: Row) => scoreRow(row, words);
  const found = groups.map(([heading, rows]): RowGroup => [
    heading,
    takeBest(rows, getScore, MAX_MATCHES),
  ]);
  return takeBest(found, ([, [best]]) => (best ? getScore(best) : 0), found.length);
}
