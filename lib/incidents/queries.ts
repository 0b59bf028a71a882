import { type EventComponent, eventComponentFields } from "@/lib/components/queries";
import type { ComponentStatus, PublicStatus } from "@/lib/components/schema";
import { takePage, type TimeCursor } from "@/lib/cursor";
import { allOf, hasWords, type Prisma, reader, sql, type Tx } from "@/lib/db";
import { notFound, createUnknownIdsError } from "@/lib/errors";
import type { OrganizationId, OrganizationScope } from "@/lib/organizations/scope";
import { readByIds, readChildren } from "@/lib/relations";
import { findInSlices, splitIntoSlices, asSingleSlice } from "@/lib/slices";
import type { IncidentUpdateComponent } from "./rules";
import type { Impact, IncidentFilter, IncidentStatus } from "./schema";

export const INCIDENTS_PAGE_SIZE = 50;

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
  componentIds: string[];
};

/** A draft until `publishedAt` is set. */
export type Postmortem = { body: string; publishedAt: Date | null; updatedAt: Date };

export type IncidentWithRelations = Incident & {
  /**
   * By position. `status`: from this incident, or its last one before it was resolved. `recordedStatus`:
   * the public status.
   */
  components: (EventComponent & { status: ComponentStatus; recordedStatus: PublicStatus })[];
  postmortem: Postmortem | null;
};

export type IncidentDetail = IncidentWithRelations & {
  /** Active subscribers to this incident. */
  followerCount: number;
};

/** Returns an incident of the organization. 404 if there is none with this id. */
export async function getIncident(
  scope: { id: OrganizationId },
  id: string,
  db: Tx = reader(),
): Promise<IncidentWithRelations> {
  const row = await db.incident.findFirst({
    where: { id, organizationId: scope.id },
    include: {
      components: {
        select: {
          status: true,
          component: { select: { ...eventComponentFields, recordedStatus: true } },
        },
      },
    },
  });
  if (row === null) throw notFound("This incident");
  const {
    postmortem,
    postmortemPublishedAt,
    postmortemUpdatedAt,
    deletedChanges: _,
    ...incident
  } = row;
  const components = row.components
    .sort((a, b) => a.component.position - b.component.position)
    .map(({ status, component: { recordedStatus, ...component } }) => ({
      ...component,
      status: status as ComponentStatus,
      recordedStatus: recordedStatus as PublicStatus,
    }));
  return {
    ...incident,
    status: row.status as IncidentStatus,
    impact: row.impact as Impact,
    componentIds: components.map((component) => component.id),
    components,
    postmortem:
      postmortem === null
        ? null
        : { body: postmortem, publishedAt: postmortemPublishedAt, updatedAt: postmortemUpdatedAt! },
  };
}

/** As {@link getIncident}, with the number of subscribers. */
export async function getIncidentDetail(
  scope: { id: OrganizationId },
  id: string,
  db: Tx = reader(),
): Promise<IncidentDetail> {
  const incident = await getIncident(scope, id, db);
  return {
    ...incident,
    followerCount: await db.subscriberIncident.count({
      where: { incidentId: id, subscriber: { state: "active" } },
    }),
  };
}

/** 404 if there is no such incident, or no postmortem. */
export async function getPostmortem(
  scope: { id: OrganizationId },
  incidentId: string,
): Promise<Postmortem> {
  const { postmortem } = await getIncident(scope, incidentId);
  if (postmortem === null) throw notFound("This postmortem");
  return postmortem;
}

export const INCIDENT_UPDATES_PAGE_SIZE = 50;
/** Earlier messages returned with an update; the database keeps all of them. */
const EARLIER_TEXTS = 20;

export type PreviousText = { body: string; replacedAt: Date; replacedBy: string | null };
export type IncidentUpdate = {
  id: string;
  incidentId: string;
  status: IncidentStatus;
  body: string;
  components: IncidentUpdateComponent[];
  displayAt: Date;
  notified: boolean;
  /** A user or a token; null for the system. */
  authorId: string | null;
  createdAt: Date;
  updatedAt: Date;
  /** Messages from before each edit, newest first. */
  earlier: PreviousText[];
};

type UpdateRow = Prisma.IncidentUpdateGetPayload<object>;

async function readUpdates(db: Tx, rows: readonly UpdateRow[]): Promise<IncidentUpdate[]> {
  const earlierOf = await readChildren(
    rows.map(({ id }) => id),
    (some) =>
      db.incidentUpdateText.findMany({
        where: { updateId: { in: some } },
        select: { updateId: true, body: true, replacedAt: true, replacedBy: true },
        orderBy: [{ replacedAt: "desc" }, { id: "desc" }],
      }),
    ({ updateId }) => updateId,
  );
  return rows.map((row) => ({
    ...row,
    status: row.status as IncidentStatus,
    components: JSON.parse(row.components) as IncidentUpdateComponent[],
    earlier: earlierOf(row.id)
      .slice(0, EARLIER_TEXTS)
      .map(({ updateId: _, ...text }) => text),
  }));
}

/** Lists updates, newest first; `next` is the cursor of the following page. 404 without the incident. */
export async function listIncidentUpdates(
  scope: OrganizationScope,
  incidentId: string,
  before?: TimeCursor,
): Promise<{ updates: IncidentUpdate[]; next: TimeCursor | null }> {
  const db = reader();
  const incident = await db.incident.findFirst({
    where: { id: incidentId, organizationId: scope.id },
    select: { id: true },
  });
  if (incident === null) throw notFound("This incident");
  const rows = await db.incidentUpdate.findMany({
    where: {
      incidentId,
      ...(before && {
        displayAt: { lte: before.at },
        OR: [{ displayAt: { lt: before.at } }, { id: { lt: before.id } }],
      }),
    },
    orderBy: [{ displayAt: "desc" }, { id: "desc" }],
    take: INCIDENT_UPDATES_PAGE_SIZE + 1,
  });
  const { page, last } = takePage(rows, INCIDENT_UPDATES_PAGE_SIZE);
  return {
    updates: await readUpdates(db, page),
    next: last && { at: last.displayAt, id: last.id },
  };
}

/** 404 if there is no such incident or update. */
export async function getIncidentUpdate(
  scope: { id: OrganizationId },
  incidentId: string,
  id: string,
  db: Tx = reader(),
): Promise<IncidentUpdate> {
  const row = await db.incidentUpdate.findFirst({
    where: { id, incidentId, incident: { organizationId: scope.id } },
  });
  if (row === null) throw notFound("This update");
  return (await readUpdates(db, [row]))[0]!;
}

export type IncidentListPage = { incidents: Incident[]; next: TimeCursor | null };

/** Lists incidents that match the filter, newest start first; `next` is the cursor of the following page. */
export async function listIncidents(
  scope: OrganizationScope,
  filter: IncidentFilter,
): Promise<IncidentListPage> {
  const { before, status, impact, component_id: componentId, q = "" } = filter;
  // Few incidents are unresolved. SQLite has no statistics and might choose the index on the impact;
  // the concatenation prevents that.
  const isSelective = status !== undefined && status !== "resolved";
  const indexed = allOf(
    sql`i.organization_id = ${scope.id}`,
    status === "unresolved" && sql`i.resolved_at IS NULL`,
    status === "resolved" && sql`i.resolved_at IS NOT NULL`,
    isSelective && status !== "unresolved" && sql`i.status = ${status}`,
    impact && (isSelective ? sql`(i.impact || '') = ${impact}` : sql`i.impact = ${impact}`),
  );
  const unindexed = [
    componentId !== undefined &&
      sql`EXISTS (
        SELECT 1 FROM incident_components c
        WHERE c.incident_id = i.id AND c.component_id = ${componentId}
      )`,
    q !== "" && hasWords("i.title", q),
  ];
  const isAfter = (key: TimeCursor | undefined) =>
    key && sql`(i.started_at, i.id) < (${key.at}, ${key.id})`;
  const db = reader();
  const keyAt = async (after: TimeCursor | undefined, count: number) => {
    const [row] = await db.$queryRaw<TimeCursor[]>`
      SELECT i.started_at AS at, i.id FROM incidents i WHERE ${allOf(indexed, isAfter(after))}
      ORDER BY i.started_at DESC, i.id DESC LIMIT 1 OFFSET ${count - 1}`;
    return row ?? null;
  };
  const ids = await findInSlices(
    unindexed.some(Boolean) ? splitIntoSlices(keyAt, before) : asSingleSlice(before),
    INCIDENTS_PAGE_SIZE + 1,
    ({ after, to }, limit) => {
      const isInSlice = to && sql`(i.started_at, i.id) >= (${to.at}, ${to.id})`;
      return db.$queryRaw<{ id: string }[]>`
        SELECT i.id FROM incidents i
        WHERE ${allOf(indexed, ...unindexed, isAfter(after), isInSlice)}
        ORDER BY i.started_at DESC, i.id DESC LIMIT ${limit}`;
    },
  );
  const { page, last } = takePage(ids, INCIDENTS_PAGE_SIZE);
  const found = page.map(({ id }) => id);
  const [rows, componentsOf] = await Promise.all([
    reader().incident.findMany({
      where: { id: { in: found } },
      orderBy: [{ startedAt: "desc" }, { id: "desc" }],
    }),
    readChildren(
      found,
      (some) =>
        reader().incidentComponent.findMany({
          where: { incidentId: { in: some } },
          select: { incidentId: true, componentId: true },
          orderBy: { component: { position: "asc" } },
        }),
      ({ incidentId }) => incidentId,
    ),
  ]);
  const incidents = rows.map((incident) => ({
    ...incident,
    status: incident.status as IncidentStatus,
    impact: incident.impact as Impact,
    componentIds: componentsOf(incident.id).map(({ componentId }) => componentId),
  }));
  return { incidents, next: last && { at: incidents.at(-1)!.startedAt, id: last.id } };
}

/** Returns the ids without duplicates. 400 naming the ids that are not in this organization. */
export async function requireIncidents(
  tx: Tx,
  scope: { id: OrganizationId },
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await readByIds([...new Set(ids)], (some) =>
    tx.incident.findMany({
      where: { organizationId: scope.id, id: { in: some } },
      select: { id: true },
    }),
  );
  const found = new Set(rows.map(({ id }) => id));
  if (ids.some((id) => !found.has(id))) throw createUnknownIdsError("incident", ids, found);
  return [...found];
}
