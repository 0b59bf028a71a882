/** After this many attempts a delivery is dead. */
export const MAX_ATTEMPTS = 12;
const FIRST_DELAY_MS = 5_000;
const LAST_DELAY_MS = 6 * 60 * 60_000;
/** So that eleven waits lead from 5 s to 6 h. */
const FACTOR = (LAST_DELAY_MS / FIRST_DELAY_MS) ** (1 / (MAX_ATTEMPTS - 2));

/**
 * While no email can be sent, waits grow to those after this attempt (13 minutes), and attempts are
 * left for afterwards.
 */
const MAX_ATTEMPTS_WHILE_DOWN = 7;

/** The attempts that count after one that failed. */
export const countedAttempts = (attempt: number, isMailDown: boolean): number =>
  isMailDown ? Math.min(attempt, MAX_ATTEMPTS_WHILE_DOWN) : attempt;

/**
 * Milliseconds to wait after the given attempt (1 is the first) has failed, or null when it was the
 * last. Half of the
 * wait is jitter, so that what failed together does not come back together. `random` is in [0, 1).
 */
export function delayAfter(attempt: number, random: number): number | null {
  if (attempt >= MAX_ATTEMPTS) return null;
  const full = Math.min(LAST_DELAY_MS, FIRST_DELAY_MS * FACTOR ** (attempt - 1));
  return Math.round(full / 2 + (full / 2) * random);
}
