import { reader, transaction } from "@/lib/db/database";
import { joinConditions, joinValues, sql } from "@/lib/statements";
import { type Channel, EMAIL_TARGET } from "./channel";
import { type DeliveryKey, formatDeliveryId } from "./delivery-row";

/**
 * The lease of a claim, which is longer than any attempt. It expires if the process crashes or
 * can't save the outcome; the message is then sent again.
 */
export const DELIVERY_LEASE_MS = 60_000;
export const CLAIMS_PER_TARGET = 32;

type Claim = {
  id: string;
  /** The ID is empty for email jobs, which have their own queue. */
  organizationId: string;
  target: string;
  attempts: number;
  leasedUntil: Date;
};
export type DeliveryClaim = Claim & DeliveryKey & { channel: Channel };
export type EmailJobClaim = Claim & {
  channel: "account";
  recipient: string;
  template: string;
  data: string;
};

/**
 * Returns up to `limit` random organizations with due deliveries, except suspended ones. The
 * statement reads a few index entries per organization, so it is fast even with many pending
 * deliveries.
 */
const findDueOrganizations = (now: Date, limit: number) => reader().$queryRaw<{ id: string }[]>`
  WITH RECURSIVE pending(id) AS (
    SELECT MIN(organization_id) FROM deliveries WHERE state = 'pending'
    UNION ALL SELECT (SELECT MIN(organization_id) FROM deliveries
      WHERE state = 'pending' AND organization_id > pending.id) FROM pending WHERE pending.id IS NOT NULL)
  SELECT id FROM pending WHERE id IS NOT NULL AND EXISTS (SELECT 1 FROM deliveries
    WHERE state = 'pending' AND organization_id = pending.id AND next_attempt_at <= ${now})
    AND NOT EXISTS (SELECT 1 FROM organizations
      WHERE organizations.id = pending.id AND suspended_at IS NOT NULL)
  ORDER BY random() LIMIT ${limit}`;

type ClaimedRow = Omit<DeliveryClaim, "id" | "leasedUntil"> & { priority: number };

type ClaimOptions = {
  limit: number;
  busyTargets?: (organizationId: string) => readonly string[];
};

/**
 * Claims due deliveries, up to an equal share of `limit` for each organization, with the highest
 * priority first. If more than `limit` organizations have due deliveries, `limit` of them are
 * selected at random.
 */
export async function claimDue(
  now: Date,
  { limit, busyTargets = () => [] }: ClaimOptions,
): Promise<DeliveryClaim[]> {
  const due = await findDueOrganizations(now, limit);
  if (due.length === 0) return [];
  const share = Math.ceil(limit / due.length);
  const leasedUntil = new Date(now.getTime() + DELIVERY_LEASE_MS);
  return transaction(async (tx) => {
    const claims: DeliveryClaim[] = [];
    // All processes lock rows in the same order, which prevents deadlocks.
    for (const id of due.map((organization) => organization.id).toSorted()) {
      const busy = busyTargets(id);
      const isDue = joinConditions(
        sql`state = 'pending' AND organization_id = ${id} AND next_attempt_at <= ${now}`,
        busy.length > 0 && sql`target NOT IN (${joinValues(busy)})`,
      );
      // The CASE prevents SQLite from reading all pending deliveries.
      const rows = await tx.$queryRaw<ClaimedRow[]>`WITH due AS (
          SELECT event_id, subscriber_id, ROW_NUMBER() OVER (PARTITION BY target) AS number FROM (
            SELECT event_id, subscriber_id, target FROM deliveries WHERE ${isDue}
            ORDER BY priority, next_attempt_at LIMIT ${share}) AS candidates)
        UPDATE deliveries SET next_attempt_at = ${leasedUntil}, attempts = attempts + 1 FROM due
        WHERE number <= ${CLAIMS_PER_TARGET} AND organization_id = ${id}
          AND deliveries.event_id = due.event_id AND deliveries.subscriber_id = due.subscriber_id
          AND CASE WHEN state = 'pending' AND next_attempt_at <= ${now} THEN 1 ELSE 0 END = 1
        RETURNING organization_id AS "organizationId", deliveries.event_id AS "eventId",
          deliveries.subscriber_id AS "subscriberId", channel, target, attempts, priority`;
      rows.sort((one, other) => one.priority - other.priority);
      claims.push(...rows.map((row) => ({ ...row, id: formatDeliveryId(row), leasedUntil })));
    }
    return claims;
  });
}

const matchPending = ({ organizationId, eventId, subscriberId }: DeliveryClaim) => ({
  ...{ organizationId, eventId, subscriberId },
  state: "pending",
});

/**
 * Returns false if, after the claim, the organization was suspended, or the delivery was canceled,
 * delayed (`Retry-After`), or claimed by another process. A delayed one is due after the delay, and
 * its claim does not count as an attempt.
 */
export async function confirmClaim(claim: DeliveryClaim, now: Date): Promise<boolean> {
  const { attempts, leasedUntil } = claim;
  const where = { ...matchPending(claim), attempts };
  const row = await reader().delivery.findFirst({
    where: { ...where, subscriber: { organization: { suspendedAt: null } } },
    select: { nextAttemptAt: true, subscriber: { select: { retryAfterUntil: true } } },
  });
  if (row === null) return false;
  const { nextAttemptAt, subscriber } = row;
  const until = subscriber.retryAfterUntil ?? now;
  const isLeased = nextAttemptAt.getTime() === leasedUntil.getTime();
  // A delay that ends after the lease is already stored in `nextAttemptAt`.
  const isPaused = until > now && until <= leasedUntil;
  if (isLeased && !isPaused) return true;
  // Another process may have claimed the delivery in the meantime.
  if (!isLeased && nextAttemptAt.getTime() !== until.getTime()) return false;
  const data = { attempts: { decrement: 1 }, nextAttemptAt: until };
  await transaction((tx) => tx.delivery.updateMany({ where: { ...where, nextAttemptAt }, data }));
  return false;
}

/**
 * Releases the claims of deliveries that were not started, so that they are due now. Ignores claims
 * that were lost.
 */
export async function releaseClaims(claims: readonly DeliveryClaim[], now: Date): Promise<void> {
  if (claims.length === 0) return;
  await transaction(async (tx) => {
    for (const claim of claims)
      await tx.delivery.updateMany({
        where: { ...matchPending(claim), nextAttemptAt: claim.leasedUntil },
        data: { nextAttemptAt: now, attempts: { decrement: 1 } },
      });
  });
}

export async function claimEmailJobs(now: Date, limit: number): Promise<EmailJobClaim[]> {
  const leasedUntil = new Date(now.getTime() + DELIVERY_LEASE_MS);
  const isDue = { state: "pending", nextAttemptAt: { lte: now } };
  const due = await reader().emailJob.findMany({
    where: isDue,
    select: { id: true },
    orderBy: { nextAttemptAt: "asc" },
    take: limit,
  });
  if (due.length === 0) return [];
  const rows = await transaction((tx) =>
    tx.emailJob.updateManyAndReturn({
      where: { ...isDue, id: { in: due.map(({ id }) => id) } },
      data: { nextAttemptAt: leasedUntil, attempts: { increment: 1 } },
      select: { id: true, recipient: true, template: true, data: true, attempts: true },
    }),
  );
  const queue = { organizationId: "", channel: "account", target: EMAIL_TARGET } as const;
  return rows.map((row) => ({ ...row, ...queue, leasedUntil }));
}
