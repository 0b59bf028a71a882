import { reader, transaction } from "@/lib/db/database";
import { log } from "@/lib/log";
import { delayAfter, MAX_ATTEMPTS } from "./backoff";
import { LONGEST_WAIT_MS } from "./channels/http-outcome";
import { DELIVERY_LEASE_MS } from "./claim";

/** More than the clocks of several processes differ. */
const TOLERANCE_MS = 10 * 60_000;
/** The longest `notify_after_seconds`. */
const LONGEST_DELAY_MS = 300_000;

/** The latest time that a Retry-After can lead to. */
export const getLatestPause = (now: Date): Date =>
  new Date(now.getTime() + LONGEST_WAIT_MS + TOLERANCE_MS);

/** Pending rows that are due later than any delay allows, by their number of attempts. */
function isTooLate(now: Date) {
  const base = now.getTime() + TOLERANCE_MS;
  return Array.from({ length: MAX_ATTEMPTS + 1 }, (_, attempts) => {
    const delay = delayAfter(Math.max(attempts, 1), 1) ?? 0;
    const latest = new Date(base + Math.max(delay, DELIVERY_LEASE_MS));
    return { state: "pending", attempts, nextAttemptAt: { gt: latest } };
  });
}

/**
 * Makes rows due whose time was computed before the clock was set back. Otherwise they would wait
 * as long as the clock moved.
 */
export async function repairDueTimes(now: Date): Promise<void> {
  const paused = { subscriber: { retryAfterUntil: { gt: now, lte: getLatestPause(now) } } };
  const deliveries = { OR: isTooLate(now), NOT: paused };
  const emails = { OR: isTooLate(now) };
  const latestEvent = new Date(now.getTime() + LONGEST_DELAY_MS + TOLERANCE_MS);
  const events = { fannedOutAt: null, notBefore: { gt: latestEvent } };
  const found = await Promise.all([
    reader().delivery.findFirst({ where: deliveries, select: { eventId: true } }),
    reader().mailJob.findFirst({ where: emails, select: { id: true } }),
    reader().notificationEvent.findFirst({ where: events, select: { id: true } }),
  ]);
  if (found.every((row) => row === null)) return;
  log.warn("the clock was set back; waiting notifications are due now");
  await transaction(async (tx) => {
    await tx.delivery.updateMany({ where: deliveries, data: { nextAttemptAt: now } });
    await tx.mailJob.updateMany({ where: emails, data: { nextAttemptAt: now } });
    await tx.notificationEvent.updateMany({ where: events, data: { notBefore: null } });
  });
}
