import { takePage, type TimeCursor } from "@/lib/cursor";
import { joinValues, selectFields, type Sql, sql } from "@/lib/statements";
import { reader, type Prisma, type Tx } from "@/lib/db/database";
import { type FieldError, findUnknownIdErrors, invalid, notFound } from "@/lib/errors";
import type { OrganizationId } from "@/lib/organizations/scope";
import { groupRows, readByIds } from "@/lib/relations";
import { parseTranslations } from "@/lib/translations/rules";
import type { Translations } from "@/lib/translations/values";
import {
  getEffectiveStatus,
  getPublicStatus,
  getWorstStatus,
  createNamedComponent,
  type StatusCounts,
} from "./rules";
import { type ComponentStatus, type PublicStatus, publicStatuses } from "./schema";

/** The user, token, or server that set a status. `name` is its name at the time of the change. */
export type StatusAuthor = { kind: "user" | "token" | "system"; id: string | null; name: string };

type ComponentRow = Omit<Prisma.ComponentGetPayload<object>, "recordedStatus">;

/**
 * A component. `ownStatus` is the status that a user or token set. `status` is the effective one:
 * the worst of `ownStatus` and the statuses that unresolved incidents set.
 */
export type Component = Omit<ComponentRow, "translations"> & {
  translations: Translations<"name" | "description">;
  status: ComponentStatus;
  ownStatus: ComponentStatus;
  isUnderMaintenance: boolean;
  statusSetAt: Date | null;
  statusSetBy: StatusAuthor | null;
};

/**
 * Lists the unarchived components by position. With `archived`, lists the archived components
 * instead, most recently archived first.
 */
export const listComponents = (
  scope: { id: OrganizationId },
  { archived }: { archived: boolean } = { archived: false },
  db: Tx = reader(),
): Promise<Component[]> =>
  readComponents(db, scope, sql`s.archived_at IS ${archived ? sql`NOT NULL` : sql`NULL`}`);

/** Reads a component, archived or not. Throws 404 if the organization does not have it. */
export async function getComponent(
  scope: { id: OrganizationId },
  id: string,
  db: Tx = reader(),
): Promise<Component> {
  const [component] = await readComponents(db, scope, sql`s.id = ${id}`, [id]);
  if (component === undefined) throw notFound("This component");
  return component;
}

/** Returns the components with these IDs, archived or not, in the order of the IDs. */
export async function findComponents(
  scope: { id: OrganizationId },
  ids: readonly string[],
): Promise<Component[]> {
  const components = await readComponents(reader(), scope, sql`s.id IN (${joinValues(ids)})`, ids);
  return components.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

const MAX_ARCHIVED_NAMES = 10_000;

/**
 * Lists the names of the unarchived components by position, then those of the 10,000 most recently
 * archived ones. The other columns would need too much memory.
 */
export async function listComponentNames(
  scope: { id: OrganizationId },
  maxArchived = MAX_ARCHIVED_NAMES,
): Promise<{ id: string; name: string }[]> {
  const read = (condition: Sql) => reader().$queryRaw<{ id: string; name: string }[]>`
    SELECT id, name FROM components WHERE organization_id = ${scope.id} AND ${condition}`;
  const [unarchived, archived] = await Promise.all([
    read(sql`archived_at IS NULL ORDER BY position`),
    read(sql`archived_at IS NOT NULL ORDER BY position LIMIT ${maxArchived}`),
  ]);
  return [...unarchived, ...archived];
}

/** Reads components by position. With `ids`, the condition must match only these. */
async function readComponents(
  db: Tx,
  scope: { id: OrganizationId },
  condition: Sql,
  ids?: readonly string[],
): Promise<Component[]> {
  const [rows, getEventStatuses] = await Promise.all([
    readRows(db, scope, condition),
    readEventStatuses(db, scope.id, ids),
  ]);
  return rows.map((row) => toComponent(row, getEventStatuses));
}

type Row = ComponentRow & {
  statusSetAt: Date | null;
  actorKind: StatusAuthor["kind"];
  actorId: string | null;
  actorName: string;
};
const columns = selectFields<ComponentRow>({
  ...{ id: true, organizationId: true, groupId: true, name: true, description: true },
  ...{ translations: true, status: true, position: true, startDate: true },
  ...{ archivedAt: true, createdAt: true, updatedAt: true },
});

/** Reads components, and only the newest of their status settings, because there can be many. */
const readRows = (db: Tx, scope: { id: OrganizationId }, condition: Sql) => db.$queryRaw<Row[]>`
  SELECT ${columns}, setting.at AS "statusSetAt",
    setting.actor_kind AS "actorKind", setting.actor_id AS "actorId", setting.actor_name AS "actorName"
  FROM components s LEFT JOIN component_status_settings setting ON setting.id = (
    SELECT x.id FROM component_status_settings x WHERE x.component_id = s.id
    ORDER BY x.at DESC, x.id DESC LIMIT 1)
  WHERE s.organization_id = ${scope.id} AND ${condition} ORDER BY s.position, s.id`;

function toComponent(
  { actorKind: kind, actorId, actorName: name, ...row }: Row,
  getEventStatuses: Awaited<ReturnType<typeof readEventStatuses>>,
): Component {
  const { fromIncidents, isUnderMaintenance } = getEventStatuses(row.id);
  const ownStatus = row.status as ComponentStatus;
  return {
    ...row,
    translations: parseTranslations(row.translations),
    status: getEffectiveStatus(ownStatus, fromIncidents),
    ownStatus,
    isUnderMaintenance,
    statusSetBy: row.statusSetAt && { kind, id: actorId, name },
  };
}

type StatusSource = { incidentId?: string; maintenanceId?: string };

/**
 * Reads the statuses that unresolved incidents and maintenances in progress set. Ignores the
 * incident or maintenance whose ID is given. Returns a function that gets the statuses by component
 * ID.
 */
async function readEventStatuses(
  db: Tx,
  organizationId: string,
  ids?: readonly string[],
  { incidentId = "", maintenanceId = "" }: StatusSource = {},
): Promise<(id: string) => { fromIncidents: ComponentStatus[]; isUnderMaintenance: boolean }> {
  // A component can have 100,000 incidents. CROSS JOIN makes SQLite start with the few that are
  // unresolved, which it finds by an index.
  const read = (condition: Sql) => db.$queryRaw<{ componentId: string; status: PublicStatus }[]>`
    SELECT DISTINCT c.component_id AS "componentId", c.status
    FROM incidents i CROSS JOIN incident_components c
    WHERE c.incident_id = i.id AND i.organization_id = ${organizationId} AND i.id <> ${incidentId}
      AND i.status IN ('investigating', 'identified', 'monitoring') AND ${condition}
    UNION ALL
    SELECT DISTINCT c.component_id, 'under_maintenance'
    FROM maintenances m CROSS JOIN maintenance_components c
    WHERE c.maintenance_id = m.id AND m.organization_id = ${organizationId} AND m.id <> ${maintenanceId}
      AND m.status IN ('in_progress', 'verifying') AND ${condition}`;
  const rows = await (ids === undefined
    ? read(sql`1 = 1`)
    : readByIds(ids, (some) => read(sql`c.component_id IN (${joinValues(some)})`)));
  const statusesOf = groupRows(rows, ({ componentId }) => componentId);
  return (id) => {
    const statuses = (statusesOf.get(id) ?? []).map(({ status }) => status);
    return {
      fromIncidents: statuses.filter((status) => status !== "under_maintenance"),
      isUnderMaintenance: statuses.includes("under_maintenance"),
    };
  };
}

/**
 * Counts the unarchived components in each status, up to two per status. {@link getPageStatus} only
 * distinguishes none, one, and several.
 */
export async function countStatuses(tx: Tx, scope: { id: OrganizationId }): Promise<StatusCounts> {
  const [first, second, third, fourth, fifth] = publicStatuses;
  const rows = await tx.$queryRaw<{ status: PublicStatus; count: number | bigint }[]>`
    SELECT statuses.status, (
      SELECT COUNT(*) FROM (
        SELECT 1 FROM components c
        WHERE c.organization_id = ${scope.id} AND c.archived_at IS NULL
          AND c.recorded_status = statuses.status
        LIMIT 2
      ) AS found
    ) AS count
    FROM (
      SELECT ${first} AS status UNION ALL SELECT ${second} UNION ALL SELECT ${third}
      UNION ALL SELECT ${fourth} UNION ALL SELECT ${fifth}) AS statuses`;
  return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]));
}

export const eventComponentFields = {
  id: true,
  name: true,
  description: true,
  translations: true,
  position: true,
  createdAt: true,
  updatedAt: true,
} as const;
export type EventComponent = Pick<Component, keyof typeof eventComponentFields>;

export const toEventComponent = <Row extends { translations: string }>(row: Row) => ({
  ...row,
  translations: parseTranslations<"name" | "description">(row.translations),
});

/** The columns that `toNamedComponent` requires. */
export const namedComponentFields = {
  id: true,
  name: true,
  translations: true,
  group: { select: { name: true, translations: true } },
} satisfies Prisma.ComponentSelect;
type NamedRow = Prisma.ComponentGetPayload<{ select: typeof namedComponentFields }>;
/** Returns a component's ID, name, and group name, with their translations. */
export const toNamedComponent = ({ id, group, ...row }: NamedRow) => ({
  id,
  ...createNamedComponent(
    { name: row.name, translations: parseTranslations(row.translations) },
    group && { name: group.name, translations: parseTranslations(group.translations) },
  ),
});

type EventRow = Pick<
  Prisma.ComponentGetPayload<object>,
  keyof EventComponent | "organizationId" | "status" | "recordedStatus" | "archivedAt"
>;
const eventColumns = selectFields<EventRow>({
  ...{ ...eventComponentFields, organizationId: true },
  ...{ status: true, recordedStatus: true, archivedAt: true },
});

async function readEventRows(db: Tx, ids: readonly string[]) {
  const rows = await readByIds(
    ids,
    (some) => db.$queryRaw<EventRow[]>`
      SELECT ${eventColumns} FROM components s
      WHERE s.id IN (${joinValues(some)})`,
  );
  return rows.map(({ organizationId, status, recordedStatus, archivedAt, ...component }) => ({
    component: toEventComponent(component),
    ...{ organizationId, archivedAt, status: status as ComponentStatus },
    recordedStatus: recordedStatus as PublicStatus,
  }));
}

export type RecordedComponent = EventComponent & { recordedStatus: PublicStatus };

export type StatusChange = EventComponent & { before: PublicStatus; after: PublicStatus };

type PlannedStatuses = StatusSource & { statuses: ReadonlyMap<string, PublicStatus> };

/**
 * Returns components with their recorded status (`before`) and their current one (`after`). For an
 * incident or maintenance that is about to change, its new `statuses` replace its current ones. All
 * `ids` must belong to one organization.
 */
export async function readStatusChanges(
  db: Tx,
  ids: readonly string[],
  { statuses, ...source }: PlannedStatuses = { statuses: new Map() },
): Promise<StatusChange[]> {
  if (ids.length === 0) return [];
  const chosen = [...new Set(ids)];
  const rows = await readEventRows(db, chosen);
  if (rows.length === 0) return [];
  const getEventStatuses = await readEventStatuses(db, rows[0]!.organizationId, chosen, source);
  const changes = new Map(
    rows.map(({ component, status, recordedStatus: before }) => {
      const { id } = component;
      const { fromIncidents, isUnderMaintenance } = getEventStatuses(id);
      const after = getWorstStatus<PublicStatus>([
        getPublicStatus(getEffectiveStatus(status, fromIncidents), isUnderMaintenance),
        statuses.get(id) ?? "operational",
      ]);
      return [id, { ...component, before, after }];
    }),
  );
  return chosen.flatMap((id) => changes.get(id) ?? []);
}

type RequireOptions = {
  /** Returns the path of the ID in the request body, for error messages. */
  getPath?: (index: number) => string;
  /** IDs that the edited object already has. Their components may be archived. */
  kept?: readonly string[];
  /** Errors in other fields of the request body. */
  errors?: readonly FieldError[];
};

/**
 * Returns the components with the given IDs, sorted by position. Throws one 400 for `errors`,
 * unknown components, and archived ones that are not in `kept`.
 */
export async function requireComponents(
  tx: Tx,
  scope: { id: OrganizationId },
  ids: readonly string[],
  { getPath, kept = [], errors = [] }: RequireOptions = {},
): Promise<RecordedComponent[]> {
  if (ids.length === 0 && errors.length === 0) return [];
  // With a condition on the organization, SQLite would read all of its components.
  const rows = (await readEventRows(tx, [...new Set(ids)])).filter(
    ({ organizationId }) => organizationId === scope.id,
  );
  const keptIds = new Set(kept);
  const found = rows.filter(
    ({ component, archivedAt }) => archivedAt === null || keptIds.has(component.id),
  );
  const known = new Set(found.map(({ component }) => component.id));
  const allErrors = [...errors, ...findUnknownIdErrors("component", ids, known, getPath)];
  if (allErrors.length > 0) throw invalid(allErrors);
  return found
    .map(({ component, recordedStatus }) => ({ ...component, recordedStatus }))
    .sort((a, b) => a.position - b.position);
}

/**
 * Returns whether an incident, maintenance, subscriber, or template refers to a component, or
 * whether its status has ever changed. The first row of its timeline is not a change.
 */
export async function isReferenced(
  tx: Tx,
  scope: { id: OrganizationId },
  id: string,
): Promise<boolean> {
  const pattern = `%"${id}"%`;
  const [row] = await tx.$queryRaw<{ found: number | bigint }[]>`
    SELECT CASE WHEN EXISTS (SELECT 1 FROM incident_components WHERE component_id = ${id})
      OR EXISTS (SELECT 1 FROM maintenance_components WHERE component_id = ${id})
      OR EXISTS (SELECT 1 FROM component_status_changes WHERE component_id = ${id} LIMIT 1 OFFSET 1)
      OR EXISTS (SELECT 1 FROM subscriber_components WHERE component_id = ${id})
      OR EXISTS (
        SELECT 1 FROM subscriber_confirmations c JOIN subscribers s ON s.id = c.subscriber_id
        WHERE s.organization_id = ${scope.id} AND c.wish LIKE ${pattern})
      OR EXISTS (
        SELECT 1 FROM templates
        WHERE organization_id = ${scope.id} AND component_ids LIKE ${pattern})
      THEN 1 ELSE 0 END AS found`;
  return Number(row!.found) === 1;
}

export const HISTORY_PAGE_SIZE = 100;

export type StatusHistoryEntry = { id: string; status: PublicStatus; at: Date };

/** Lists a component's status changes, newest first. Throws 404 if it does not exist. */
export async function listStatusHistory(
  scope: { id: OrganizationId },
  id: string,
  before: TimeCursor | undefined,
): Promise<{ changes: StatusHistoryEntry[]; next: TimeCursor | null }> {
  const db = reader();
  const [component, rows] = await Promise.all([
    db.component.findFirst({ where: { id, organizationId: scope.id }, select: { id: true } }),
    db.componentStatusChange.findMany({
      where: {
        componentId: id,
        ...(before && {
          at: { lte: before.at },
          OR: [{ at: { lt: before.at } }, { id: { lt: before.id } }],
        }),
      },
      select: { id: true, status: true, at: true },
      orderBy: [{ at: "desc" }, { id: "desc" }],
      take: HISTORY_PAGE_SIZE + 1,
    }),
  ]);
  if (component === null) throw notFound("This component");
  const { page, last } = takePage(rows, HISTORY_PAGE_SIZE);
  return { changes: page as StatusHistoryEntry[], next: last };
}

export async function readTimelineSources(tx: Tx, ids: string[]) {
  const chosen = { in: ids };
  const components = await tx.component.findMany({
    where: { id: chosen },
    select: { id: true, createdAt: true },
  });
  const settings = await tx.componentStatusSetting.findMany({
    where: { componentId: chosen },
    select: { componentId: true, status: true, at: true },
    orderBy: [{ at: "asc" }, { id: "asc" }],
  });
  // Raw SQL takes a third of Prisma's time for 100,000 incidents.
  const incidents = await tx.$queryRaw<
    {
      componentId: string;
      incidentId: string;
      status: string;
      startedAt: Date;
      resolvedAt: Date | null;
    }[]
  >`
    SELECT ic.component_id AS "componentId", ic.incident_id AS "incidentId", ic.status,
      i.started_at AS "startedAt", i.resolved_at AS "resolvedAt"
    FROM incident_components ic JOIN incidents i ON i.id = ic.incident_id
    WHERE ic.component_id IN (${joinValues(ids)})`;
  const updates = await tx.$queryRaw<
    { incidentId: string; status: string; components: string; displayAt: Date }[]
  >`
    SELECT incident_id AS "incidentId", status, components, display_at AS "displayAt"
    FROM incident_updates
    WHERE incident_id IN (
      SELECT incident_id FROM incident_components WHERE component_id IN (${joinValues(ids)}))
    ORDER BY incident_id, display_at, id`;
  const maintenances = await tx.maintenanceComponent.findMany({
    where: { componentId: chosen, maintenance: { startedAt: { not: null } } },
    select: {
      componentId: true,
      maintenance: { select: { status: true, startedAt: true, endedAt: true } },
    },
  });
  return { components, settings, incidents, updates, maintenances };
}
