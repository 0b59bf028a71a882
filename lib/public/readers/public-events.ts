import { namedComponentFields, toNamedComponent } from "@/lib/components/queries";
import type { NamedComponent } from "@/lib/components/rules";
import { reader, type Prisma } from "@/lib/db/database";
import type { Impact, IncidentStatus } from "@/lib/incidents/schema";
import type { MaintenanceStatus } from "@/lib/maintenances/schema";
import type { TextFormat } from "@/lib/markdown/values";
import type { OrganizationId } from "@/lib/organizations/scope";
import type {
  AffectedComponent,
  PublicIncident,
  PublicMaintenance,
  PublicUpdate,
} from "@/lib/public/page/schema";
import { readChildren } from "@/lib/relations";
import { parseTranslations } from "@/lib/translations/rules";
import { getColumns, getTables, orderByNewest } from "@/lib/updates/tables";
import type { SubjectKind } from "@/lib/updates/values";

/** An incident without its components and updates, because thousands may be read at once. */
export type ListedIncident = Omit<PublicIncident, "components" | "updates" | "more_updates">;
export type ListedMaintenance = Omit<PublicMaintenance, "components" | "updates" | "more_updates">;

type Where<Input> = Input & { organizationId: OrganizationId };

/** Reads the public data of incidents, sorted by start, latest first. */
export async function listPublicIncidents(
  where: Where<Prisma.IncidentWhereInput>,
  take?: number,
): Promise<ListedIncident[]> {
  const rows = await reader().incident.findMany({
    where,
    take,
    orderBy: [{ startedAt: "desc" }, { id: "desc" }],
  });
  const notified = await readNotifiedPostmortems(
    rows.filter(({ postmortemPublishedAt }) => postmortemPublishedAt !== null).map(({ id }) => id),
  );
  return rows.map((row) => {
    const { id, title, postmortem: body, postmortemPublishedAt: publishedAt } = row;
    return {
      id,
      title,
      translations: parseTranslations(row.translations),
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
              format: row.postmortemFormat as TextFormat,
              translations: parseTranslations(row.postmortemTranslations),
              published_at: publishedAt.toISOString(),
              updated_at: (row.postmortemUpdatedAt ?? publishedAt).toISOString(),
              notified: notified(id).some(({ createdAt }) => createdAt >= publishedAt),
            },
    };
  });
}

/** Reads when subscribers were notified of postmortems, from the stored notification events. */
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

/** Reads the public data of maintenance, sorted by scheduled start. */
export async function listPublicMaintenances(
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
    translations: parseTranslations(row.translations),
    status: row.status as MaintenanceStatus,
    scheduled_for: row.scheduledFor.toISOString(),
    scheduled_until: row.scheduledUntil.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    ended_at: row.endedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }));
}

/** Returns a component's name, or null if it is not on the organization's page. */
export async function findNamedComponent(
  organizationId: OrganizationId,
  id: string,
): Promise<NamedComponent | null> {
  const row = await reader().component.findFirst({
    where: { id, organizationId, archivedAt: null },
    select: namedComponentFields,
  });
  return row && toNamedComponent(row);
}

/** Returns the public fields of an update, without its author and earlier messages. */
const toUpdate = <Status extends string>(
  row: Prisma.IncidentUpdateGetPayload<object>,
  at: Date,
): PublicUpdate<Status> => ({
  id: row.id,
  status: row.status as Status,
  body: row.body,
  format: row.format as TextFormat,
  translations: parseTranslations(row.translations),
  at: at.toISOString(),
  edited_at: row.updatedAt > row.createdAt ? row.updatedAt.toISOString() : null,
  created_at: row.createdAt.toISOString(),
  notified: row.notified,
  affected: (JSON.parse(row.components) as AffectedComponent[]).map(
    ({ id, name, old_status, new_status }) => ({ id, name, old_status, new_status }),
  ),
});

/** Adds the components, by position, and the updates, newest first. */
async function loadEvents<Listed extends { id: string }>(
  kind: SubjectKind,
  listed: readonly Listed[],
) {
  const { components, updates } = getTables(reader(), kind);
  const { subject, time } = getColumns(kind);
  const ids = listed.map(({ id }) => id);
  const [getComponents, getUpdates] = await Promise.all([
    readChildren(
      ids,
      (some) =>
        components.findMany({
          where: { [subject]: { in: some } },
          include: { component: { select: namedComponentFields } },
          orderBy: { component: { position: "asc" } },
        }),
      (row) => row[subject],
    ),
    readChildren(
      ids,
      (some) =>
        updates.findMany({
          where: { [subject]: { in: some } },
          orderBy: orderByNewest(kind),
        }),
      (row) => row[subject],
    ),
  ]);
  return listed.map((event) => ({
    ...event,
    components: getComponents(event.id).map(({ status, component }) => ({
      ...toNamedComponent(component),
      ...(kind === "incident" && { status }),
    })),
    updates: getUpdates(event.id).map((row) => toUpdate(row, row[time])),
    more_updates: 0,
  }));
}

/** Adds components and updates to incidents. */
export const loadIncidents = (listed: readonly ListedIncident[]) =>
  loadEvents("incident", listed) as Promise<PublicIncident[]>;

/** Adds components and updates to maintenance. */
export const loadMaintenances = (listed: readonly ListedMaintenance[]) =>
  loadEvents("maintenance", listed) as Promise<PublicMaintenance[]>;

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
