import { insertRows } from "@/lib/statements";
import type { Prisma, Tx } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import type { EventKind, EventPayload, NotificationEvent } from "./events";

/** The organization's count of writes. It orders events and subscribers, unlike skewed clocks. */
export async function readRevision(tx: Tx, organizationId: string): Promise<number> {
  const { revision } = await tx.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { revision: true },
  });
  return revision;
}

/**
 * Writes an event to the outbox, in the transaction of its change. Fan-out starts after
 * `delaySeconds`, and not before that of earlier events of the same incident or maintenance.
 * `fannedOutAt`: the caller creates its deliveries.
 */
export async function enqueueEvent(
  tx: Tx,
  { payload, ...event }: NotificationEvent & { fannedOutAt?: Date; revision?: number },
  delaySeconds = 0,
) {
  const { organizationId, incidentId, maintenanceId, createdAt } = event;
  const isFirst = event.kind === "incident.created" || event.kind === "maintenance.scheduled";
  const earlier = isFirst
    ? null
    : await tx.notificationEvent.aggregate({
        where: { organizationId, incidentId, maintenanceId, fannedOutAt: null },
        _max: { notBefore: true },
      });
  const delayed = delaySeconds > 0 ? new Date(createdAt.getTime() + delaySeconds * 1_000) : null;
  const notBefore = [delayed, earlier?._max.notBefore ?? null].reduce((one, other) =>
    one === null || (other !== null && other > one) ? other : one,
  );
  const row = {
    id: newId(),
    ...event,
    payload: JSON.stringify(payload),
    notBefore,
    revision: event.revision ?? (await readRevision(tx, organizationId)),
  };
  await insertRows(tx, "notification_events", [row]);
  return row;
}

/** An event as stored. */
export type OutboxRow = Awaited<ReturnType<typeof enqueueEvent>>;

/**
 * Withdraws the events of a deleted incident, maintenance or update, in the same transaction.
 * Queued deliveries are canceled. An event without any delivery is deleted.
 */
export async function withdrawEvents(
  tx: Tx,
  events: Prisma.NotificationEventWhereInput & { organizationId: string },
  now: Date,
): Promise<void> {
  // Locks the events: fan-out has created all deliveries before, or creates none.
  await tx.notificationEvent.updateMany({ where: events, data: { withdrawnAt: now } });
  await tx.notificationEvent.updateMany({
    where: { ...events, fannedOutAt: null },
    data: { fannedOutAt: now },
  });
  await tx.notificationEvent.deleteMany({
    where: { ...events, deletedDeliveries: null, deliveries: { none: {} } },
  });
  const rows = await tx.notificationEvent.findMany({ where: events, select: { id: true } });
  const { organizationId } = events;
  for (const { id: eventId } of rows) {
    await tx.delivery.updateMany({
      where: { organizationId, eventId, state: { in: ["pending", "held"] } },
      data: { state: "cancelled", finishedAt: now },
    });
  }
}

/** A deleted update, and the one after it with the kind that its event has from then on. */
type RemovedUpdate = {
  id: string;
  components: readonly { id: string; old_status: string; new_status: string }[];
  next: { id: string; at: Date; kindAfter: (kind: EventKind) => EventKind } | undefined;
  at: Date;
};

/**
 * Removes a deleted update from the other events of its incident or maintenance. If no one has
 * received it, the queued event of the next update describes the change since the one before.
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
    if (next && payload.incident.resolved_at === at.toISOString())
      payload.incident.resolved_at = next.at.toISOString();
    const isNext =
      next !== undefined && row.updateId === next.id && row.fannedOutAt === null && !isReceived;
    if (isNext) {
      for (const component of payload.components) {
        const gone = before.get(component.id);
        if (gone?.new_status === component.old_status) component.old_status = gone.old_status;
      }
    }
    const kind = isNext ? next.kindAfter(row.kind as EventKind) : row.kind;
    await tx.notificationEvent.update({
      where: { id: row.id },
      data: { kind, payload: JSON.stringify(payload) },
      select: { id: true },
    });
  }
}

/** Parses the payload and adds the URL of its incident or maintenance. */
export function openPayload(
  {
    payload,
    incidentId,
    maintenanceId,
  }: Pick<OutboxRow, "payload" | "incidentId" | "maintenanceId">,
  pageUrl: string,
): EventPayload {
  const parsed = JSON.parse(payload) as EventPayload;
  const path =
    maintenanceId !== null
      ? `/maintenances/${maintenanceId}`
      : incidentId !== null
        ? `/incidents/${incidentId}`
        : null;
  return path === null
    ? parsed
    : { ...parsed, incident: { ...parsed.incident, url: pageUrl + path } };
}

/** Limits of one event: its updates, and the characters of their bodies together. */
export const EVENT_UPDATES = 50;
/** Also of the descriptions of its components together. */
const EVENT_CHARACTERS = 100_000;

/** The newest updates that fit into an event, newest first; always the newest one. */
export function fitIntoEvent<Update extends { body: string }>(
  updates: readonly Update[],
): Update[] {
  let characters = 0;
  return updates
    .slice(0, EVENT_UPDATES)
    .filter(({ body }, index) => (characters += body.length) <= EVENT_CHARACTERS || index === 0);
}

type Changed = {
  id: string;
  name: string;
  description: string;
  position: number;
  createdAt: Date;
  updatedAt: Date;
  before: string;
  after: string;
};

/** All components of an event; descriptions only as long as they fit. */
export function componentsForEvent(changes: readonly Changed[]): EventPayload["components"] {
  let characters = 0;
  return changes.map(
    ({ id, name, description, position, createdAt, updatedAt, before, after }) => ({
      ...{ id, name, old_status: before, new_status: after, position },
      ...((characters += description.length) <= EVENT_CHARACTERS && { description }),
      created_at: createdAt.toISOString(),
      updated_at: updatedAt.toISOString(),
    }),
  );
}
