/** After this many attempts a delivery is dead. */
export const MAX_ATTEMPTS = 12;
const FIRST_DELAY_MS = 5_000;
const LAST_DELAY_MS = 6 * 60 * 60_000;
/** Eleven delays grow from 5 s to 6 h. */
const FACTOR = (LAST_DELAY_MS / FIRST_DELAY_MS) ** (1 / (MAX_ATTEMPTS - 2));
/** While the mail server is down, delays stay below 13 minutes and attempts don't run out. */
const MAX_ATTEMPTS_WHILE_DOWN = 7;

/** The number of attempts that count after a failed one. */
export const countedAttempts = (attempt: number, isMailDown: boolean): number =>
  isMailDown ? Math.min(attempt, MAX_ATTEMPTS_WHILE_DOWN) : attempt;

/**
 * Milliseconds until the next attempt, or null after the last one; the first attempt is 1. Half of
 * the delay is jitter. `random` is in [0, 1).
 */
export function delayAfter(attempt: number, random: number): number | null {
  if (attempt >= MAX_ATTEMPTS) return null;
  const delay = Math.min(LAST_DELAY_MS, FIRST_DELAY_MS * FACTOR ** (attempt - 1));
  return Math.round(delay / 2 + (delay / 2) * random);
}
