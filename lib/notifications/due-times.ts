import { reader, transaction } from "@/lib/db/database";
import { log } from "@/lib/log";
import { MAX_DELAY_SECONDS } from "@/lib/validation";
import { getRetryDelayMs, MAX_ATTEMPTS } from "./backoff";
import { MAX_RETRY_AFTER_MS } from "./channels/http-outcome";
import { DELIVERY_LEASE_MS } from "./claim";

/** The clocks of two processes must differ by less than this. */
const TOLERANCE_MS = 10 * 60_000;

export const getLatestPause = (now: Date): Date =>
  new Date(now.getTime() + MAX_RETRY_AFTER_MS + TOLERANCE_MS);

function createTooLateCondition(now: Date) {
  const base = now.getTime() + TOLERANCE_MS;
  const attemptsAndTimes = Array.from({ length: MAX_ATTEMPTS + 1 }, (_, attempts) => {
    const delay = getRetryDelayMs(Math.max(attempts, 1), 1) ?? 0;
    return { attempts, nextAttemptAt: { gt: new Date(base + Math.max(delay, DELIVERY_LEASE_MS)) } };
  });
  // The first two conditions are fulfilled by all rows that OR matches. They let SQLite search once.
  return { state: "pending", nextAttemptAt: { gt: new Date(base) }, OR: attemptsAndTimes };
}

/** Makes deliveries, emails, and events due if the clock was set back after they were scheduled. */
export async function repairDueTimes(now: Date): Promise<void> {
  const paused = { subscriber: { retryAfterUntil: { gt: now, lte: getLatestPause(now) } } };
  const emails = createTooLateCondition(now);
  const deliveries = { ...emails, NOT: paused };
  const latestEvent = new Date(now.getTime() + MAX_DELAY_SECONDS * 1_000 + TOLERANCE_MS);
  const events = { fannedOutAt: null, notBefore: { gt: latestEvent } };
  const found = await Promise.all([
    reader().delivery.findFirst({ where: deliveries, select: { eventId: true } }),
    reader().emailJob.findFirst({ where: emails, select: { id: true } }),
    reader().notificationEvent.findFirst({ where: events, select: { id: true } }),
  ]);
  if (found.every((row) => row === null)) return;
  log.warn("the clock was set back; waiting notifications are due now");
  await transaction(async (tx) => {
    await tx.delivery.updateMany({ where: deliveries, data: { nextAttemptAt: now } });
    await tx.emailJob.updateMany({ where: emails, data: { nextAttemptAt: now } });
    await tx.notificationEvent.updateMany({ where: events, data: { notBefore: null } });
  });
}
