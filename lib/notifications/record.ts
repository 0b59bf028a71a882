import { setTimeout as sleep } from "node:timers/promises";
import { joinValues, sql } from "@/lib/statements";
import { transaction, type Tx } from "@/lib/db/database";
import { log } from "@/lib/log";
import { limitAttempts, getRetryDelayMs } from "./backoff";
import type { DeliveryClaim } from "./claim";
import { formatHistoryEntry } from "./delivery-row";
import { cancelDeliveries } from "./outbox";
import { countFailure } from "./quarantine";
import type { Attempt } from "./send";

type DeliveryAttempt = Attempt<DeliveryClaim>;

/**
 * Outcomes are recorded in batches at this interval. It is short, because messages whose outcome is
 * not recorded are sent again after a crash.
 */
const RECORD_INTERVAL_MS = 50;
const RETRY_INTERVAL_MS = 1_000;

const isDelivery = (attempt: Attempt): attempt is DeliveryAttempt => "eventId" in attempt.claim;

const toEntry = ({ at, durationMs, outcome }: Attempt): string =>
  formatHistoryEntry({
    at: at.toISOString(),
    duration_ms: Math.round(durationMs),
    status_code: outcome.statusCode,
    error: outcome.error,
    response: outcome.response,
  });

/**
 * Records delivered messages. A canceled message that was sent anyway counts as delivered.
 */
const recordDelivered = (attempts: readonly DeliveryAttempt[], now: Date): Promise<void> =>
  transaction(async (tx) => {
    const rows = attempts.map((attempt) => {
      const { organizationId, eventId, subscriberId } = attempt.claim;
      return sql`(${organizationId}, ${eventId}, ${subscriberId}, ${toEntry(attempt)})`;
    });
    // The last condition prevents a second entry if a commit succeeded but reported an error.
    await tx.$executeRaw`UPDATE deliveries SET history = history || k.column4,
        finished_at = CASE WHEN state IN ('pending', 'held') THEN ${now} ELSE finished_at END,
        state = CASE WHEN state = 'dead' THEN state ELSE 'delivered' END
      FROM (VALUES ${joinValues(rows)}) AS k
      WHERE organization_id = k.column1 AND event_id = k.column2 AND subscriber_id = k.column3
        AND replace(history, k.column4, '') = history`;
    await tx.$executeRaw`UPDATE subscribers SET failures = 0, failing_since = NULL
      WHERE failures > 0 AND id IN (${joinValues(attempts.map(({ claim }) => claim.subscriberId))})`;
  });

async function recordFailure(tx: Tx, attempt: DeliveryAttempt, now: Date, random: number) {
  const { claim, outcome } = attempt;
  const { organizationId, eventId, subscriberId } = claim;
  const { statusCode, retryAfterMs } = outcome;
  const next = planRetry(attempt, now, random);
  // During a long outage of the mail server, further attempts add no entries to the history.
  const entry = next !== null && next.attempts < claim.attempts ? "" : toEntry(attempt);
  const recorded = await tx.$executeRaw`
    UPDATE deliveries SET history = history || ${entry}
    WHERE organization_id = ${organizationId} AND event_id = ${eventId} AND subscriber_id = ${subscriberId}
      AND replace(history, ${entry}, '') = history`;
  // If no row matches, the attempt was already recorded, or the delivery was deleted.
  if (recorded === 0) return;
  await tx.delivery.updateMany({
    where: { organizationId, eventId, subscriberId, state: { in: ["pending", "held"] } },
    data: next ?? { state: "dead", finishedAt: now },
  });
  if (outcome.isGone) return unsubscribeSubscriber(tx, subscriberId, now);
  if (retryAfterMs !== undefined)
    await pauseSubscriber(tx, subscriberId, new Date(now.getTime() + retryAfterMs));
  const isPauseRequest = statusCode === 429 && retryAfterMs !== undefined;
  if (!isPauseRequest && !outcome.isUnsent) await countFailure(tx, claim, outcome, now);
}

/**
 * Returns the fields that schedule the next attempt of a failed message, or null if there is none.
 */
function planRetry({ claim, outcome }: Attempt, now: Date, random: number) {
  const { isMailServerDown = false, isPermanent, retryAfterMs = 0 } = outcome;
  const attempts = limitAttempts(claim.attempts, isMailServerDown);
  const delay = isPermanent ? null : getRetryDelayMs(attempts, random);
  if (delay === null) return null;
  return { attempts, nextAttemptAt: new Date(now.getTime() + Math.max(delay, retryAfterMs)) };
}

/** Ends a subscription if it has not ended, and cancels its queued deliveries. */
export async function unsubscribeSubscriber(
  tx: Tx,
  subscriberId: string,
  now: Date,
): Promise<void> {
  await tx.subscriber.updateMany({
    where: { id: subscriberId, state: { not: "unsubscribed" } },
    data: { state: "unsubscribed", updatedAt: now },
  });
  await cancelDeliveries(tx, { subscriberId }, now);
}

/** Delays a subscriber's deliveries until the time that its endpoint requested (`Retry-After`). */
async function pauseSubscriber(tx: Tx, subscriberId: string, until: Date): Promise<void> {
  await tx.subscriber.updateMany({ where: { id: subscriberId }, data: { retryAfterUntil: until } });
  await tx.delivery.updateMany({
    where: { subscriberId, state: "pending", nextAttemptAt: { lt: until } },
    data: { nextAttemptAt: until },
  });
}

/**
 * Records an attempt of an email job. After the last attempt, removes the job's data, because it
 * contains tokens.
 */
async function recordEmailJob(tx: Tx, attempt: Attempt, now: Date, random: number) {
  const { claim, outcome } = attempt;
  const failed = planRetry(attempt, now, random) ?? { state: "dead", data: "" };
  const result = outcome.ok ? { state: "sent", data: "" } : failed;
  await tx.emailJob.updateMany({
    where: { id: claim.id, state: "pending" },
    data: { ...result, error: outcome.error },
  });
}

/** Records outcomes of attempts, and unsubscribes or quarantines subscribers accordingly. */
export async function recordOutcomes(
  attempts: readonly Attempt[],
  now: Date,
  random: () => number,
): Promise<void> {
  const delivered = attempts.filter(isDelivery).filter(({ outcome }) => outcome.ok);
  if (delivered.length > 0) await recordDelivered(delivered, now);
  if (delivered.length === attempts.length) return;
  await transaction(async (tx) => {
    for (const attempt of attempts)
      if (!isDelivery(attempt)) await recordEmailJob(tx, attempt, now, random());
      else if (!attempt.outcome.ok) await recordFailure(tx, attempt, now, random());
  });
}

export class OutcomeRecorder {
  #pending: Attempt[] = [];
  #recording: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(
    private readonly now: () => Date,
    private readonly random: () => number,
  ) {}

  add(attempt: Attempt): void {
    this.#pending.push(attempt);
    this.#timer ??= setTimeout(() => void this.flush(), RECORD_INTERVAL_MS);
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const attempts = this.#pending;
    this.#pending = [];
    if (attempts.length > 0) this.#recording = this.#record(this.#recording, attempts);
    return this.#recording;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.flush();
  }

  async #record(previous: Promise<void>, attempts: Attempt[]): Promise<void> {
    await previous;
    const leasedUntil = Math.min(...attempts.map(({ claim }) => claim.leasedUntil.getTime()));
    for (;;) {
      try {
        return await recordOutcomes(attempts, this.now(), this.random);
      } catch (error) {
        const isLeased = this.now().getTime() + RETRY_INTERVAL_MS < leasedUntil;
        const canRetry = isLeased && !this.#isStopped;
        // If the outcomes can't be saved, the messages are sent again when their leases end.
        log.error(
          { error: String(error), attempts: attempts.length },
          `saving delivery results failed${canRetry ? "; retrying" : ""}`,
        );
        if (!canRetry) return;
        await sleep(RETRY_INTERVAL_MS);
      }
    }
  }
}
