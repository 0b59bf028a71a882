import { type Prisma, reader, transaction, type Tx } from "@/lib/db/database";
import { changeQueuedDeliveries, QUEUED_DELIVERIES_BATCH } from "@/lib/email/queued-deliveries";
import { newId } from "@/lib/ids";
import { insertRows, sql } from "@/lib/statements";
import {
  type EventKind,
  type EventPayload,
  isFirstEvent,
  type NotificationEvent,
} from "./notification-event";
import { restoreSuperseded } from "./superseded-deliveries";

/**
 * Adds an event to the outbox, in the transaction of the change. Fan-out starts after
 * `delaySeconds`, and after earlier events of the same incident, maintenance, or component. If
 * `fannedOutAt` is set, there is no fan-out, because the caller creates the deliveries.
 */
export async function enqueueEvent(
  tx: Tx,
  { payload, ...event }: NotificationEvent & { fannedOutAt?: Date; revision: number },
  delaySeconds = 0,
) {
  const { organizationId, incidentId, maintenanceId, componentId = null, createdAt } = event;
  const where = { organizationId, incidentId, maintenanceId, componentId, fannedOutAt: null };
  const earlier = isFirstEvent(event.kind)
    ? null
    : await tx.notificationEvent.aggregate({ where, _max: { notBefore: true } });
  const earliest = Math.max(
    delaySeconds > 0 ? createdAt.getTime() + delaySeconds * 1_000 : 0,
    earlier?._max.notBefore?.getTime() ?? 0,
  );
  const row = {
    id: newId(),
    ...event,
    componentId,
    payload: JSON.stringify(payload),
    notBefore: earliest === 0 ? null : new Date(earliest),
  };
  await insertRows(tx, "notification_events", [row]);
  return row;
}

/**
 * Returns `before` and `thread` of an event's payload, which come from earlier events of the same
 * incident or maintenance.
 */
export async function readEarlierValues(
  tx: Tx,
  organizationId: string,
  event: Pick<NotificationEvent, "kind" | "incidentId" | "maintenanceId">,
): Promise<Pick<EventPayload, "before" | "thread">> {
  if (isFirstEvent(event.kind)) return {};
  const { incidentId, maintenanceId } = event;
  const topic = maintenanceId === null ? { incidentId } : { maintenanceId };
  const previous = await tx.notificationEvent.findFirst({
    where: { organizationId, ...topic, withdrawnAt: null, revision: { not: null } },
    orderBy: { revision: "desc" },
    select: { payload: true },
  });
  if (previous === null) return {};
  const { incident, thread } = JSON.parse(previous.payload) as EventPayload;
  const { title, translations = {}, impact, scheduled_for, scheduled_until } = incident!;
  return {
    before: { impact, scheduled_for, scheduled_until },
    thread: thread ?? { title, translations },
  };
}

export type OutboxRow = Awaited<ReturnType<typeof enqueueEvent>>;

/**
 * Withdraws the events of deleted or unpublished content, and cancels their deliveries. The newest
 * message that each unsent delivery had superseded is queued again.
 */
export async function withdrawEvents(
  tx: Tx,
  events: Prisma.NotificationEventWhereInput & { organizationId: string },
  now: Date,
): Promise<void> {
  // This update locks the events: a running fan-out batch commits before it or creates nothing.
  await tx.notificationEvent.updateMany({ where: events, data: { withdrawnAt: now } });
  await tx.notificationEvent.updateMany({
    where: { ...events, fannedOutAt: null },
    data: { fannedOutAt: now },
  });
  await tx.notificationEvent.deleteMany({
    where: { ...events, deletedDeliveries: null, deliveries: { none: {} } },
  });
  const { organizationId } = events;
  const rows = await tx.notificationEvent.findMany({
    where: events,
    select: { id: true, incidentId: true, maintenanceId: true, componentId: true, revision: true },
  });
  for (const row of rows) {
    await restoreSuperseded(tx, { organizationId, ...row }, now);
    await cancelDeliveries(tx, { organizationId, eventId: row.id }, now);
  }
}

/** Cancels the queued deliveries of an event or a subscriber. */
export const cancelDeliveries = (
  tx: Tx,
  of: { organizationId: string; eventId: string } | { subscriberId: string },
  now: Date,
) =>
  tx.delivery.updateMany({
    where: { ...of, state: { in: ["pending", "held"] } },
    data: { state: "cancelled", finishedAt: now },
  });

/** Cancels queued deliveries of an organization while it is suspended. Returns their number. */
export const cancelSuspendedBatch = (
  tx: Tx,
  organizationId: string,
  now: Date,
  limit = QUEUED_DELIVERIES_BATCH,
): Promise<number> =>
  changeQueuedDeliveries(
    tx,
    sql`state = 'cancelled', finished_at = ${now}`,
    sql`d.state IN ('pending', 'held') AND d.organization_id = ${organizationId} AND EXISTS (
      SELECT 1 FROM organizations WHERE id = ${organizationId} AND suspended_at IS NOT NULL)`,
    limit,
  );

/**
 * Cancels queued deliveries that suspensions of organizations left in the queue, up to `limit` of
 * each organization. Returns whether there may be more.
 */
export async function cancelSuspendedDeliveries(now: Date, limit?: number): Promise<boolean> {
  const suspended = await reader().$queryRaw<{ id: string }[]>`
    SELECT o.id FROM organizations o WHERE o.suspended_at IS NOT NULL AND EXISTS (
      SELECT 1 FROM deliveries d
      WHERE d.organization_id = o.id AND d.state IN ('pending', 'held'))`;
  for (const { id } of suspended)
    await transaction((tx) => cancelSuspendedBatch(tx, id, now, limit));
  return suspended.length > 0;
}

/** Cancels an organization's queued emails to contacts, invited people, and new subscribers. */
export async function cancelQueuedEmails(tx: Tx, organizationId: string): Promise<void> {
  await tx.emailJob.updateMany({
    where: { organizationId, state: { in: ["pending", "held"] } },
    data: { state: "dead", data: "", error: "Not sent: the organization was suspended." },
  });
}

/**
 * A deleted update. `next` is the update that followed it. `classifyNext` returns the new kind of
 * the event of `next`.
 */
export type RemovedUpdate = {
  id: string;
  components: readonly { id: string; old_status: string; new_status: string }[];
  next: { id: string; at: Date; classifyNext: (kind: EventKind) => EventKind } | undefined;
  at: Date;
};

/**
 * Removes a deleted update from the payload of other events. If no subscriber received the deleted
 * update, and the event of the next update has not been fanned out, the next event then covers the
 * component changes of both updates.
 */
export async function removeUpdateFromEvents(
  tx: Tx,
  of: Prisma.NotificationEventWhereInput & { organizationId: string },
  { id, components, next, at }: RemovedUpdate,
): Promise<void> {
  const received = {
    OR: [{ deletedDeliveries: { not: null } }, { deliveries: { some: { state: "delivered" } } }],
  };
  const isReceived =
    (await tx.notificationEvent.count({ where: { ...of, updateId: id, ...received } })) > 0;
  const before = new Map(components.map((component) => [component.id, component]));
  const rows = await tx.notificationEvent.findMany({
    where: { ...of, withdrawnAt: null, payload: { contains: id } },
    select: { id: true, kind: true, payload: true, updateId: true, fannedOutAt: true },
  });
  for (const row of rows) {
    const payload = JSON.parse(row.payload) as EventPayload;
    payload.updates = payload.updates.filter((update) => update.id !== id);
    if (next && payload.incident?.resolved_at === at.toISOString())
      payload.incident.resolved_at = next.at.toISOString();
    const isQueued = row.fannedOutAt === null && !isReceived;
    const following = isQueued && row.updateId === next?.id ? next : undefined;
    if (following)
      for (const component of payload.components) {
        const removed = before.get(component.id);
        if (removed?.new_status === component.old_status) component.old_status = removed.old_status;
      }
    const former = row.kind as EventKind;
    const kind = following?.classifyNext(former) ?? former;
    if (isFirstEvent(kind)) {
      delete payload.before;
      delete payload.thread;
    }
    await tx.notificationEvent.update({
      where: { id: row.id },
      data: { kind, payload: JSON.stringify(payload) },
      select: { id: true },
    });
  }
}

/**
 * Parses the payload of an event, and adds the URL of the incident or maintenance. The URL is not
 * stored, because the status page may get another one before the event is sent.
 */
export function parsePayload(
  row: Pick<OutboxRow, "payload" | "incidentId" | "maintenanceId">,
  pageUrl: string,
): EventPayload {
  const { incident, ...payload } = JSON.parse(row.payload) as EventPayload;
  const path =
    row.maintenanceId === null
      ? row.incidentId && `/incidents/${row.incidentId}`
      : `/maintenances/${row.maintenanceId}`;
  return {
    incident: incident && path ? { ...incident, url: pageUrl + path } : incident,
    ...payload,
  };
}
