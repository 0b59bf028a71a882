/** Matches characters that are not allowed in XML 1.0. */
const IMPOSSIBLE = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/**
 * Escapes text for XML and HTML, including attributes in double quotes. Removes invalid characters.
 */
export const escapeXml = (text: string): string =>
  text.replace(IMPOSSIBLE, "").replace(/[&<>"]/g, (character) => entities[character]!);

type Attributes = Record<string, string>;

export function writeElement(name: string, attributes: Attributes, text?: string): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
    .join("");
  return text === undefined
    ? `<${name}${written}/>`
    : `<${name}${written}>${escapeXml(text)}</${name}>`;
}
