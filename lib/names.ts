/** Can make a text look like another one. */
const INVISIBLE = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/**
 * Replaces control characters and line breaks with spaces, and removes bidirectional and invisible
 * characters.
 */
export function toOneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(INVISIBLE, "")
    .replace(/[\p{Cc}\s\u2028\u2029]+/gu, " ")
    .trim();
}

/**
 * Words that email and chat programs turn into links, except bare host names, which may be product
 * names, and networks such as `10.0.0.0/8`.
 */
const linkedWords = [
  /:[/\\]{2}/iu,
  /(?:^|[^\p{L}\p{N}])(?:www\.|mailto:\S)/iu,
  // A host name with a path, query, or port, then an IPv4 and an IPv6 address with one.
  /\.\p{L}[\p{L}\p{N}-]{1,62}(?:[/\\]|[?#]\S|:\d)/iu,
  /(?:^|[^\d.])\d{1,3}(?:\.\d{1,3}){3}(?:\\|[?#]\S|:\d|\/(?!\d{1,2}[).,;:!?]?$))/iu,
  /\[[\da-f]{0,4}:[\da-f]{0,4}:[\da-f:.]{0,40}\](?:[/\\]|[?#]\S|:\d)/iu,
];

/** As programs may do before they look for links. */
const normalizeWord = (word: string) =>
  word
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replaceAll("\u3002", ".");

/**
 * Keeps a name that a user chose from sending links to strangers. Returns one line, or `fallback`
 * if nothing is left.
 */
export function removeUrls(name: string, fallback: string): string {
  const words = toOneLine(name)
    .split(" ")
    .filter((word) => !linkedWords.some((pattern) => pattern.test(normalizeWord(word))));
  return words.join(" ") || fallback;
}
