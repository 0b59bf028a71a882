/** Matches invisible characters, which can make two different texts look the same. */
const INVISIBLE = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/**
 * Converts text to one line: control characters and line breaks become spaces, and invisible
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
 * Patterns of words that email clients turn into links. Bare host names without `www.` are allowed,
 * because they may be product names.
 */
const linkedWords = [
  /:[/\\]{2}/iu,
  /(?:^|[^\p{L}\p{N}])(?:www\.|mailto:\S)/iu,
  // The next three match a host name, an IPv4 address, or an IPv6 address, each followed by a path,
  // query, fragment, or port.
  /\.\p{L}[\p{L}\p{N}-]{1,62}(?:[/\\]|[?#]\S|:\d)/iu,
  /(?:^|[^\d.])\d{1,3}(?:\.\d{1,3}){3}(?:\\|[?#]\S|:\d|\/(?!\d{1,2}[).,;:!?]?$))/iu,
  /\[[\da-f]{0,4}:[\da-f]{0,4}:[\da-f:.]{0,40}\](?:[/\\]|[?#]\S|:\d)/iu,
];

/** Normalizes a word, because email clients may do so before they detect links. */
const normalizeWord = (word: string) =>
  word
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replaceAll("\u3002", ".");

/**
 * Removes words that email clients turn into links, so that names can't be used for spam. Returns
 * `fallback` if nothing is left.
 */
export function removeUrls(name: string, fallback: string): string {
  const words = toOneLine(name)
    .split(" ")
    .filter((word) => !linkedWords.some((pattern) => pattern.test(normalizeWord(word))));
  return words.join(" ") || fallback;
}
