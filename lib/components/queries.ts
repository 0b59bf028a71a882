import { takePage, type TimeCursor } from "@/lib/cursor";
import { listed } from "@/lib/statements";
import type { Tx } from "@/lib/db/client";
import { reader } from "@/lib/db/database";
import { notFound, createUnknownIdsError } from "@/lib/errors";
import type { OrganizationId } from "@/lib/organizations/scope";
import { readByIds } from "@/lib/relations";
import { effectiveStatus, publicStatus, type StatusCounts, worstStatus } from "./rules";
import { type ComponentStatus, type PublicStatus, publicStatuses } from "./schema";

/** Who set a status, with the name they had at the time. */
export type StatusAuthor = { kind: "user" | "token" | "system"; id: string | null; name: string };

/** A component with its effective `status` and its `ownStatus`, which a user or token set. */
export type Component = {
  id: string;
  organizationId: string;
  name: string;
  description: string;
  status: ComponentStatus;
  position: number;
  createdAt: Date;
  updatedAt: Date;
  groupId: string | null;
  /** YYYY-MM-DD. */
  startDate: string | null;
  ownStatus: ComponentStatus;
  underMaintenance: boolean;
  /** Null until a user or token changes the status. */
  statusSetAt: Date | null;
  statusSetBy: StatusAuthor | null;
  archivedAt: Date | null;
};

const fields = {
  id: true,
  organizationId: true,
  name: true,
  description: true,
  status: true,
  position: true,
  createdAt: true,
  updatedAt: true,
  groupId: true,
  startDate: true,
  archivedAt: true,
} as const;

/**
 * The organization's components by position, or only the archived ones, most recently archived
 * first.
 */
export async function listComponents(
  scope: { id: OrganizationId },
  { archived }: { archived: boolean } = { archived: false },
  db: Tx = reader(),
): Promise<Component[]> {
  const where = { organizationId: scope.id, archivedAt: archived ? { not: null } : null };
  const [rows, influence, settings] = await Promise.all([
    db.component.findMany({ where, select: fields, orderBy: [{ position: "asc" }, { id: "asc" }] }),
    readStatusInfluences(db, scope.id),
    readLastSettings(db, scope),
  ]);
  return rows.map((row) => toComponent(row, influence, settings.get(row.id)));
}

/** Returns a component, archived or not. 404 if the organization has none with this id. */
export async function getComponent(
  scope: { id: OrganizationId },
  id: string,
  db: Tx = reader(),
): Promise<Component> {
  const [row, influence, set] = await Promise.all([
    db.component.findFirst({ where: { id, organizationId: scope.id }, select: fields }),
    readStatusInfluences(db, scope.id, [id]),
    db.componentStatusSetting.findFirst({
      where: { componentId: id },
      orderBy: [{ at: "desc" }, { id: "desc" }],
    }),
  ]);
  if (row === null) throw notFound("This component");
  return toComponent(row, influence, set as Setting | null);
}

type Row = Omit<
  Component,
  "status" | "ownStatus" | "underMaintenance" | "statusSetAt" | "statusSetBy"
> & { status: string };
type Setting = {
  componentId: string;
  at: Date;
  actorKind: StatusAuthor["kind"];
  actorId: string | null;
  actorName: string;
};

function toComponent(
  row: Row,
  influence: Awaited<ReturnType<typeof readStatusInfluences>>,
  set: Setting | null | undefined,
): Component {
  const { fromIncidents, underMaintenance } = influence(row.id);
  const ownStatus = row.status as ComponentStatus;
  return {
    ...row,
    status: effectiveStatus(ownStatus, fromIncidents),
    ownStatus,
    underMaintenance,
    statusSetAt: set?.at ?? null,
    statusSetBy: set ? { kind: set.actorKind, id: set.actorId, name: set.actorName } : null,
  };
}

/** The newest setting of each component. Reads no older rows, of which there can be many. */
async function readLastSettings(
  db: Tx,
  scope: { id: OrganizationId },
): Promise<Map<string, Setting>> {
  const rows = await db.$queryRaw<Setting[]>`
    SELECT s.component_id AS "componentId", s.at,
      s.actor_kind AS "actorKind", s.actor_id AS "actorId", s.actor_name AS "actorName"
    FROM components c JOIN component_status_settings s
      ON s.id = (
        SELECT x.id FROM component_status_settings x WHERE x.component_id = c.id
        ORDER BY x.at DESC, x.id DESC LIMIT 1)
    WHERE c.organization_id = ${scope.id}`;
  return new Map(rows.map((row) => [row.componentId, row]));
}

/** The incident or maintenance that gives components a status. */
type StatusSource = { incidentId?: string; maintenanceId?: string };

/**
 * Reads how unresolved incidents and running maintenances affect an organization's components. The
 * result maps a component's id to its statuses, without those of `except`.
 */
export async function readStatusInfluences(
  db: Tx,
  organizationId: string,
  ids?: readonly string[],
  except: StatusSource = {},
): Promise<(id: string) => { fromIncidents: ComponentStatus[]; underMaintenance: boolean }> {
  // A component can have 100,000 incidents. Unresolved ones are few, and an index finds them by
  // organization.
  const organization = { organizationId };
  const others = (id: string | undefined) => (id === undefined ? {} : { id: { not: id } });
  const unresolved = {
    ...organization,
    ...others(except.incidentId),
    status: { in: ["investigating", "identified", "monitoring"] },
  };
  const running = {
    ...organization,
    ...others(except.maintenanceId),
    status: { in: ["in_progress", "verifying"] },
  };
  const readChosen = async <Row>(
    read: (component?: { componentId: { in: string[] } }) => Promise<Row[]>,
  ) => (ids === undefined ? read() : readByIds(ids, (some) => read({ componentId: { in: some } })));
  const [impacts, maintenances] = await Promise.all([
    // One row per component and status, however many incidents are open.
    readChosen(async (component) =>
      db.incidentComponent.groupBy({
        by: ["componentId", "status"],
        where: { ...component, incident: unresolved },
      }),
    ),
    readChosen(async (component) =>
      db.maintenanceComponent.groupBy({
        by: ["componentId"],
        where: { ...component, maintenance: running },
      }),
    ),
  ]);
  const fromIncidents = new Map<string, ComponentStatus[]>();
  for (const { componentId, status } of impacts)
    fromIncidents.set(componentId, [
      ...(fromIncidents.get(componentId) ?? []),
      status as ComponentStatus,
    ]);
  const maintainedIds = new Set(maintenances.map(({ componentId }) => componentId));
  return (id) => ({
    fromIncidents: fromIncidents.get(id) ?? [],
    underMaintenance: maintainedIds.has(id),
  });
}

/**
 * Counts components by public status, up to two of each: {@link pageStatus} only distinguishes
 * none, one and several, and counting thousands for each event would be slow.
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

/** Fields of a component in an event's payload. */
export const eventComponentFields = {
  id: true,
  name: true,
  description: true,
  position: true,
  createdAt: true,
  updatedAt: true,
} as const;
export type EventComponent = Pick<Component, keyof typeof eventComponentFields>;

/**
 * A component affected by a change of an incident; `recordedStatus` is its public status before the
 * change.
 */
export type AffectedComponent = EventComponent & { recordedStatus: PublicStatus };

/** A component whose public status may change, with both statuses. */
export type StatusChange = EventComponent & { before: PublicStatus; after: PublicStatus };

/** Statuses that an incident or maintenance will give components, in place of its current ones. */
type PlannedStatuses = StatusSource & { statuses: ReadonlyMap<string, PublicStatus> };

/**
 * Calculates the public status of components from their own status, incidents and maintenances, with
 * what is planned. All `ids` must belong to one organization; the result has their order.
 */
export async function readStatusChanges(
  db: Tx,
  ids: readonly string[],
  { statuses, ...source }: PlannedStatuses = { statuses: new Map() },
): Promise<StatusChange[]> {
  if (ids.length === 0) return [];
  const chosen = [...new Set(ids)];
  const rows = await db.component.findMany({
    where: { id: { in: chosen } },
    select: { ...eventComponentFields, organizationId: true, status: true, recordedStatus: true },
  });
  if (rows.length === 0) return [];
  const influence = await readStatusInfluences(db, rows[0]!.organizationId, chosen, source);
  const changes = new Map(
    rows.map(({ status, recordedStatus, organizationId: _, ...component }) => {
      const { id } = component;
      const { fromIncidents, underMaintenance } = influence(id);
      const effective = effectiveStatus(status as ComponentStatus, fromIncidents);
      const after = worstStatus<PublicStatus>([
        publicStatus(effective, underMaintenance),
        statuses.get(id) ?? "operational",
      ]);
      return [id, { ...component, before: recordedStatus as PublicStatus, after }];
    }),
  );
  return chosen.flatMap((id) => changes.get(id) ?? []);
}

type RequireOptions = {
  /** Path of an id in the request body. */
  pathOf?: (index: number) => string;
  /** Ids that may be archived, because the object already uses them. */
  kept?: readonly string[];
};

/**
 * Returns the components with these ids, without repeats, by position. 400 for each `component_ids`
 * entry that is archived or not in this organization.
 */
export async function requireComponents(
  tx: Tx,
  scope: { id: OrganizationId },
  ids: readonly string[],
  { pathOf, kept = [] }: RequireOptions = {},
): Promise<AffectedComponent[]> {
  if (ids.length === 0) return [];
  const rows = await tx.component.findMany({
    where: { organizationId: scope.id, id: { in: [...new Set(ids)] } },
    select: { ...eventComponentFields, recordedStatus: true, archivedAt: true },
  });
  const keptIds = new Set(kept);
  const found = rows.filter(({ id, archivedAt }) => archivedAt === null || keptIds.has(id));
  const known = new Set(found.map(({ id }) => id));
  if (ids.some((id) => !known.has(id)))
    throw createUnknownIdsError("component", ids, known, pathOf);
  // Sorted here: with ORDER BY, SQLite would scan all components of the organization.
  return found
    .sort((a, b) => a.position - b.position)
    .map(({ archivedAt: _, recordedStatus, ...component }) => ({
      ...component,
      recordedStatus: recordedStatus as PublicStatus,
    }));
}

/**
 * Whether an incident, maintenance, subscription or template refers to the component, or its status
 * ever changed.
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

/**
 * Lists status changes, at most {@link HISTORY_PAGE_SIZE}, newest first; `next` is the cursor of
 * older ones. 404.
 */
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

/** Reads everything that status timelines are built from, oldest first. */
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
  // Raw SQL takes a third of Prisma's time for a component with 100,000 incidents.
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
    WHERE ic.component_id IN (${listed(ids)})`;
  const updates = await tx.$queryRaw<
    { incidentId: string; status: string; components: string; displayAt: Date }[]
  >`
    SELECT incident_id AS "incidentId", status, components, display_at AS "displayAt"
    FROM incident_updates
    WHERE incident_id IN (
      SELECT incident_id FROM incident_components WHERE component_id IN (${listed(ids)}))
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
