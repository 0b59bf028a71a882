import type { EmailTexts } from "@/lib/email/email-texts";
import type { MessageTexts } from "../message-texts";

/** Matches a URL without trailing punctuation, or else one character. */
const PIECE = /https?:\/\/[\w.~:/?#@&=%+,;-]{0,1000}[\w/#&=%+-]|[^]/gu;

export type ClipFormat = {
  character?: (character: string) => string;
  /** Formats a URL, which contains no spaces, quotes, brackets, `<`, `>`, or `|`. */
  url?: (url: string) => string;
  measure?: (piece: string) => number;
};

export const escapeText = (text: string, { character = (one) => one }: ClipFormat): string =>
  Array.from(text, character).join("");

const ELLIPSIS = "…";

/** Formats text and truncates it, so that its size with escapes and ellipsis is at most `limit`. */
export function clipText(
  text: string,
  limit: number,
  { character = (one) => one, url, measure = (piece) => piece.length }: ClipFormat = {},
): string {
  const available = limit - measure(ELLIPSIS);
  let [written, size, fitting] = ["", 0, ""];
  for (const [piece] of text.toWellFormed().matchAll(PIECE)) {
    const next =
      piece.length > 2 && url !== undefined ? [url(piece)] : Array.from(piece, character);
    for (const part of next) {
      size += measure(part);
      if (size > limit) return fitting.trimEnd() + ELLIPSIS;
      written += part;
      if (size <= available) fitting = written;
    }
  }
  return written;
}

export const takeFirstLines = <Line = string>(
  lines: Line[],
  count: number,
  texts: EmailTexts,
  createLine: (more: string) => Line = (more) => more as Line,
): Line[] =>
  lines.length <= count
    ? lines
    : [...lines.slice(0, count), createLine(texts.count(texts.andMore, lines.length - count))];

const COMPONENT_LINES = 20;

export const writeComponents = (
  { components, phrases }: MessageTexts,
  limit: number,
  format: ClipFormat,
  bullet = "",
): string => {
  const lines = takeFirstLines(components, COMPONENT_LINES, phrases);
  return clipText(lines.map((line) => bullet + line).join("\n"), limit, format);
};
