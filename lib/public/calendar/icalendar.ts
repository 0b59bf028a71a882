/** Without the line break (RFC 5545, section 3.1). */
const LINE_OCTETS = 75;

/**
 * A TEXT value (RFC 5545, section 3.3.11). Line breaks and tabs are the only control characters.
 */
export const escapeText = (value: string): string =>
  value
    .replace(/\r\n?/g, "\n")
    .replace(/[^\t\n\P{Cc}]/gu, "")
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\n/g, "\\n");

/** A UTC time (RFC 5545, section 3.3.5), cut to seconds. */
export const utc = (at: string): string =>
  `${new Date(at).toISOString().slice(0, "YYYY-MM-DDTHH:MM:SS".length).replace(/[-:]/g, "")}Z`;

/** A property's name with its parameters, and its escaped value. */
export type Property = [name: string, value: string];

export const component = (
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
 * Folds long lines (RFC 5545, section 3.1) between characters: many clients join bytes after
 * decoding.
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
