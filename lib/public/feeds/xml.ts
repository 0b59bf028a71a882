import { escapeHtml } from "@/lib/escape-html";

/** Matches characters that are not allowed in XML 1.0. */
const INVALID_CHARACTERS = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/**
 * Escapes text for XML and HTML, including attributes in double quotes. Removes invalid characters.
 */
export const escapeXml = (text: string): string => escapeHtml(text.replace(INVALID_CHARACTERS, ""));

export const writeXmlDocument = (lines: readonly string[]): string =>
  ['<?xml version="1.0" encoding="UTF-8"?>', ...lines, ""].join("\n");

type Attributes = Record<string, string>;

export function writeElement(name: string, attributes: Attributes, text?: string): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
    .join("");
  return text === undefined
    ? `<${name}${written}/>`
    : `<${name}${written}>${escapeXml(text)}</${name}>`;
}
