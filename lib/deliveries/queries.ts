import { type Prisma, reader } from "@/lib/db";
import { notFound } from "@/lib/errors";
import { firstIdOf } from "@/lib/ids";
import { idOf, partsOf } from "@/lib/notifications/delivery-row";
import type { OrganizationScope } from "@/lib/organizations/scope";
import { addCounts, type DeliveryCount, readCounts } from "./rules";
import type { DeliveryFilter } from "./schema";

/** Deliveries in one page of the list. */
export const PAGE_SIZE = 50;

const fields = {
  event: { select: { kind: true, incidentId: true, maintenanceId: true, incident: { select: { title: true } }, maintenance: { select: { title: true } } } },
  subscriber: { select: { address: true } },
} satisfies Prisma.DeliveryInclude;

export type Delivery = Awaited<ReturnType<typeof findPage>>[number];

/** The events of an incident, of a maintenance, or of both, which is none. */
const eventsOf = (scope: OrganizationScope, of: { incidentId?: string; maintenanceId?: string }) =>
  reader().notificationEvent.findMany({ where: { organizationId: scope.id, ...of }, select: { id: true, deletedDeliveries: true } });

async function findPage(scope: OrganizationScope, { before, state, channel, subscriber, incident, maintenance }: DeliveryFilter) {
  const end = before === undefined ? null : partsOf(before);
  const about = { ...(incident !== undefined && { incidentId: incident }), ...(maintenance !== undefined && { maintenanceId: maintenance }) };
  const events = Object.keys(about).length === 0 ? null : await eventsOf(scope, about);
  return reader().delivery.findMany({
    where: {
      organizationId: scope.id,
      ...(state && { state }),
      ...(channel && { channel }),
      ...(subscriber !== undefined && { subscriberId: subscriber }),
      ...(events !== null && { AND: { eventId: { in: events.map(({ id }) => id) } } }),
      // The first condition says what follows from the second, in a way that the key answers.
      ...(end && { eventId: { lte: end.eventId }, OR: [{ eventId: { lt: end.eventId } }, { eventId: end.eventId, subscriberId: { lt: end.subscriberId } }] }),
    },
    orderBy: [{ eventId: "desc" }, { subscriberId: "desc" }],
    take: PAGE_SIZE + 1,
    include: fields,
  });
}

/** Deliveries with their attempts, those of the newest events first; `next` is the cursor of the older ones. */
export async function listDeliveries(scope: OrganizationScope, filter: DeliveryFilter): Promise<{ deliveries: Delivery[]; next: string | null }> {
  const rows = await findPage(scope, filter);
  const deliveries = rows.slice(0, PAGE_SIZE);
  return { deliveries, next: rows.length > PAGE_SIZE ? idOf(deliveries.at(-1)!) : null };
}

/** One delivery with its attempts; 404 when it is not this organization's. */
export async function getDelivery(scope: OrganizationScope, id: string): Promise<Delivery> {
  const delivery = await reader().delivery.findFirst({ where: { organizationId: scope.id, ...partsOf(id) }, include: fields });
  if (delivery === null) throw notFound("This delivery");
  return delivery;
}

export type DeliveryReport = { total: number; counts: DeliveryCount[] };

/** How many deliveries of the events of an incident or a maintenance are in which state, by channel, those that were deleted for their age among them. 404 when there is none. */
export async function reportDeliveries(scope: OrganizationScope, of: { incidentId: string } | { maintenanceId: string }): Promise<DeliveryReport> {
  const db = reader();
  if ("incidentId" in of) {
    const incident = await db.incident.findFirst({ where: { id: of.incidentId, organizationId: scope.id }, select: { id: true } });
    if (incident === null) throw notFound("This incident");
  } else {
    const maintenance = await db.maintenance.findFirst({ where: { id: of.maintenanceId, organizationId: scope.id }, select: { id: true } });
    if (maintenance === null) throw notFound("This maintenance");
  }
  const events = await eventsOf(scope, of);
  return report([...(await count(scope, { in: events.map(({ id }) => id) })), ...events.flatMap(({ deletedDeliveries }) => readCounts(deletedDeliveries))]);
}

/** How many deliveries of what happened since then are in which state, by channel. */
export const summarizeDeliveries = async (scope: OrganizationScope, since: Date): Promise<DeliveryReport> => report(await count(scope, { gte: firstIdOf(since) }));

async function count(scope: OrganizationScope, eventId: Prisma.StringFilter): Promise<DeliveryCount[]> {
  const groups = await reader().delivery.groupBy({
    by: ["state", "channel"],
    where: { organizationId: scope.id, eventId },
    _count: { _all: true },
  });
  return groups.map(({ state, channel, _count }) => ({ state, channel, count: _count._all }));
}

function report(all: readonly DeliveryCount[]): DeliveryReport {
  const counts = addCounts(all);
  return { counts, total: counts.reduce((sum, { count: one }) => sum + one, 0) };
}
