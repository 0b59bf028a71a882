import { type Bulk, bulkReader, bulkTransaction } from "@/lib/statements";
import { holdEmails } from "@/lib/email/held-emails";
import { type Audience, audienceValues, inAudience, placeholders } from "./audience";
import { getLatestPause } from "./clock";
import { type EventKind, type EventPayload, getPriority } from "./events";

/** Subscribers per transaction: short enough that other writers don't wait long. */
export const FAN_OUT_BATCH = 250;
/** Of events that releases without revisions wrote: after all confirmations. */
const MAX_REVISION = 2 ** 31 - 1;

/** A range of subscriber IDs: `from` is excluded, `to` is included; null is the end. */
export type Batch = {
  eventId: string;
  kind: EventKind;
  organizationId: string;
  maintenanceId: string | null;
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
  revision: number | null;
  payload: string;
  cursor: string;
};

/**
 * Finds the next subscribers to create deliveries for. Organizations take turns: it is that of the
 * first one after `lastOrganizationId`. Null if no event is due.
 */
export async function nextBatch(lastOrganizationId: string, now: Date): Promise<Batch | null> {
  const db = bulkReader();
  const findEvent = (after: string) =>
    db.all<EventRow>(
      `SELECT id, kind, organization_id AS "organizationId", incident_id AS "incidentId",
         maintenance_id AS "maintenanceId", revision, payload, fan_out_cursor AS "cursor" FROM notification_events
       WHERE fanned_out_at IS NULL AND (not_before IS NULL OR not_before <= ?)
         AND organization_id > ? ORDER BY organization_id, revision, id LIMIT 1`,
      [now, after],
    );
  const event = (await findEvent(lastOrganizationId))[0] ?? (await findEvent(""))[0];
  if (event === undefined) return null;
  const { id, kind, organizationId, maintenanceId, cursor } = event;
  const [last] = await db.all<{ id: string }>(
    `SELECT id FROM subscribers WHERE organization_id = ? AND id > ?
     ORDER BY id LIMIT 1 OFFSET ${FAN_OUT_BATCH - 1}`,
    [organizationId, cursor],
  );
  const audience = {
    revision: event.revision ?? MAX_REVISION,
    incidentId: event.incidentId ?? "",
    componentIds: (JSON.parse(event.payload) as EventPayload).components.map((one) => one.id),
  };
  const range = { from: cursor, to: last?.id ?? null };
  return { eventId: id, kind, organizationId, maintenanceId, audience, ...range };
}

/**
 * Creates the deliveries of a batch and returns the IDs of their subscribers. Creates none if
 * another process has fanned out the batch.
 */
export const fanOut = (batch: Batch, now: Date): Promise<string[]> =>
  bulkTransaction(async (db) => {
    const { eventId, organizationId, audience, from, to } = batch;
    const isHeld = (await holdEmails(db, organizationId))
      ? "s.state = 'quarantined' OR (s.channel = 'email' AND s.self_confirmed_at IS NULL)"
      : "s.state = 'quarantined'";
    // Its row lock orders the processes that fan out the same event.
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
         AND ${inAudience(audience)}
       ON CONFLICT DO NOTHING RETURNING subscriber_id AS "subscriberId"`,
      [
        ...[eventId, now, getLatestPause(now), now, now, organizationId, from],
        ...(to === null ? [] : [to]),
        ...audienceValues(audience),
      ],
    );
    const subscriberIds = created.map(({ subscriberId }) => subscriberId);
    await supersede(db, batch, subscriberIds, now);
    return subscriberIds;
  });

/**
 * Marks unsent messages about the same incident or maintenance as replaced by this event. Emails and
 * chat messages contain earlier updates; webhooks receive every event.
 */
async function supersede(
  db: Bulk,
  { organizationId, maintenanceId, audience }: Batch,
  subscriberIds: string[],
  now: Date,
): Promise<void> {
  const topicId = maintenanceId ?? audience.incidentId;
  if (subscriberIds.length === 0 || topicId === "") return;
  await db.run(
    `UPDATE deliveries SET state = 'superseded', finished_at = ?
     WHERE organization_id = ? AND state IN ('pending', 'held') AND channel <> 'webhook'
       AND event_id IN (SELECT id FROM notification_events WHERE organization_id = ?
         AND ${maintenanceId === null ? "incident_id" : "maintenance_id"} = ? AND revision < ?)
       AND subscriber_id IN (${placeholders(subscriberIds.length)})`,
    [now, organizationId, organizationId, topicId, audience.revision, ...subscriberIds],
  );
}
