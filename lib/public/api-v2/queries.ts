import { listGroups, type ComponentGroup } from "@/lib/component-groups/queries";
import { type Component, listComponents } from "@/lib/components/queries";
import type { PublicStatus } from "@/lib/components/schema";
import { type Prisma, reader } from "@/lib/db";
import { isProblem } from "@/lib/errors";
import type { Impact, IncidentStatus } from "@/lib/incidents/schema";
import { type OrganizationId, getPublicOrganization } from "@/lib/organizations/scope";
import { readChildren } from "@/lib/relations";
import { MOST_LISTED, type apiMaintenanceStatuses } from "./schema";

/** `changedAt`: when public content last changed. */
export type Page = {
  id: string;
  name: string;
  timeZone: string;
  indexed: boolean;
  changedAt: Date;
};

/** The status that an update set for a component, with its name at that time. */
export type Affected = {
  id: string;
  name: string;
  old_status: PublicStatus;
  new_status: PublicStatus;
};

export type Update<Status extends string> = {
  id: string;
  status: Status;
  body: string;
  displayAt: Date;
  notified: boolean;
  components: Affected[];
  createdAt: Date;
  updatedAt: Date;
};

/** What incidents and maintenance have in common. Updates are newest first. */
type Event<Status extends string> = {
  id: string;
  title: string;
  status: Status;
  createdAt: Date;
  updatedAt: Date;
  componentIds: string[];
  updates: Update<Status>[];
};

export type IncidentWithUpdates = Event<IncidentStatus> & {
  impact: Impact;
  startedAt: Date;
  resolvedAt: Date | null;
  /** Null until it is published. */
  postmortem: {
    body: string;
    publishedAt: Date;
    updatedAt: Date;
    notified: boolean;
  } | null;
};

export type ApiMaintenanceStatus = (typeof apiMaintenanceStatuses)[number];
export type MaintenanceWithUpdates = Event<ApiMaintenanceStatus> & {
  scheduledFor: Date;
  scheduledUntil: Date;
  startedAt: Date | null;
  endedAt: Date | null;
};

/** `changedAt`: when its status or its texts last changed. */
export type ListedComponent = Component & { changedAt: Date };

/**
 * Components and groups by position, unresolved incidents by latest start, maintenance by earliest
 * schedule.
 */
export type Present = {
  page: Page;
  components: ListedComponent[];
  groups: ComponentGroup[];
  incidents: IncidentWithUpdates[];
  active: MaintenanceWithUpdates[];
  upcoming: MaintenanceWithUpdates[];
};

/** The newest {@link MOST_LISTED} of each, latest start first. Canceled maintenance is left out. */
export type Past = {
  incidents: IncidentWithUpdates[];
  resolved: IncidentWithUpdates[];
  maintenances: MaintenanceWithUpdates[];
};

/** Returns null if there is no such organization. */
export async function getPresent(orgID: string): Promise<Present | null> {
  const scope = await visit(orgID);
  if (scope === null) return null;
  // Read first: what changes meanwhile must have a later time than this.
  const page = await getPage(scope);
  const [components, changes, groups, incidents, maintenances] = await Promise.all([
    listComponents(scope),
    lastChanges(scope),
    listGroups(scope),
    findIncidents({
      organizationId: scope.id,
      status: { in: ["investigating", "identified", "monitoring"] },
    }),
    findMaintenances(
      { organizationId: scope.id, status: { in: ["scheduled", "in_progress", "verifying"] } },
      "asc",
    ),
  ]);
  return {
    page,
    components: components.map((component) => ({
      ...component,
      changedAt: latest(component.updatedAt, changes.get(component.id)),
    })),
    groups,
    incidents,
    active: maintenances.filter(({ status }) => status !== "scheduled"),
    upcoming: maintenances.filter(({ status }) => status === "scheduled"),
  };
}

/** Returns null if there is no such organization. */
export async function getPast(orgID: string): Promise<Past | null> {
  const scope = await visit(orgID);
  if (scope === null) return null;
  const [incidents, resolved, maintenances] = await Promise.all([
    findIncidents({ organizationId: scope.id }, MOST_LISTED),
    findIncidents({ organizationId: scope.id, status: "resolved" }, MOST_LISTED),
    findMaintenances(
      { organizationId: scope.id, status: { not: "cancelled" } },
      "desc",
      MOST_LISTED,
    ),
  ]);
  return { incidents, resolved, maintenances };
}

async function visit(orgID: string): Promise<{ id: OrganizationId } | null> {
  try {
    return await getPublicOrganization(orgID);
  } catch (error) {
    if (isProblem(error) && error.kind === "not_found") return null;
    throw error;
  }
}

async function getPage(scope: { id: OrganizationId }): Promise<Page> {
  const { publicVersion, createdAt, ...page } = await reader().organization.findUniqueOrThrow({
    where: { id: scope.id },
    select: {
      id: true,
      name: true,
      timeZone: true,
      indexed: true,
      publicVersion: true,
      createdAt: true,
    },
  });
  return { ...page, changedAt: latest(createdAt, new Date(Number(publicVersion))) };
}

const latest = (first: Date, ...others: (Date | undefined)[]): Date =>
  others.reduce<Date>((newest, at) => (at !== undefined && at > newest ? at : newest), first);

/** When the status timeline of each component last changed. Reads one row per component. */
async function lastChanges(scope: { id: OrganizationId }): Promise<Map<string, Date>> {
  const rows = await reader().$queryRaw<{ componentId: string; at: Date }[]>`
    SELECT s.component_id AS "componentId", s.at FROM components c JOIN component_status_changes s
      ON s.id = (SELECT x.id FROM component_status_changes x WHERE x.component_id = c.id
        ORDER BY x.at DESC, x.id DESC LIMIT 1)
    WHERE c.organization_id = ${scope.id} AND c.archived_at IS NULL`;
  return new Map(rows.map(({ componentId, at }) => [componentId, at]));
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

const incidentFields = {
  ...{
    id: true,
    title: true,
    status: true,
    impact: true,
    startedAt: true,
    resolvedAt: true,
    createdAt: true,
    updatedAt: true,
  },
  ...{ postmortem: true, postmortemPublishedAt: true, postmortemUpdatedAt: true },
} satisfies Prisma.IncidentSelect;

/** Latest start first, with all updates. */
async function findIncidents(
  where: Prisma.IncidentWhereInput & { organizationId: OrganizationId },
  take?: number,
): Promise<IncidentWithUpdates[]> {
  const db = reader();
  const rows = await db.incident.findMany({
    where,
    take,
    select: incidentFields,
    orderBy: [{ startedAt: "desc" }, { id: "desc" }],
  });
  const ids = rows.map(({ id }) => id);
  const [componentsOf, eventsOf, updatesOf] = await Promise.all([
    readChildren(
      ids,
      (some) =>
        db.incidentComponent.findMany({
          where: { incidentId: { in: some } },
          select: { incidentId: true, componentId: true },
          orderBy: { component: { position: "asc" } },
        }),
      ({ incidentId }) => incidentId,
    ),
    // Each publication that notified subscribers has its own event.
    readChildren(
      ids,
      (some) =>
        db.notificationEvent.findMany({
          where: { incidentId: { in: some }, kind: "incident.postmortem_published" },
          select: { incidentId: true, createdAt: true },
        }),
      ({ incidentId }) => incidentId!,
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
  return rows.map(
    ({ postmortem: body, postmortemPublishedAt: publishedAt, postmortemUpdatedAt, ...row }) => {
      const updates = updatesOf(row.id).map(({ incidentId: _, ...update }) => ({
        ...update,
        status: update.status as IncidentStatus,
        components: JSON.parse(update.components) as Affected[],
      }));
      const isNotified = (since: Date) =>
        eventsOf(row.id).some(({ createdAt }) => createdAt >= since);
      return {
        ...row,
        status: row.status as IncidentStatus,
        impact: row.impact as Impact,
        // Editing an update does not change the incident's row.
        updatedAt: latest(row.updatedAt, ...updates.map((update) => update.updatedAt)),
        componentIds: componentsOf(row.id).map(({ componentId }) => componentId),
        updates,
        postmortem:
          body === null || publishedAt === null
            ? null
            : {
                body,
                publishedAt,
                updatedAt: postmortemUpdatedAt ?? publishedAt,
                notified: isNotified(publishedAt),
              },
      };
    },
  );
}

const maintenanceFields = {
  id: true,
  title: true,
  status: true,
  scheduledFor: true,
  scheduledUntil: true,
  startedAt: true,
  endedAt: true,
  createdAt: true,
  updatedAt: true,
} satisfies Prisma.MaintenanceSelect;

/** By scheduled start, with all updates. */
async function findMaintenances(
  where: Prisma.MaintenanceWhereInput & { organizationId: OrganizationId },
  order: "asc" | "desc",
  take?: number,
): Promise<MaintenanceWithUpdates[]> {
  const db = reader();
  const rows = await db.maintenance.findMany({
    where,
    take,
    select: maintenanceFields,
    orderBy: [{ scheduledFor: order }, { id: order }],
  });
  const ids = rows.map(({ id }) => id);
  const [componentsOf, updatesOf] = await Promise.all([
    readChildren(
      ids,
      (some) =>
        db.maintenanceComponent.findMany({
          where: { maintenanceId: { in: some } },
          select: { maintenanceId: true, componentId: true },
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
  return rows.map((row) => {
    const updates = updatesOf(row.id).map(({ maintenanceId: _, ...update }) => ({
      ...update,
      status: update.status as ApiMaintenanceStatus,
      displayAt: update.createdAt,
      components: JSON.parse(update.components) as Affected[],
    }));
    return {
      ...row,
      status: row.status as ApiMaintenanceStatus,
      updatedAt: latest(row.updatedAt, ...updates.map(({ updatedAt }) => updatedAt)),
      componentIds: componentsOf(row.id).map(({ componentId }) => componentId),
      updates,
    };
  });
}
