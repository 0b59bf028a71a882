import { invalidField } from "@/lib/errors";

/** The prefix lets people and secret scanners recognize API tokens. */
export const TOKEN_PREFIX = "candor_";
const HINT_LENGTH = 12;
const MAX_EXPIRY_YEARS = 5;

export const getTokenHint = (token: string): string => token.slice(0, HINT_LENGTH);

/** Throws 400 if the expiry is not in the future, or more than 5 years in the future. */
export function requireValidExpiry(expiresAt: Date | null, now: Date): void {
  if (expiresAt === null) return;
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + MAX_EXPIRY_YEARS);
  if (expiresAt <= now) throw invalidField("expires_at", "must be in the future");
  if (expiresAt > latest)
    throw invalidField("expires_at", `must be within the next ${MAX_EXPIRY_YEARS} years`);
}
