import { type ToldComponent, toldFields } from "@/lib/components/queries";
import type { ComponentStatus, PublicStatus } from "@/lib/components/schema";
import { cutPage, type Moment } from "@/lib/cursor";
import { allOf, hasWords, type Prisma, reader, sql, type Tx } from "@/lib/db";
import { notFound, unknownIds } from "@/lib/errors";
import type { OrganizationId, OrganizationScope } from "@/lib/organizations/scope";
import type { Affected } from "./rules";
import type { Impact, IncidentFilter, IncidentStatus } from "./schema";

/** Incidents in one page of the list (contract §8). */
export const PAGE_SIZE = 50;

export type Incident = {
  id: string;
  organizationId: string;
  title: string;
  status: IncidentStatus;
  impact: Impact;
  startedAt: Date;
  resolvedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  /** Affected components, in the order of components. */
  componentIds: string[];
};

/** The text that tells what was learned. A draft until it is published. */
export type Postmortem = { body: string; publishedAt: Date | null; updatedAt: Date };

/** An incident with all that belongs to it, but its updates. */
export type IncidentRecord = Incident & {
  /** By position. `status`: what the incident says of it, or said last before it was resolved; `recordedStatus`: what it publicly is. */
  components: (ToldComponent & { status: ComponentStatus; recordedStatus: PublicStatus })[];
  postmortem: Postmortem | null;
};

/** An incident as a member looks at it. */
export type IncidentDetail = IncidentRecord & {
  /** Active subscribers that follow this incident. */
  followerCount: number;
};

/** An incident of the organization; 404 when it has none with this id. */
export async function getIncident(scope: { id: OrganizationId }, id: string, db: Tx = reader()): Promise<IncidentRecord> {
  const row = await db.incident.findFirst({
    where: { id, organizationId: scope.id },
    include: { components: { select: { status: true, component: { select: { ...toldFields, recordedStatus: true } } } } },
  });
  if (row === null) throw notFound("This incident");
  const { postmortem, postmortemPublishedAt, postmortemUpdatedAt, ...incident } = row;
  const components = row.components
    .sort((a, b) => a.component.position - b.component.position)
    .map(({ status, component: { recordedStatus, ...component } }) => ({ ...component, status: status as ComponentStatus, recordedStatus: recordedStatus as PublicStatus }));
  return {
    ...incident,
    status: row.status as IncidentStatus,
    impact: row.impact as Impact,
    componentIds: components.map((component) => component.id),
    components,
    postmortem: postmortem === null ? null : { body: postmortem, publishedAt: postmortemPublishedAt, updatedAt: postmortemUpdatedAt! },
  };
}

/** An incident of the organization, with its followers counted; 404 when it has none with this id. */
export async function getIncidentDetail(scope: { id: OrganizationId }, id: string, db: Tx = reader()): Promise<IncidentDetail> {
  const incident = await getIncident(scope, id, db);
  return { ...incident, followerCount: await db.subscriberIncident.count({ where: { incidentId: id, subscriber: { state: "active" } } }) };
}

/** The postmortem of an incident; 404 when there is no such incident, or none was written. */
export async function getPostmortem(scope: { id: OrganizationId }, incidentId: string): Promise<Postmortem> {
  const { postmortem } = await getIncident(scope, incidentId);
  if (postmortem === null) throw notFound("This postmortem");
  return postmortem;
}

/** Updates in one page of their list. */
export const UPDATES_PAGE_SIZE = 50;
/** Earlier texts that are shown of an update, newest first; the record keeps all. */
const EARLIER_TEXTS = 20;

export type EarlierText = { body: string; replacedAt: Date; replacedBy: string | null };
export type IncidentUpdate = {
  id: string;
  incidentId: string;
  status: IncidentStatus;
  body: string;
  components: Affected[];
  displayAt: Date;
  notified: boolean;
  /** A user or a token; null for the system. */
  authorId: string | null;
  createdAt: Date;
  updatedAt: Date;
  /** What it said before, newest first. */
  earlier: EarlierText[];
};

const updateFields = {
  earlier: { select: { body: true, replacedAt: true, replacedBy: true }, orderBy: [{ replacedAt: "desc" }, { id: "desc" }], take: EARLIER_TEXTS },
} satisfies Prisma.IncidentUpdateInclude;

const readUpdate = (row: Prisma.IncidentUpdateGetPayload<{ include: typeof updateFields }>): IncidentUpdate => ({
  ...row,
  status: row.status as IncidentStatus,
  components: JSON.parse(row.components) as Affected[],
});

/** The updates of an incident, at most {@link UPDATES_PAGE_SIZE}, newest first; `next` leads to the older ones. 404 without the incident. */
export async function listUpdates(scope: OrganizationScope, incidentId: string, before?: Moment): Promise<{ updates: IncidentUpdate[]; next: Moment | null }> {
  const db = reader();
  const incident = await db.incident.findFirst({ where: { id: incidentId, organizationId: scope.id }, select: { id: true } });
  if (incident === null) throw notFound("This incident");
  const rows = await db.incidentUpdate.findMany({
    where: { incidentId, ...(before && { displayAt: { lte: before.at }, OR: [{ displayAt: { lt: before.at } }, { id: { lt: before.id } }] }) },
    orderBy: [{ displayAt: "desc" }, { id: "desc" }],
    take: UPDATES_PAGE_SIZE + 1,
    include: updateFields,
  });
  const { page, last } = cutPage(rows, UPDATES_PAGE_SIZE);
  return { updates: page.map(readUpdate), next: last && { at: last.displayAt, id: last.id } };
}

/** An update of an incident of the organization; 404 without one of them. */
export async function getUpdate(scope: { id: OrganizationId }, incidentId: string, id: string, db: Tx = reader()): Promise<IncidentUpdate> {
  const row = await db.incidentUpdate.findFirst({ where: { id, incidentId, incident: { organizationId: scope.id } }, include: updateFields });
  if (row === null) throw notFound("This update");
  return readUpdate(row);
}

export type IncidentPage = { incidents: Incident[]; next: Moment | null };

/** The most recent incidents that fit the filter, at most {@link PAGE_SIZE}, newest start first; `next` leads to the older ones. */
export async function listIncidents(scope: OrganizationScope, filter: IncidentFilter): Promise<IncidentPage> {
  const { before, status, impact, component_id: componentId, q = "" } = filter;
  // Few are unresolved at any time, and nearly all others are resolved: without statistics, SQLite takes any index that fits.
  const few = status !== undefined && status !== "resolved";
  const ids = await reader().$queryRaw<{ id: string }[]>`
    SELECT i.id FROM incidents i
    WHERE ${allOf(
      sql`i.organization_id = ${scope.id}`,
      status === "unresolved" && sql`i.resolved_at IS NULL`,
      status === "resolved" && sql`i.resolved_at IS NOT NULL`,
      few && status !== "unresolved" && sql`i.status = ${status}`,
      impact && (few ? sql`(i.impact || '') = ${impact}` : sql`i.impact = ${impact}`),
      componentId !== undefined && sql`EXISTS (SELECT 1 FROM incident_components c WHERE c.incident_id = i.id AND c.component_id = ${componentId})`,
      q !== "" && hasWords("i.title", q),
      // The first condition alone decides the index range; the pair is exact.
      before && sql`i.started_at <= ${before.at} AND (i.started_at < ${before.at} OR i.id < ${before.id})`,
    )}
    ORDER BY i.started_at DESC, i.id DESC LIMIT ${PAGE_SIZE + 1}`;
  const { page, last } = cutPage(ids, PAGE_SIZE);
  const rows = await reader().incident.findMany({
    where: { id: { in: page.map(({ id }) => id) } },
    orderBy: [{ startedAt: "desc" }, { id: "desc" }],
    include: { components: { select: { componentId: true }, orderBy: { component: { position: "asc" } } } },
  });
  const incidents = rows.map(({ components, ...incident }) => ({
    ...incident,
    status: incident.status as IncidentStatus,
    impact: incident.impact as Impact,
    componentIds: components.map(({ componentId }) => componentId),
  }));
  return { incidents, next: last && { at: incidents.at(-1)!.startedAt, id: last.id } };
}

/** The incidents that `ids` name, once each. 400 naming the `incident_ids` that are not in this organization. */
export async function requireIncidents(tx: Tx, scope: { id: OrganizationId }, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.incident.findMany({ where: { organizationId: scope.id, id: { in: [...new Set(ids)] } }, select: { id: true } });
  const found = new Set(rows.map(({ id }) => id));
  if (ids.some((id) => !found.has(id))) throw unknownIds("incident", ids, found);
  return [...found];
}
