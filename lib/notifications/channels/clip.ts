/**
 * A web address in running text, or one character. Trailing punctuation belongs to the sentence.
 */
const PIECE = /https?:\/\/[\w.~:/?#@&=%+,;-]{0,1000}[\w/#&=%+-]|[^]/gu;

/** How a format writes text. */
export type Format = {
  /** One character (code point), escaped. */
  character: (character: string) => string;
  /** An http(s) URL, of characters that mean nothing to any of the formats but `&` and `_`. */
  url?: (url: string) => string;
  /** What a piece counts against the limit; UTF-16 units when absent. */
  measure?: (piece: string) => number;
};

const ELLIPSIS = "…";

/**
 * Text in a format, at most `limit` long as it is sent: escapes count, are never cut through, and
 * `…` marks the cut.
 */
export function clip(
  text: string,
  limit: number,
  { character, url, measure = (piece) => piece.length }: Format,
): string {
  const room = limit - measure(ELLIPSIS);
  let [written, size, fitting] = ["", 0, ""];
  for (const [piece] of text.toWellFormed().matchAll(PIECE)) {
    const next =
      piece.length > 2 && url !== undefined ? [url(piece)] : Array.from(piece, character);
    for (const part of next) {
      size += measure(part);
      if (size > limit) return fitting.trimEnd() + ELLIPSIS;
      written += part;
      if (size <= room) fitting = written;
    }
  }
  return written;
}

/** As many lines as fit and make sense to read, and how many more there are. */
export function firstLines(lines: string[], count: number): string[] {
  return lines.length <= count
    ? lines
    : [...lines.slice(0, count), `and ${lines.length - count} more`];
}
