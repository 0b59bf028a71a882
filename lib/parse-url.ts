/**
 * Returns null if the URL is invalid. `URL.canParse` can't be used, because in Node.js 20 it
 * rejects “ü” after V8 has optimized it.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
