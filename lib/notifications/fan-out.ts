import { getBulkReader, runBulkTransaction } from "@/lib/statements";
import { holdEmails } from "@/lib/email/held-emails";
import { type Audience, listAudienceValues, buildAudienceCondition } from "./audience";
import { getLatestPause } from "./clock";
import { type EventKind, type EventPayload, getPriority } from "./notification-event";
import { supersedeDeliveries } from "./superseded-deliveries";

/** Subscribers per transaction. Small enough to not block other writers. */
export const FAN_OUT_BATCH = 250;
/** For events of releases without revisions: later than all confirmations. */
const MAX_REVISION = 2 ** 31 - 1;

/** From `from` (exclusive) to `to` (inclusive); null is the end. */
export type Batch = {
  eventId: string;
  kind: EventKind;
  organizationId: string;
  maintenanceId: string | null;
  componentId: string | null;
  audience: Audience;
  from: string;
  to: string | null;
};

type EventRow = {
  id: string;
  kind: EventKind;
  organizationId: string;
  incidentId: string | null;
  maintenanceId: string | null;
  componentId: string | null;
  revision: number | null;
  payload: string;
  cursor: string;
};

/** Returns the next subscribers without deliveries. Alternates between organizations. */
export async function findNextBatch(lastOrganizationId: string, now: Date): Promise<Batch | null> {
  const db = getBulkReader();
  const findEvent = (after: string) =>
    db.all<EventRow>(
      `SELECT id, kind, organization_id AS "organizationId", incident_id AS "incidentId",
         maintenance_id AS "maintenanceId", component_id AS "componentId", revision, payload,
         fan_out_cursor AS "cursor" FROM notification_events
       WHERE fanned_out_at IS NULL AND (not_before IS NULL OR not_before <= ?)
         AND organization_id > ? ORDER BY organization_id, revision, id LIMIT 1`,
      [now, after],
    );
  const event = (await findEvent(lastOrganizationId))[0] ?? (await findEvent(""))[0];
  if (event === undefined) return null;
  const { id, kind, organizationId, maintenanceId, componentId, cursor } = event;
  const [last] = await db.all<{ id: string }>(
    `SELECT id FROM subscribers WHERE organization_id = ? AND id > ?
     ORDER BY id LIMIT 1 OFFSET ${FAN_OUT_BATCH - 1}`,
    [organizationId, cursor],
  );
  const audience = {
    revision: event.revision ?? MAX_REVISION,
    incidentId: event.incidentId ?? "",
    componentIds: (JSON.parse(event.payload) as EventPayload).components.map((one) => one.id),
    isComponentUpdate: kind === "component.updated",
  };
  const range = { from: cursor, to: last?.id ?? null };
  return { eventId: id, kind, organizationId, maintenanceId, componentId, audience, ...range };
}

/**
 * Creates a batch's deliveries, unless another process did. Returns the subscriber IDs: none for a
 * suspended organization.
 */
export const fanOut = (batch: Batch, now: Date): Promise<string[]> =>
  runBulkTransaction(async (db) => {
    const { eventId, organizationId, maintenanceId, componentId, audience, from, to } = batch;
    const isHeld = (await holdEmails(db, organizationId))
      ? "s.state = 'quarantined' OR (s.channel = 'email' AND s.self_confirmed_at IS NULL)"
      : "s.state = 'quarantined'";
    const advanced = await db.all(
      `UPDATE notification_events SET fan_out_cursor = ?, fanned_out_at = ${to === null ? "?" : "NULL"}
       WHERE id = ? AND fanned_out_at IS NULL AND fan_out_cursor = ? RETURNING id`,
      [to ?? from, ...(to === null ? [now] : []), eventId, from],
    );
    if (advanced.length === 0) return [];
    const created = await db.all<{ subscriberId: string }>(
      `INSERT INTO deliveries (organization_id, event_id, subscriber_id, channel, target, state,
         priority, next_attempt_at, created_at)
       SELECT s.organization_id, ?, s.id, s.channel, s.target,
         CASE WHEN ${isHeld} THEN 'held' ELSE 'pending' END, ${getPriority(batch.kind)},
         CASE WHEN s.retry_after_until > ? AND s.retry_after_until <= ? THEN s.retry_after_until
           ELSE ? END, ?
       FROM subscribers s WHERE s.organization_id = ? AND s.id > ? ${to === null ? "" : "AND s.id <= ?"}
         AND ${buildAudienceCondition(audience)}
         AND EXISTS (SELECT 1 FROM organizations o
           WHERE o.id = s.organization_id AND o.suspended_at IS NULL)
       ON CONFLICT DO NOTHING RETURNING subscriber_id AS "subscriberId"`,
      [
        ...[eventId, now, getLatestPause(now), now, now, organizationId, from],
        ...(to === null ? [] : [to]),
        ...listAudienceValues(audience),
      ],
    );
    const subscriberIds = created.map(({ subscriberId }) => subscriberId);
    const topic = { incidentId: audience.incidentId || null, maintenanceId, componentId };
    const event = { id: eventId, organizationId, ...topic, revision: audience.revision };
    await supersedeDeliveries(db, event, subscriberIds, now);
    return subscriberIds;
  });
