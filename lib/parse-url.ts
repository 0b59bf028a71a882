/** Returns null if the URL is invalid. Node.js 20's `URL.canParse` rejects “ü” once it is optimized. */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
