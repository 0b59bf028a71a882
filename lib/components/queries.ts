import { takePage, type TimeCursor } from "@/lib/cursor";
import { joinValues } from "@/lib/statements";
import type { Prisma, Tx } from "@/lib/db/prisma-client";
import { reader } from "@/lib/db/database";
import { type FieldError, findUnknownIdErrors, invalid, notFound } from "@/lib/errors";
import type { OrganizationId } from "@/lib/organizations/scope";
import { groupRows, readByIds } from "@/lib/relations";
import { parseTranslations } from "@/lib/translations/rules";
import type { Translations } from "@/lib/translations/values";
import { getEffectiveStatus, getPublicStatus, type StatusCounts, getWorstStatus } from "./rules";
import { type ComponentStatus, type PublicStatus, publicStatuses } from "./schema";

/** The user, token, or server that set a status. `name` is its name at the time of the change. */
export type StatusAuthor = { kind: "user" | "token" | "system"; id: string | null; name: string };

const omit = { recordedStatus: true } as const;
type Row = Prisma.ComponentGetPayload<{ omit: typeof omit }>;

/**
 * A component. `ownStatus` is the status that a user or token set. `status` is the effective one:
 * the worst of `ownStatus` and the statuses that unresolved incidents set.
 */
export type Component = Omit<Row, "translations"> & {
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
export async function listComponents(
  scope: { id: OrganizationId },
  { archived }: { archived: boolean } = { archived: false },
  db: Tx = reader(),
): Promise<Component[]> {
  const where = { organizationId: scope.id, archivedAt: archived ? { not: null } : null };
  const [rows, influence, settings] = await Promise.all([
    db.component.findMany({ where, omit, orderBy: [{ position: "asc" }, { id: "asc" }] }),
    readStatusInfluences(db, scope.id),
    readLastSettings(db, scope),
  ]);
  return rows.map((row) => toComponent(row, influence, settings.get(row.id)));
}

/** Reads a component, archived or not. Throws 404 if the organization does not have it. */
export async function getComponent(
  scope: { id: OrganizationId },
  id: string,
  db: Tx = reader(),
): Promise<Component> {
  const [row, influence, set] = await Promise.all([
    db.component.findFirst({ where: { id, organizationId: scope.id }, omit }),
    readStatusInfluences(db, scope.id, [id]),
    db.componentStatusSetting.findFirst({
      where: { componentId: id },
      orderBy: [{ at: "desc" }, { id: "desc" }],
    }),
  ]);
  if (row === null) throw notFound("This component");
  return toComponent(row, influence, set as Setting | null);
}

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
  const { fromIncidents, isUnderMaintenance } = influence(row.id);
  const ownStatus = row.status as ComponentStatus;
  return {
    ...row,
    translations: parseTranslations(row.translations),
    status: getEffectiveStatus(ownStatus, fromIncidents),
    ownStatus,
    isUnderMaintenance,
    statusSetAt: set?.at ?? null,
    statusSetBy: set ? { kind: set.actorKind, id: set.actorId, name: set.actorName } : null,
  };
}

/** Reads only the newest status setting of each component, because there can be many older ones. */
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

type StatusSource = { incidentId?: string; maintenanceId?: string };

/**
 * Reads the statuses that unresolved incidents and maintenances in progress set. Ignores the
 * incident or maintenance in `except`. Returns a function that gets the statuses by component ID.
 */
async function readStatusInfluences(
  db: Tx,
  organizationId: string,
  ids?: readonly string[],
  except: StatusSource = {},
): Promise<(id: string) => { fromIncidents: ComponentStatus[]; isUnderMaintenance: boolean }> {
  // A component can have 100,000 incidents. With conditions on organization and status, an index
  // finds only the unresolved ones.
  const organization = { organizationId };
  const excludeId = (id: string | undefined) => (id === undefined ? {} : { id: { not: id } });
  const unresolved = {
    ...organization,
    ...excludeId(except.incidentId),
    status: { in: ["investigating", "identified", "monitoring"] },
  };
  const running = {
    ...organization,
    ...excludeId(except.maintenanceId),
    status: { in: ["in_progress", "verifying"] },
  };
  const readChosen = async <Row>(
    read: (component?: { componentId: { in: string[] } }) => Promise<Row[]>,
  ) => (ids === undefined ? read() : readByIds(ids, (some) => read({ componentId: { in: some } })));
  const [impacts, maintenances] = await Promise.all([
    // Groups rows by component and status, because there can be many unresolved incidents.
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
  const impactsOf = groupRows(impacts, ({ componentId }) => componentId);
  const maintainedIds = new Set(maintenances.map(({ componentId }) => componentId));
  return (id) => ({
    fromIncidents: (impactsOf.get(id) ?? []).map(({ status }) => status as ComponentStatus),
    isUnderMaintenance: maintainedIds.has(id),
  });
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
  const rows = await db.component.findMany({
    where: { id: { in: chosen } },
    select: { ...eventComponentFields, organizationId: true, status: true, recordedStatus: true },
  });
  if (rows.length === 0) return [];
  const influence = await readStatusInfluences(db, rows[0]!.organizationId, chosen, source);
  const changes = new Map(
    rows.map(({ status, recordedStatus, organizationId: _, ...component }) => {
      const { id } = component;
      const { fromIncidents, isUnderMaintenance } = influence(id);
      const effective = getEffectiveStatus(status as ComponentStatus, fromIncidents);
      const after = getWorstStatus<PublicStatus>([
        getPublicStatus(effective, isUnderMaintenance),
        statuses.get(id) ?? "operational",
      ]);
      return [
        id,
        { ...toEventComponent(component), before: recordedStatus as PublicStatus, after },
      ];
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
  const rows = await tx.component.findMany({
    where: { organizationId: scope.id, id: { in: [...new Set(ids)] } },
    select: { ...eventComponentFields, recordedStatus: true, archivedAt: true },
  });
  const keptIds = new Set(kept);
  const found = rows.filter(({ id, archivedAt }) => archivedAt === null || keptIds.has(id));
  const known = new Set(found.map(({ id }) => id));
  const allErrors = [...errors, ...findUnknownIdErrors("component", ids, known, getPath)];
  if (allErrors.length > 0) throw invalid(allErrors);
  // Sorts rows here, because SQLite would scan all components for an ORDER BY.
  return found
    .sort((a, b) => a.position - b.position)
    .map(({ archivedAt: _, recordedStatus, ...component }) => ({
      ...toEventComponent(component),
      recordedStatus: recordedStatus as PublicStatus,
    }));
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
