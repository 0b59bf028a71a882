/** A URL in text, without trailing punctuation, or one character. */
const PIECE = /https?:\/\/[\w.~:/?#@&=%+,;-]{0,1000}[\w/#&=%+-]|[^]/gu;

/** How a format writes text. */
export type Format = {
  /** One character (code point), escaped. */
  character: (character: string) => string;
  /** A URL. Of its characters, only `&` and `_` need escapes in some format. */
  url?: (url: string) => string;
  /** The length of a piece; UTF-16 units by default. */
  measure?: (piece: string) => number;
};

const ELLIPSIS = "…";

/** Formats text and shortens it to `limit`, which includes escapes, with an ellipsis. */
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

/** The first lines, and how many more there are. */
export function firstLines(lines: string[], count: number): string[] {
  return lines.length <= count
    ? lines
    : [...lines.slice(0, count), `and ${lines.length - count} more`];
}
