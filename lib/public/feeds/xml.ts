/**
 * All that XML 1.0 has no way to write, escaped or not: control characters, halves of pairs, and
 * two that are no characters.
 */
const IMPOSSIBLE = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/**
 * Text as it stands between tags and in attributes in double quotes, of XML as of HTML. What cannot
 * stand there is left out.
 */
export const escapeXml = (text: string): string =>
  text.replace(IMPOSSIBLE, "").replace(/[&<>"]/g, (character) => entities[character]!);

type Attributes = Record<string, string>;

/** An element of plain text; without text an empty one. */
export function element(name: string, attributes: Attributes, text?: string): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
    .join("");
  return text === undefined
    ? `<${name}${written}/>`
    : `<${name}${written}>${escapeXml(text)}</${name}>`;
}
