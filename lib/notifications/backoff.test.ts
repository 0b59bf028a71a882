import fc from "fast-check";
import { expect, test } from "vitest";
import { limitAttempts, getRetryDelayMs, MAX_ATTEMPTS } from "./backoff";

const HOUR_MS = 60 * 60_000;

test("delays between attempts grow from 5 s to 6 h, and the last attempt is the twelfth", () => {
  const longest = Array.from({ length: MAX_ATTEMPTS }, (_, index) => getRetryDelayMs(index + 1, 1));
  expect(longest[0]).toBe(5_000);
  expect(longest[10]).toBe(6 * HOUR_MS);
  expect(longest[11]).toBeNull();
  for (let i = 1; i < 11; i++) expect(longest[i]!).toBeGreaterThan(longest[i - 1]!);
});

test("at most half of the delay between attempts is random", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: MAX_ATTEMPTS - 1 }),
      fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      (attempt, random) => {
        const [wait, longest] = [getRetryDelayMs(attempt, random)!, getRetryDelayMs(attempt, 1)!];
        return wait >= Math.floor(longest / 2) && wait <= longest;
      },
    ),
  );
});

test("while the mail server is down, emails are retried indefinitely, at least every 15 minutes", () => {
  let attempts = 0;
  for (let i = 0; i < 1_000; i++) {
    attempts = limitAttempts(attempts + 1, true);
    expect(getRetryDelayMs(attempts, 1)).toBeLessThan(HOUR_MS / 4);
  }
  expect(limitAttempts(11, false)).toBe(11);
});
