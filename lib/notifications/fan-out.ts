import { reader, transaction } from "@/lib/db/database";
import { holdEmails } from "@/lib/email/held-emails";
import { constant, joinConditions, sql } from "@/lib/statements";
import { type Audience, buildAudienceCondition } from "./audience";
import { getLatestPause } from "./clock";
import { type EventKind, type EventPayload, getPriority } from "./notification-event";
import { supersedeDeliveries } from "./superseded-deliveries";

/** Subscribers per transaction. Small enough to not block other writers. */
const FAN_OUT_BATCH = 250;
/** For events of releases without revisions: later than all confirmations. */
const MAX_REVISION = 2 ** 31 - 1;

/** Subscriber IDs from `from` (exclusive) to `to` (inclusive). A null `to` has no upper limit. */
type Batch = {
  eventId: string;
  kind: EventKind;
  organizationId: string;
  maintenanceId: string | null;
  componentId: string | null;
  audience: Audience;
  from: string;
  to: string | null;
};

/** Returns the next subscribers without deliveries. Alternates between organizations. */
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
  const { id, organizationId, maintenanceId, componentId, fanOutCursor: from } = event;
  const kind = event.kind as EventKind;
  const last = await reader().subscriber.findFirst({
    where: { organizationId, id: { gt: from } },
    select: { id: true },
    orderBy: { id: "asc" },
    skip: FAN_OUT_BATCH - 1,
  });
  const audience = {
    revision: event.revision ?? MAX_REVISION,
    incidentId: event.incidentId ?? "",
    componentIds: (JSON.parse(event.payload) as EventPayload).components.map((one) => one.id),
    isComponentUpdate: kind === "component.updated",
  };
  const to = last?.id ?? null;
  return { eventId: id, kind, organizationId, maintenanceId, componentId, audience, from, to };
}

/**
 * Creates a batch's deliveries, unless another process did. Returns the subscriber IDs: none for a
 * suspended organization.
 */
export const fanOut = (batch: Batch, now: Date): Promise<string[]> =>
  transaction(async (tx) => {
    const { eventId, organizationId, maintenanceId, componentId, audience, from, to } = batch;
    const isHeld = (await holdEmails(tx, organizationId))
      ? sql`s.state = 'quarantined' OR (s.channel = 'email' AND s.self_confirmed_at IS NULL)`
      : sql`s.state = 'quarantined'`;
    const { count } = await tx.notificationEvent.updateMany({
      where: { id: eventId, fannedOutAt: null, fanOutCursor: from },
      data: to === null ? { fannedOutAt: now } : { fanOutCursor: to },
    });
    if (count === 0) return [];
    const conditions = joinConditions(
      sql`s.organization_id = ${organizationId} AND s.id > ${from}`,
      to !== null && sql`s.id <= ${to}`,
      buildAudienceCondition(audience),
    );
    const created = await tx.$queryRaw<{ subscriberId: string }[]>`
      INSERT INTO deliveries (organization_id, event_id, subscriber_id, channel, target, state,
        priority, next_attempt_at, created_at)
      SELECT s.organization_id, ${eventId}, s.id, s.channel, s.target,
        CASE WHEN ${isHeld} THEN 'held' ELSE 'pending' END, ${constant(String(getPriority(batch.kind)))},
        CASE WHEN s.retry_after_until > ${now} AND s.retry_after_until <= ${getLatestPause(now)}
          THEN s.retry_after_until ELSE ${now} END, ${now}
      FROM subscribers s WHERE ${conditions} AND EXISTS (SELECT 1 FROM organizations o
        WHERE o.id = s.organization_id AND o.suspended_at IS NULL)
      ON CONFLICT DO NOTHING RETURNING subscriber_id AS "subscriberId"`;
    const subscriberIds = created.map(({ subscriberId }) => subscriberId);
    const topic = { incidentId: audience.incidentId || null, maintenanceId, componentId };
    const event = { id: eventId, organizationId, ...topic, revision: audience.revision };
    await supersedeDeliveries(tx, event, subscriberIds, now);
    return subscriberIds;
  });
