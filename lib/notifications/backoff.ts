export const MAX_ATTEMPTS = 12;
const FIRST_DELAY_MS = 5_000;
const LAST_DELAY_MS = 6 * 60 * 60_000;
/** Eleven delays grow from 5 s to 6 h. */
const FACTOR = (LAST_DELAY_MS / FIRST_DELAY_MS) ** (1 / (MAX_ATTEMPTS - 2));
/** While the mail server is down, delays stay below 13 minutes and attempts don't run out. */
const MAX_ATTEMPTS_WHILE_DOWN = 7;

export const limitAttempts = (attempt: number, isMailDown: boolean): number =>
  isMailDown ? Math.min(attempt, MAX_ATTEMPTS_WHILE_DOWN) : attempt;

/** Returns ms until the next attempt, half of them jitter, or null after the last one. */
export function getRetryDelayMs(attempt: number, random: number): number | null {
  if (attempt >= MAX_ATTEMPTS) return null;
  const delay = Math.min(LAST_DELAY_MS, FIRST_DELAY_MS * FACTOR ** (attempt - 1));
  return Math.round(delay / 2 + (delay / 2) * random);
}
