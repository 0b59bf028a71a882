/**
 * The time of a change behind another: now, but later in any case. Two may come within one
 * millisecond, and the clocks of two processes differ.
 */
export const laterThan = (before: Date, now: Date): Date =>
  now > before ? now : new Date(before.getTime() + 1);
