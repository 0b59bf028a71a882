/** The maximum length of a line in bytes, without the line break (RFC 5545, 3.1). */
const LINE_OCTETS = 75;

/**
 * Escapes a value of the type TEXT (RFC 5545, 3.3.11). Removes control characters except tabs and
 * line breaks.
 */
export const escapeCalendarText = (value: string): string =>
  value
    .replace(/\r\n?/g, "\n")
    .replace(/[^\t\n\P{Cc}]/gu, "")
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\n/g, "\\n");

/** Formats an ISO 8601 time as `20261121T160500Z` (RFC 5545, 3.3.5). */
export const formatUtc = (at: string): string =>
  `${new Date(at).toISOString().slice(0, "YYYY-MM-DDTHH:MM:SS".length).replace(/[-:]/g, "")}Z`;

export type Property = [name: string, value: string];

export const writeComponent = (
  name: string,
  properties: readonly Property[],
  inner: readonly string[][] = [],
): string[] => [
  `BEGIN:${name}`,
  ...properties.map(([key, value]) => `${key}:${value}`),
  ...inner.flat(),
  `END:${name}`,
];

export const writeLines = (lines: readonly string[]): string =>
  lines.map((line) => `${fold(line)}\r\n`).join("");

/**
 * Folds a long line (RFC 5545, 3.1). The break is between characters, because many clients decode
 * each line separately.
 */
function fold(line: string): string {
  if (Buffer.byteLength(line) <= LINE_OCTETS) return line;
  let folded = "";
  let octets = 0;
  for (const character of line) {
    const length = Buffer.byteLength(character);
    if (octets + length > LINE_OCTETS) {
      folded += "\r\n ";
      octets = 1;
    }
    folded += character;
    octets += length;
  }
  return folded;
}
