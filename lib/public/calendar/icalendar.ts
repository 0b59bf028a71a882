/** Octets of a line, without what ends it (RFC 5545, 3.1). */
const LINE_OCTETS = 75;

/** A text value (RFC 5545, 3.3.11): of control characters only line ends and tabs can be in it. */
export const escapeText = (value: string): string =>
  value
    .replace(/\r\n?/g, "\n")
    .replace(/[^\t\n\P{Cc}]/gu, "")
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\n/g, "\\n");

/** A moment in UTC (3.3.5), from ISO 8601; what is smaller than a second is cut off. */
export const utc = (at: string): string =>
  `${new Date(at).toISOString().slice(0, "YYYY-MM-DDTHH:MM:SS".length).replace(/[-:]/g, "")}Z`;

/** A property's name with its parameters, and its value as it is written. */
export type Property = [name: string, value: string];

/** A component with its properties and the components in it, line by line. */
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
 * Long lines go on behind a space. No character is cut in two: many readers join bytes only after
 * reading them as text.
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
