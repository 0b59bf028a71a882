import type { ComponentStatus } from "@/lib/components/schema";
import type { Prisma } from "@/lib/db/client";
import { reader } from "@/lib/db/database";
import type { Impact, IncidentStatus } from "@/lib/incidents/schema";
import type { MaintenanceStatus } from "@/lib/maintenances/schema";
import type { OrganizationId } from "@/lib/organizations/scope";
import type {
  AffectedComponent,
  NamedComponent,
  PublicIncident,
  PublicMaintenance,
  PublicUpdate,
} from "@/lib/public/page/schema";
import { readByIds, readChildren } from "@/lib/relations";

/** Without components and updates, so that thousands are read in one query. */
export type ListedIncident = Omit<PublicIncident, "components" | "updates" | "more_updates">;
export type ListedMaintenance = Omit<PublicMaintenance, "components" | "updates" | "more_updates">;

type Where<Input> = Input & { organizationId: OrganizationId };

/** Latest start first. */
export async function listIncidents(
  where: Where<Prisma.IncidentWhereInput>,
  take?: number,
): Promise<ListedIncident[]> {
  const rows = await reader().incident.findMany({
    where,
    take,
    orderBy: [{ startedAt: "desc" }, { id: "desc" }],
    omit: { organizationId: true },
  });
  const notified = await readNotifiedPostmortems(
    rows.filter(({ postmortemPublishedAt }) => postmortemPublishedAt !== null).map(idOf),
  );
  return rows.map((row) => {
    const { id, title, postmortem: body, postmortemPublishedAt: publishedAt } = row;
    return {
      id,
      title,
      status: row.status as IncidentStatus,
      impact: row.impact as Impact,
      started_at: row.startedAt.toISOString(),
      resolved_at: row.resolvedAt?.toISOString() ?? null,
      created_at: row.createdAt.toISOString(),
      updated_at: row.updatedAt.toISOString(),
      postmortem:
        body === null || publishedAt === null
          ? null
          : {
              body,
              published_at: publishedAt.toISOString(),
              updated_at: (row.postmortemUpdatedAt ?? publishedAt).toISOString(),
              notified: notified(id).some(({ createdAt }) => createdAt >= publishedAt),
            },
    };
  });
}

/** Each publication that notified subscribers has its own event. */
const readNotifiedPostmortems = (incidentIds: readonly string[]) =>
  readChildren(
    incidentIds,
    (ids) =>
      reader().notificationEvent.findMany({
        where: { incidentId: { in: ids }, kind: "incident.postmortem_published" },
        select: { incidentId: true, createdAt: true },
      }),
    ({ incidentId }) => incidentId!,
  );

/** By scheduled start. */
export async function listMaintenances(
  where: Where<Prisma.MaintenanceWhereInput>,
  order: "asc" | "desc" = "asc",
  take?: number,
): Promise<ListedMaintenance[]> {
  const rows = await reader().maintenance.findMany({
    where,
    take,
    orderBy: [{ scheduledFor: order }, { id: order }],
  });
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    status: row.status as MaintenanceStatus,
    scheduled_for: row.scheduledFor.toISOString(),
    scheduled_until: row.scheduledUntil.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    ended_at: row.endedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }));
}

const namedFields = {
  id: true,
  name: true,
  group: { select: { name: true } },
} satisfies Prisma.ComponentSelect;
type NamedRow = Prisma.ComponentGetPayload<{ select: typeof namedFields }>;
const toNamed = ({ id, name, group }: NamedRow) => ({ id, name, group: group?.name ?? null });

/** The component if it is on the page of the organization. */
export async function findNamedComponent(
  organizationId: OrganizationId,
  id: string,
): Promise<NamedComponent | null> {
  const row = await reader().component.findFirst({
    where: { id, organizationId, archivedAt: null },
    select: namedFields,
  });
  return row && { name: row.name, group: row.group?.name ?? null };
}

// Never the author of an update, nor its former text.
const updateFields = {
  id: true,
  status: true,
  body: true,
  components: true,
  notified: true,
  createdAt: true,
  updatedAt: true,
} satisfies Prisma.MaintenanceUpdateSelect;
type UpdateRow = Prisma.MaintenanceUpdateGetPayload<{ select: typeof updateFields }>;

const toUpdate = <Status extends string>(row: UpdateRow, at: Date): PublicUpdate<Status> => ({
  id: row.id,
  status: row.status as Status,
  body: row.body,
  at: at.toISOString(),
  edited_at: row.updatedAt > row.createdAt ? row.updatedAt.toISOString() : null,
  created_at: row.createdAt.toISOString(),
  notified: row.notified,
  affected: (JSON.parse(row.components) as AffectedComponent[]).map(
    ({ id, name, old_status, new_status }) => ({ id, name, old_status, new_status }),
  ),
});

/** Adds the components by position and all updates, newest first. */
export async function loadIncidents(listed: readonly ListedIncident[]): Promise<PublicIncident[]> {
  const db = reader();
  const ids = listed.map(idOf);
  const [componentsOf, updatesOf] = await Promise.all([
    readChildren(
      ids,
      (some) =>
        db.incidentComponent.findMany({
          where: { incidentId: { in: some } },
          select: { incidentId: true, status: true, component: { select: namedFields } },
          orderBy: { component: { position: "asc" } },
        }),
      ({ incidentId }) => incidentId,
    ),
    readChildren(
      ids,
      (some) =>
        db.incidentUpdate.findMany({
          where: { incidentId: { in: some } },
          select: { ...updateFields, incidentId: true, displayAt: true },
          orderBy: [{ displayAt: "desc" }, { id: "desc" }],
        }),
      ({ incidentId }) => incidentId,
    ),
  ]);
  return listed.map((incident) => ({
    ...incident,
    components: componentsOf(incident.id).map(({ status, component }) => ({
      ...toNamed(component),
      status: status as ComponentStatus,
    })),
    updates: updatesOf(incident.id).map((row) => toUpdate(row, row.displayAt)),
    more_updates: 0,
  }));
}

/** Adds the components by position and all updates, newest first. */
export async function loadMaintenances(
  listed: readonly ListedMaintenance[],
): Promise<PublicMaintenance[]> {
  const db = reader();
  const ids = listed.map(idOf);
  const [componentsOf, updatesOf] = await Promise.all([
    readChildren(
      ids,
      (some) =>
        db.maintenanceComponent.findMany({
          where: { maintenanceId: { in: some } },
          select: { maintenanceId: true, component: { select: namedFields } },
          orderBy: { component: { position: "asc" } },
        }),
      ({ maintenanceId }) => maintenanceId,
    ),
    readChildren(
      ids,
      (some) =>
        db.maintenanceUpdate.findMany({
          where: { maintenanceId: { in: some } },
          select: { ...updateFields, maintenanceId: true },
          orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        }),
      ({ maintenanceId }) => maintenanceId,
    ),
  ]);
  return listed.map((maintenance) => ({
    ...maintenance,
    components: componentsOf(maintenance.id).map(({ component }) => toNamed(component)),
    updates: updatesOf(maintenance.id).map((row) => toUpdate(row, row.createdAt)),
    more_updates: 0,
  }));
}

/** Leaves out all but the newest updates. */
export const withNewestUpdates = <
  Event extends { updates: readonly unknown[]; more_updates: number },
>(
  event: Event,
  most: number,
): Event => ({
  ...event,
  updates: event.updates.slice(0, most),
  more_updates: Math.max(0, event.updates.length - most),
});

const idOf = ({ id }: { id: string }) => id;

/** Reads listed events by ID, in any order. */
export const listByIds = <Event>(
  ids: readonly string[],
  list: (id: { in: string[] }) => Promise<Event[]>,
): Promise<Event[]> => readByIds(ids, (some) => list({ in: some }));
