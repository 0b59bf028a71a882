// The order matters, because the first match is used: the User-Agent of Edge, for example, also
// contains “Chrome”.
const browsers: [RegExp, string][] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, "Edge"],
  [/\b(?:OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:HeadlessChrome|Chrome|Chromium|CriOS)\//, "Chrome"],
  [/\bVersion\/[\w.]+(?: Mobile(?:\/\w+)?)? Safari\//, "Safari"],
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

const findFirstMatch = (known: [RegExp, string][], userAgent: string) =>
  known.find(([pattern]) => pattern.test(userAgent))?.[1];

const UNKNOWN = "Unknown client";

/**
 * Returns a description such as "Firefox on Linux". It contains no text from the client, so it is
 * safe in emails.
 */
export function describeKnownUserAgent(userAgent: string): string {
  const [browser, system] = [
    findFirstMatch(browsers, userAgent),
    findFirstMatch(systems, userAgent),
  ];
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`;
  return system === undefined ? UNKNOWN : `Unknown browser on ${system}`;
}

/**
 * Returns a description such as "Firefox on Linux", or another client's product name, such as
 * "curl".
 */
export function describeUserAgent(userAgent: string): string {
  const product =
    findFirstMatch(browsers, userAgent) === undefined
      ? /^[\w.+-]+/.exec(userAgent)?.[0]
      : undefined;
  return product !== undefined && product !== "Mozilla"
    ? product
    : describeKnownUserAgent(userAgent);
}

export const accountEventLabels = {
  registered: "Created the account",
  signed_in: "Signed in",
  sign_in_failed: "Failed sign-in: wrong password",
  sign_in_blocked: "Sign-in limited after too many failed attempts",
  signed_out: "Signed out",
  session_ended: "Signed out of a session",
  other_sessions_ended: "Signed out of all other sessions",
  password_failed: "Entered a wrong password",
  password_confirmed: "Confirmed the password",
  password_changed: "Changed the password",
  password_reset: "Reset the password by email",
  email_change_requested: "Requested an email change",
  email_changed: "Changed the email address",
} as const;
export type AccountEventKind = keyof typeof accountEventLabels;
export const accountEventKinds = Object.keys(accountEventLabels) as [
  AccountEventKind,
  ...AccountEventKind[],
];
