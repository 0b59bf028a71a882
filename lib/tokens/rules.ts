import { invalid } from "@/lib/errors";

/** What a token begins with, so that people and scanners of secrets recognise it. */
export const TOKEN_PREFIX = "candor_";
const HINT_LENGTH = 12;
/** A token may be made to expire so many years ahead at most. */
export const MAX_EXPIRY_YEARS = 5;

/** The start of a token, to recognize it by: five of its 43 random characters. */
export const getTokenHint = (token: string): string => token.slice(0, HINT_LENGTH);

/** Throws 400 naming `expires_at` unless it lies ahead, by {@link MAX_EXPIRY_YEARS} years at most. */
export function requireValidExpiry(expiresAt: Date | null, now: Date): void {
  if (expiresAt === null) return;
  const last = new Date(now);
  last.setUTCFullYear(last.getUTCFullYear() + MAX_EXPIRY_YEARS);
  if (expiresAt <= now) throw invalid([{ path: "expires_at", message: "must be in the future" }]);
  if (expiresAt > last)
    throw invalid([
      { path: "expires_at", message: `must be at most ${MAX_EXPIRY_YEARS} years ahead` },
    ]);
}
