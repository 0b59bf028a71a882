export const MAX_ATTEMPTS = 12;
const FIRST_DELAY_MS = 5_000;
const LAST_DELAY_MS = 6 * 60 * 60_000;
/** The factor between delays, so that 11 delays grow from 5 s to 6 h. */
const FACTOR = (LAST_DELAY_MS / FIRST_DELAY_MS) ** (1 / (MAX_ATTEMPTS - 2));
/** While the mail server is down, attempts count only up to 7, so delays stay below 13 minutes. */
const MAX_ATTEMPTS_WHILE_DOWN = 7;

export const limitAttempts = (attempt: number, isMailServerDown: boolean): number =>
  isMailServerDown ? Math.min(attempt, MAX_ATTEMPTS_WHILE_DOWN) : attempt;

/**
 * Returns the delay until the next attempt in ms, or null after the last attempt. Up to half of the
 * delay is random (jitter). `random` is from 0 to 1.
 */
export function getRetryDelayMs(attempt: number, random: number): number | null {
  if (attempt >= MAX_ATTEMPTS) return null;
  const delay = Math.min(LAST_DELAY_MS, FIRST_DELAY_MS * FACTOR ** (attempt - 1));
  return Math.round(delay / 2 + (delay / 2) * random);
}
