import { reader, transaction, type Prisma, type Tx } from "@/lib/db/database";
import { mustHoldNewEmails } from "@/lib/email/held-emails";
import { unescapedSql, joinConditions, sql } from "@/lib/statements";
import { buildAudienceCondition } from "./audience";
import { getLatestPause } from "./due-times";
import { type EventKind, type EventPayload, getPriority } from "./notification-event";
import { supersedeDeliveries } from "./superseded-deliveries";

/** The number of subscribers per transaction. Small batches don't block other writers for long. */
const FAN_OUT_BATCH = 250;

type Batch = Prisma.NotificationEventGetPayload<object> & {
  /** The last subscriber ID of the batch, or null if the batch has all remaining subscribers. */
  to: string | null;
};

/**
 * Returns the next batch of subscribers of an event that is due, or null. Alternates between
 * organizations.
 */
export async function findNextBatch(lastOrganizationId: string, now: Date): Promise<Batch | null> {
  const findEvent = (after: string) =>
    reader().notificationEvent.findFirst({
      where: {
        fannedOutAt: null,
        OR: [{ notBefore: null }, { notBefore: { lte: now } }],
        organizationId: { gt: after },
      },
      orderBy: [{ organizationId: "asc" }, { revision: "asc" }, { id: "asc" }],
    });
  const event = (await findEvent(lastOrganizationId)) ?? (await findEvent(""));
  if (event === null) return null;
  const { organizationId, fanOutCursor: from } = event;
  const last = await reader().subscriber.findFirst({
    where: { organizationId, id: { gt: from } },
    select: { id: true },
    orderBy: { id: "asc" },
    skip: FAN_OUT_BATCH - 1,
  });
  return { ...event, to: last?.id ?? null };
}

type CreatedEvent = { id: string; organizationId: string; kind: string };

/**
 * Creates deliveries of an event to the subscribers `s` that match a condition, and none for a
 * suspended organization. Returns the IDs of the subscribers. `areEmailsHeld` is the result of
 * `mustHoldNewEmails`.
 */
export async function createDeliveries(
  tx: Tx,
  { id, organizationId, kind }: CreatedEvent,
  condition: ReturnType<typeof sql>,
  areEmailsHeld: boolean,
  now: Date,
): Promise<string[]> {
  const priority = unescapedSql(String(getPriority(kind as EventKind)));
  const isHeld = areEmailsHeld
    ? sql`s.state = 'quarantined' OR (s.channel = 'email' AND s.self_confirmed_at IS NULL)`
    : sql`s.state = 'quarantined'`;
  const created = await tx.$queryRaw<{ subscriberId: string }[]>`
    INSERT INTO deliveries (organization_id, event_id, subscriber_id, channel, target, state,
      priority, next_attempt_at, created_at)
    SELECT s.organization_id, ${id}, s.id, s.channel, s.target,
      CASE WHEN ${isHeld} THEN 'held' ELSE 'pending' END, ${priority},
      CASE WHEN s.retry_after_until > ${now} AND s.retry_after_until <= ${getLatestPause(now)}
        THEN s.retry_after_until ELSE ${now} END, ${now}
    FROM subscribers s WHERE s.organization_id = ${organizationId} AND ${condition}
      AND EXISTS (SELECT 1 FROM organizations o
        WHERE o.id = s.organization_id AND o.suspended_at IS NULL)
    ON CONFLICT DO NOTHING RETURNING subscriber_id AS "subscriberId"`;
  return created.map(({ subscriberId }) => subscriberId);
}

/**
 * Creates the deliveries of a batch, unless another process has created them. Returns the IDs of
 * their subscribers.
 */
export const fanOut = (batch: Batch, now: Date): Promise<string[]> =>
  transaction(async (tx) => {
    const { id, organizationId, fanOutCursor: from, to } = batch;
    // This locks the organization before the event, like all transactions, to prevent deadlocks.
    const areEmailsHeld = await mustHoldNewEmails(tx, organizationId);
    const { count } = await tx.notificationEvent.updateMany({
      where: { id, fannedOutAt: null, fanOutCursor: from },
      data: to === null ? { fannedOutAt: now } : { fanOutCursor: to },
    });
    if (count === 0) return [];
    const { components } = JSON.parse(batch.payload) as EventPayload;
    const conditions = joinConditions(
      sql`s.id > ${from}`,
      to !== null && sql`s.id <= ${to}`,
      buildAudienceCondition({ ...batch, components }),
    );
    const subscriberIds = await createDeliveries(tx, batch, conditions, areEmailsHeld, now);
    await supersedeDeliveries(tx, batch, subscriberIds, now);
    return subscriberIds;
  });
