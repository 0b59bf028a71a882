import { listGroups, type ComponentGroup } from "@/lib/component-groups/queries";
import { type Component, listComponents } from "@/lib/components/queries";
import type { PublicStatus } from "@/lib/components/schema";
import { type Prisma, reader } from "@/lib/db";
import { isProblem } from "@/lib/errors";
import type { Impact, IncidentStatus } from "@/lib/incidents/schema";
import { type OrganizationId, visitOrganization } from "@/lib/organizations/scope";
import { MOST_LISTED, type apiMaintenanceStatuses } from "./schema";

/** Whose page it is; `changedAt`: when anything that strangers see last changed. */
export type Page = { id: string; name: string; timeZone: string; indexed: boolean; changedAt: Date };

/** What an update made of a component, in the words of the day. */
export type Affected = { id: string; name: string; old_status: PublicStatus; new_status: PublicStatus };

export type Update<Status extends string> = { id: string; status: Status; body: string; displayAt: Date; notified: boolean; components: Affected[]; createdAt: Date; updatedAt: Date };

/** What incidents and planned work have in common; their updates are newest first. */
type Event<Status extends string> = { id: string; title: string; status: Status; createdAt: Date; updatedAt: Date; componentIds: string[]; updates: Update<Status>[] };

export type Incident = Event<IncidentStatus> & { impact: Impact; startedAt: Date; resolvedAt: Date | null; /** Once it is published. */ postmortem: { body: string; publishedAt: Date; updatedAt: Date; notified: boolean } | null };

export type MaintenanceStatus = (typeof apiMaintenanceStatuses)[number];
export type Maintenance = Event<MaintenanceStatus> & { scheduledFor: Date; scheduledUntil: Date; startedAt: Date | null; endedAt: Date | null };

/** A component, with the time of the last change that its status or its words had. */
export type ListedComponent = Component & { changedAt: Date };

/** What is so now: components and groups in their order, unresolved incidents by latest start, running work and planned work by earliest plan. */
export type Present = { page: Page; components: ListedComponent[]; groups: ComponentGroup[]; incidents: Incident[]; active: Maintenance[]; upcoming: Maintenance[] };

/** What has been, the newest {@link MOST_LISTED} each, by latest start: incidents, those of them that are resolved, and work that was not cancelled. */
export type Past = { incidents: Incident[]; resolved: Incident[]; maintenances: Maintenance[] };

/** What the public API tells of the present; null when there is no such organization. */
export async function getPresent(orgID: string): Promise<Present | null> {
  const scope = await visit(orgID);
  if (scope === null) return null;
  // First of all: what changes while the rest is read is then told of by a later time than this.
  const page = await getPage(scope);
  const [components, changes, groups, incidents, maintenances] = await Promise.all([
    listComponents(scope),
    lastChanges(scope),
    listGroups(scope),
    findIncidents({ where: { organizationId: scope.id, status: { in: ["investigating", "identified", "monitoring"] } } }),
    findMaintenances({ where: { organizationId: scope.id, status: { in: ["scheduled", "in_progress", "verifying"] } }, orderBy: [{ scheduledFor: "asc" }, { id: "asc" }] }),
  ]);
  return {
    page,
    components: components.map((component) => ({ ...component, changedAt: latest(component.updatedAt, changes.get(component.id)) })),
    groups,
    incidents,
    active: maintenances.filter(({ status }) => status !== "scheduled"),
    upcoming: maintenances.filter(({ status }) => status === "scheduled"),
  };
}

/** What the public API tells of the past; null when there is no such organization. */
export async function getPast(orgID: string): Promise<Past | null> {
  const scope = await visit(orgID);
  if (scope === null) return null;
  const [incidents, resolved, maintenances] = await Promise.all([
    findIncidents({ where: { organizationId: scope.id }, take: MOST_LISTED }),
    findIncidents({ where: { organizationId: scope.id, status: "resolved" }, take: MOST_LISTED }),
    findMaintenances({ where: { organizationId: scope.id, status: { not: "cancelled" } }, orderBy: [{ scheduledFor: "desc" }, { id: "desc" }], take: MOST_LISTED }),
  ]);
  return { incidents, resolved, maintenances };
}

async function visit(orgID: string): Promise<{ id: OrganizationId } | null> {
  try {
    return await visitOrganization(orgID);
  } catch (error) {
    if (isProblem(error) && error.kind === "not_found") return null;
    throw error;
  }
}

async function getPage(scope: { id: OrganizationId }): Promise<Page> {
  const { publicChangeMs, createdAt, ...page } = await reader().organization.findUniqueOrThrow({
    where: { id: scope.id },
    select: { id: true, name: true, timeZone: true, indexed: true, publicChangeMs: true, createdAt: true },
  });
  return { ...page, changedAt: latest(createdAt, new Date(Number(publicChangeMs))) };
}

const latest = (first: Date, ...others: (Date | undefined)[]): Date => others.reduce<Date>((newest, at) => (at !== undefined && at > newest ? at : newest), first);

/** When the record of each component was last added to; not one row more is read. */
async function lastChanges(scope: { id: OrganizationId }): Promise<Map<string, Date>> {
  const rows = await reader().$queryRaw<{ componentId: string; at: Date }[]>`
    SELECT s.component_id AS "componentId", s.at FROM components c JOIN component_status_changes s
      ON s.id = (SELECT x.id FROM component_status_changes x WHERE x.component_id = c.id ORDER BY x.at DESC, x.id DESC LIMIT 1)
    WHERE c.organization_id = ${scope.id} AND c.archived_at IS NULL`;
  return new Map(rows.map(({ componentId, at }) => [componentId, at]));
}

// Of an update, neither who wrote it nor what it said before.
const updateFields = { id: true, status: true, body: true, components: true, notified: true, createdAt: true, updatedAt: true } satisfies Prisma.MaintenanceUpdateSelect;
const componentIds = { select: { componentId: true }, orderBy: { component: { position: "asc" } } } as const;

const incidentFields = {
  ...{ id: true, title: true, status: true, impact: true, startedAt: true, resolvedAt: true, createdAt: true, updatedAt: true },
  ...{ postmortem: true, postmortemPublishedAt: true, postmortemUpdatedAt: true },
  components: componentIds,
  // Each publication of which subscribers are told has an event of its own, which stays.
  events: { where: { kind: "incident.postmortem_published" }, select: { createdAt: true } },
  updates: { select: { ...updateFields, displayAt: true }, orderBy: [{ displayAt: "desc" }, { id: "desc" }] },
} satisfies Prisma.IncidentSelect;

type Find<Where> = { where: Where & { organizationId: OrganizationId }; take?: number };

async function findIncidents(of: Find<Prisma.IncidentWhereInput>): Promise<Incident[]> {
  const rows = await reader().incident.findMany({ ...of, select: incidentFields, orderBy: [{ startedAt: "desc" }, { id: "desc" }] });
  return rows.map(({ postmortem: body, postmortemPublishedAt: publishedAt, postmortemUpdatedAt, events, ...row }) => {
    const updates = row.updates.map((update) => ({ ...update, status: update.status as IncidentStatus, components: JSON.parse(update.components) as Affected[] }));
    return {
      ...row,
      status: row.status as IncidentStatus,
      impact: row.impact as Impact,
      // The correction of an update leaves the incident as it is.
      updatedAt: latest(row.updatedAt, ...updates.map((update) => update.updatedAt)),
      componentIds: row.components.map(({ componentId }) => componentId),
      updates,
      postmortem: body === null || publishedAt === null ? null : { body, publishedAt, updatedAt: postmortemUpdatedAt ?? publishedAt, notified: events.some(({ createdAt }) => createdAt >= publishedAt) },
    };
  });
}

const maintenanceFields = {
  ...{ id: true, title: true, status: true, scheduledFor: true, scheduledUntil: true, startedAt: true, endedAt: true, createdAt: true, updatedAt: true },
  components: componentIds,
  updates: { select: updateFields, orderBy: [{ createdAt: "desc" }, { id: "desc" }] },
} satisfies Prisma.MaintenanceSelect;

async function findMaintenances(of: Find<Prisma.MaintenanceWhereInput> & { orderBy: Prisma.MaintenanceOrderByWithRelationInput[] }): Promise<Maintenance[]> {
  const rows = await reader().maintenance.findMany({ ...of, select: maintenanceFields });
  return rows.map((row) => {
    const updates = row.updates.map((update) => ({ ...update, status: update.status as MaintenanceStatus, displayAt: update.createdAt, components: JSON.parse(update.components) as Affected[] }));
    const { status, components } = row;
    return { ...row, status: status as MaintenanceStatus, updatedAt: latest(row.updatedAt, ...updates.map(({ updatedAt }) => updatedAt)), componentIds: components.map(({ componentId }) => componentId), updates };
  });
}
