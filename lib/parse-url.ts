/**
 * Returns null if the URL is invalid. Does not use `URL.canParse`, because in Node.js 20 that
 * function rejects URLs with “ü” once V8 has optimized it.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
