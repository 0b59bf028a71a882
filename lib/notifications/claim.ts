import { bulkReader, bulkTransaction } from "@/lib/statements";
import { reader, transaction } from "@/lib/db/database";
import { placeholders } from "./audience";
import { MAX_ATTEMPTS } from "./backoff";
import { type DeliveryKey, idOf } from "./delivery-row";

/** Well past the longest attempt, so that only a process that died loses a claim. */
export const DELIVERY_LEASE_MS = 60_000;
/** Claims of one organization for one destination that a process asks for at once. */
export const CLAIMS_PER_DESTINATION = 32;

/** A delivery that this process may attempt until its lease ends. */
export type DeliveryClaim = DeliveryKey & {
  id: string;
  target: string;
  attempts: number;
  leasedUntil: Date;
};

/** An email to one person, claimed like a delivery. */
export type EmailJobClaim = {
  id: string;
  recipient: string;
  template: string;
  data: string;
  attempts: number;
  leasedUntil: Date;
};

/** Whether all attempts were claimed by processes that died before they recorded an outcome. */
export const isSpent = ({ attempts }: { attempts: number }): boolean => attempts > MAX_ATTEMPTS;

/** Skips from one organization to the next in the index, however many deliveries are pending. */
const dueOrganizationsText = `WITH RECURSIVE pending(id) AS (
    SELECT MIN(organization_id) FROM deliveries WHERE state = 'pending'
    UNION ALL SELECT (SELECT MIN(organization_id) FROM deliveries
      WHERE state = 'pending' AND organization_id > pending.id) FROM pending WHERE pending.id IS NOT NULL)
  SELECT id FROM pending WHERE id IS NOT NULL AND EXISTS (SELECT 1 FROM deliveries
    WHERE state = 'pending' AND organization_id = pending.id AND next_attempt_at <= ?)`;

/** The CASE keeps SQLite from reading all pending deliveries instead of those found. */
const claimText = (busyCount: number) => `WITH due AS (
    SELECT event_id, subscriber_id, ROW_NUMBER() OVER (PARTITION BY target) AS number FROM (
      SELECT event_id, subscriber_id, target FROM deliveries
      WHERE state = 'pending' AND organization_id = ? AND next_attempt_at <= ?
        ${busyCount === 0 ? "" : `AND target NOT IN (${placeholders(busyCount)})`}
      ORDER BY priority, next_attempt_at LIMIT ?) AS candidates)
  UPDATE deliveries SET next_attempt_at = ?, attempts = attempts + 1 FROM due
  WHERE number <= ${CLAIMS_PER_DESTINATION} AND organization_id = ?
    AND deliveries.event_id = due.event_id AND deliveries.subscriber_id = due.subscriber_id
    AND CASE WHEN state = 'pending' AND next_attempt_at <= ? THEN 1 ELSE 0 END = 1
  RETURNING organization_id AS "organizationId", deliveries.event_id AS "eventId",
    deliveries.subscriber_id AS "subscriberId", target, attempts, priority`;

type ClaimOptions = {
  limit: number;
  /** Organizations take turns, starting after this one. */
  lastOrganizationId?: string;
  /** Destinations for which this process has enough claims of an organization. */
  busyDestinations?: (organizationId: string) => readonly string[];
};

/** Claims due deliveries, the same number for each organization, highest priority first. */
export async function claimDue(now: Date, options: ClaimOptions): Promise<DeliveryClaim[]> {
  const { limit, lastOrganizationId = "", busyDestinations = () => [] } = options;
  const due = await bulkReader().all<{ id: string }>(dueOrganizationsText, [now]);
  if (due.length === 0) return [];
  const ids = due.map(({ id }) => id);
  const next = ids.findIndex((id) => id > lastOrganizationId);
  const organizationIds = [...ids.slice(Math.max(next, 0)), ...ids.slice(0, Math.max(next, 0))];
  const share = Math.ceil(limit / organizationIds.length);
  const leasedUntil = new Date(now.getTime() + DELIVERY_LEASE_MS);
  return bulkTransaction(async (db) => {
    const claims: DeliveryClaim[] = [];
    for (const id of organizationIds.slice(0, limit)) {
      const busy = busyDestinations(id);
      const values = [id, now, ...busy, share, leasedUntil, id, now];
      const rows = await db.all<DeliveryClaim & { priority: number }>(
        claimText(busy.length),
        values,
      );
      rows.sort((one, other) => one.priority - other.priority);
      claims.push(...rows.map((row) => ({ ...row, id: idOf(row), leasedUntil })));
    }
    return claims;
  });
}

/** Whether a claim is still to be sent: the subscriber may have left, or asked for a pause. */
export async function isStillDue(claim: DeliveryClaim): Promise<boolean> {
  const { organizationId, eventId, subscriberId, leasedUntil } = claim;
  const where = { organizationId, eventId, subscriberId, state: "pending" };
  return (await reader().delivery.count({ where: { ...where, nextAttemptAt: leasedUntil } })) > 0;
}

/** Returns claims whose attempt has not started to the queue. Leaves lost claims alone. */
export async function releaseClaims(claims: readonly DeliveryClaim[], now: Date): Promise<void> {
  if (claims.length === 0) return;
  await bulkTransaction(async (db) => {
    for (const { organizationId, eventId, subscriberId, leasedUntil } of claims)
      await db.run(
        `UPDATE deliveries SET next_attempt_at = ?, attempts = attempts - 1
         WHERE organization_id = ? AND event_id = ? AND subscriber_id = ?
           AND state = 'pending' AND next_attempt_at = ?`,
        [now, organizationId, eventId, subscriberId, leasedUntil],
      );
  });
}

/** Claims due emails to single persons. */
export async function claimEmailJobs(now: Date, limit: number): Promise<EmailJobClaim[]> {
  const leasedUntil = new Date(now.getTime() + DELIVERY_LEASE_MS);
  const due = await reader().mailJob.findMany({
    where: { state: "pending", nextAttemptAt: { lte: now } },
    select: { id: true },
    orderBy: { nextAttemptAt: "asc" },
    take: limit,
  });
  if (due.length === 0) return [];
  const rows = await transaction((tx) =>
    tx.mailJob.updateManyAndReturn({
      where: {
        id: { in: due.map(({ id }) => id) },
        state: "pending",
        nextAttemptAt: { lte: now },
      },
      data: { nextAttemptAt: leasedUntil, attempts: { increment: 1 } },
      select: { id: true, recipient: true, template: true, data: true, attempts: true },
    }),
  );
  return rows.map((row) => ({ ...row, leasedUntil }));
}
