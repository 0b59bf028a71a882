// The first that fits: a browser names those it descends from, too.
const browsers: [RegExp, string][] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, "Edge"],
  [/\b(?:OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:HeadlessChrome|Chrome|Chromium|CriOS)\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
];

const systems: [RegExp, string][] = [
  [/\b(?:iPhone|iPod)\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b|\bX11\b/, "Linux"],
];

const firstIn = (known: [RegExp, string][], userAgent: string) => known.find(([pattern]) => pattern.test(userAgent))?.[1];

/** What a client calls itself (`User-Agent`), in words: “Firefox on Linux”. What is no browser is called by its own first word. */
export function clientInWords(userAgent: string): string {
  const [browser, system] = [firstIn(browsers, userAgent), firstIn(systems, userAgent)];
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`;
  const own = /^[\w.+-]+/.exec(userAgent)?.[0];
  if (own !== undefined && own !== "Mozilla") return own;
  return system === undefined ? "Unknown client" : `Unknown browser on ${system}`;
}
