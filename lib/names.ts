/**
 * Directional marks and embeddings, and characters that cannot be seen: they make text read as
 * something else.
 */
const INVISIBLE = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/**
 * Text as one line: control characters and line breaks become spaces, bidirectional and invisible
 * characters are removed.
 */
export function toOneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(INVISIBLE, "")
    .replace(/[\p{Cc}\s\u2028\u2029]+/gu, " ")
    .trim();
}

/**
 * Programs that make links of text read these as addresses. A host name alone may be a product's
 * name, and `10.0.0.0/8` is a network.
 */
const urlWords = [
  /:[/\\]{2}/iu,
  /(?:^|[^\p{L}\p{N}])(?:www\.|mailto:\S)/iu,
  // A host name with a path, query or port, then an IPv4 and an IPv6 address with one.
  /\.\p{L}[\p{L}\p{N}-]{1,62}(?:[/\\]|[?#]\S|:\d)/iu,
  /(?:^|[^\d.])\d{1,3}(?:\.\d{1,3}){3}(?:\\|[?#]\S|:\d|\/(?!\d{1,2}[).,;:!?]?$))/iu,
  /\[[\da-f]{0,4}:[\da-f]{0,4}:[\da-f:.]{0,40}\](?:[/\\]|[?#]\S|:\d)/iu,
];

/** A word as programs that make links of text may read it. */
const asLinked = (word: string) =>
  word
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replaceAll("\u3002", ".");

/**
 * A name or title that a user chose, for email subjects and headers and for chat messages: one line
 * without URLs, so that
 * no one can email links to strangers by it. `fallback` replaces a name that consists of URLs.
 */
export function removeUrls(name: string, fallback: string): string {
  const words = toOneLine(name)
    .split(" ")
    .filter((word) => !urlWords.some((pattern) => pattern.test(asLinked(word))));
  return words.join(" ") || fallback;
}
