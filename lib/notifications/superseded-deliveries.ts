import type { Prisma, Tx } from "@/lib/db/database";
import { unescapedSql, joinValues, sql } from "@/lib/statements";

type TopicEvent = Pick<
  Prisma.NotificationEventGetPayload<object>,
  "id" | "organizationId" | "incidentId" | "maintenanceId" | "componentId" | "revision"
>;

/**
 * Returns an SQL condition for earlier events `e` about the same incident, maintenance, or
 * component. It matches nothing for a test message, which has no topic, or for an event of an
 * earlier release, which has no revision.
 */
function createEarlierCondition({ organizationId, revision, ...topic }: TopicEvent) {
  const { incidentId, maintenanceId, componentId } = topic;
  const column = maintenanceId ? "maintenance_id" : componentId ? "component_id" : "incident_id";
  return sql`e.organization_id = ${organizationId} AND e.revision < ${revision}
    AND e.${unescapedSql(column)} = ${maintenanceId ?? componentId ?? incidentId}`;
}

/**
 * Marks unsent emails and chat messages of earlier events about the same topic as superseded. The
 * new message gets their priority and due time if these are earlier in the queue. Webhooks receive
 * every event.
 */
export async function supersedeDeliveries(
  tx: Tx,
  event: TopicEvent,
  subscriberIds: string[],
  now: Date,
): Promise<void> {
  if (subscriberIds.length === 0) return;
  const { id, organizationId } = event;
  // The concatenation keeps SQLite from reading all pending deliveries by the index on `state`.
  const unsentCondition = sql`organization_id = ${organizationId} AND (state || '') IN ('pending', 'held')
    AND channel <> 'webhook' AND subscriber_id IN (${joinValues(subscriberIds)})
    AND event_id IN (SELECT e.id FROM notification_events e WHERE ${createEarlierCondition(event)})`;
  // Keeps a due time in the future, because the endpoint requested a pause until then.
  await tx.$executeRaw`
    UPDATE deliveries SET
      priority = CASE WHEN unsent.priority < deliveries.priority THEN unsent.priority
        ELSE deliveries.priority END,
      next_attempt_at = CASE WHEN deliveries.next_attempt_at <= ${now}
          AND unsent.next_attempt_at < deliveries.next_attempt_at THEN unsent.next_attempt_at
        ELSE deliveries.next_attempt_at END
    FROM (SELECT subscriber_id, MIN(priority) AS priority, MIN(next_attempt_at) AS next_attempt_at
      FROM deliveries WHERE ${unsentCondition} GROUP BY subscriber_id) AS unsent
    WHERE organization_id = ${organizationId} AND event_id = ${id}
      AND deliveries.subscriber_id = unsent.subscriber_id`;
  await tx.$executeRaw`
    UPDATE deliveries SET state = 'superseded', finished_at = ${now} WHERE ${unsentCondition}`;
}

/**
 * Restores the newest message that a withdrawn event superseded, for each subscriber to whom the
 * event was not yet sent. Call this before canceling the event's deliveries.
 */
export async function restoreSuperseded(tx: Tx, event: TopicEvent, now: Date): Promise<void> {
  const { id, organizationId } = event;
  // With CROSS JOIN, SQLite reads the events only once instead of once per delivery.
  await tx.$executeRaw`
    UPDATE deliveries SET state = newest.new_state, finished_at = NULL,
      next_attempt_at = CASE WHEN next_attempt_at > ${now} THEN ${now} ELSE next_attempt_at END
    FROM (SELECT earlier.event_id, earlier.subscriber_id, earlier.state AS old_state,
        unsent.state AS new_state,
        ROW_NUMBER() OVER (PARTITION BY unsent.subscriber_id ORDER BY e.revision DESC) AS number
      FROM notification_events e CROSS JOIN deliveries unsent CROSS JOIN deliveries earlier
      WHERE ${createEarlierCondition(event)} AND e.withdrawn_at IS NULL
        AND unsent.organization_id = ${organizationId} AND unsent.event_id = ${id}
        AND unsent.channel <> 'webhook' AND unsent.state IN ('pending', 'held')
        AND earlier.organization_id = ${organizationId} AND earlier.event_id = e.id
        AND earlier.subscriber_id = unsent.subscriber_id) AS newest
    WHERE newest.number = 1 AND newest.old_state = 'superseded'
      AND organization_id = ${organizationId} AND deliveries.event_id = newest.event_id
      AND deliveries.subscriber_id = newest.subscriber_id`;
}
