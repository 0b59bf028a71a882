import { type Bulk, createBulk } from "@/lib/statements";
import type { Tx } from "@/lib/db/prisma-client";
import { createPlaceholders } from "./audience";

type TopicEvent = {
  id: string;
  organizationId: string;
  incidentId: string | null;
  maintenanceId: string | null;
  componentId: string | null;
  /** Null in events of old releases, which are not compared. */
  revision: number | null;
};

/** Undefined for a test message. */
const getTopicKey = ({ incidentId, maintenanceId, componentId }: TopicEvent) =>
  Object.entries({
    maintenance_id: maintenanceId,
    component_id: componentId,
    incident_id: incidentId,
  }).find(([, id]) => id !== null);

/**
 * Replaces unsent emails and chat messages on the same topic. The new message gets their priority
 * and due time. Webhooks receive every event.
 */
export async function supersedeDeliveries(
  db: Bulk,
  event: TopicEvent,
  subscriberIds: string[],
  now: Date,
): Promise<void> {
  const topic = getTopicKey(event);
  if (subscriberIds.length === 0 || topic === undefined) return;
  const [column, topicId] = topic;
  const { id, organizationId, revision } = event;
  const isUnsent = `organization_id = ? AND state IN ('pending', 'held') AND channel <> 'webhook'
    AND event_id IN (SELECT id FROM notification_events WHERE organization_id = ?
      AND ${column} = ? AND revision < ?)
    AND subscriber_id IN (${createPlaceholders(subscriberIds.length)})`;
  const values = [organizationId, organizationId, topicId, revision, ...subscriberIds];
  // A later time is a pause that the endpoint requested.
  await db.run(
    `UPDATE deliveries SET
       priority = CASE WHEN unsent.priority < deliveries.priority THEN unsent.priority
         ELSE deliveries.priority END,
       next_attempt_at = CASE WHEN deliveries.next_attempt_at <= ?
           AND unsent.next_attempt_at < deliveries.next_attempt_at THEN unsent.next_attempt_at
         ELSE deliveries.next_attempt_at END
     FROM (SELECT subscriber_id, MIN(priority) AS priority, MIN(next_attempt_at) AS next_attempt_at
       FROM deliveries WHERE ${isUnsent} GROUP BY subscriber_id) AS unsent
     WHERE organization_id = ? AND event_id = ? AND deliveries.subscriber_id = unsent.subscriber_id`,
    [now, ...values, organizationId, id],
  );
  await db.run(`UPDATE deliveries SET state = 'superseded', finished_at = ? WHERE ${isUnsent}`, [
    now,
    ...values,
  ]);
}

/** Makes the messages that a withdrawn event replaced due again. Call this before canceling it. */
export async function restoreSuperseded(tx: Tx, event: TopicEvent, now: Date): Promise<void> {
  const topic = getTopicKey(event);
  if (topic === undefined) return;
  const [column, topicId] = topic;
  const { id, organizationId, revision } = event;
  // CROSS JOIN prevents SQLite from reading the events for each delivery.
  await createBulk(tx).run(
    `UPDATE deliveries SET state = newest.new_state, finished_at = NULL,
       next_attempt_at = CASE WHEN next_attempt_at > ? THEN ? ELSE next_attempt_at END
     FROM (SELECT earlier.event_id, earlier.subscriber_id, earlier.state AS old_state,
         unsent.state AS new_state,
         ROW_NUMBER() OVER (PARTITION BY unsent.subscriber_id ORDER BY e.revision DESC) AS number
       FROM notification_events e CROSS JOIN deliveries unsent CROSS JOIN deliveries earlier
       WHERE e.organization_id = ? AND e.${column} = ? AND e.revision < ? AND e.withdrawn_at IS NULL
         AND unsent.organization_id = ? AND unsent.event_id = ? AND unsent.channel <> 'webhook'
         AND unsent.state IN ('pending', 'held')
         AND earlier.organization_id = ? AND earlier.event_id = e.id
         AND earlier.subscriber_id = unsent.subscriber_id) AS newest
     WHERE newest.number = 1 AND newest.old_state = 'superseded' AND organization_id = ?
       AND deliveries.event_id = newest.event_id
       AND deliveries.subscriber_id = newest.subscriber_id`,
    [
      ...[now, now, organizationId, topicId, revision],
      ...[organizationId, id, organizationId, organizationId],
    ],
  );
}
