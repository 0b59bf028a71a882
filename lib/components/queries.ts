import { cutPage, type Moment } from "@/lib/cursor";
import { listed, reader, type Tx } from "@/lib/db";
import { notFound, unknownIds } from "@/lib/errors";
import type { OrganizationId } from "@/lib/organizations/scope";
import { effectiveStatus, type StatusCounts } from "./rules";
import { type ComponentStatus, type PublicStatus, publicStatuses } from "./schema";

/** Who set a status: a user, a token, or the system, by the name of that time. */
export type Setter = { kind: "user" | "token" | "system"; id: string | null; name: string };

/** A component with its effective status, and with what an operator set (`ownStatus`), when, and who it was. */
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
  /** Null while no operator ever changed it. */
  statusSetAt: Date | null;
  statusSetBy: Setter | null;
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

/** All components of the organization by position, or all that are archived, the last archived first. */
export async function listComponents(scope: { id: OrganizationId }, { archived }: { archived: boolean } = { archived: false }, db: Tx = reader()): Promise<Component[]> {
  const where = { organizationId: scope.id, archivedAt: archived ? { not: null } : null };
  const [rows, influence, settings] = await Promise.all([
    db.component.findMany({ where, select: fields, orderBy: [{ position: "asc" }, { id: "asc" }] }),
    influences(db, scope.id),
    lastSettings(db, scope),
  ]);
  return rows.map((row) => assemble(row, influence, settings.get(row.id)));
}

/** One component, archived or not. 404 when the organization has none with this id. */
export async function getComponent(scope: { id: OrganizationId }, id: string, db: Tx = reader()): Promise<Component> {
  const [row, influence, set] = await Promise.all([
    db.component.findFirst({ where: { id, organizationId: scope.id }, select: fields }),
    influences(db, scope.id, [id]),
    db.componentStatusSetting.findFirst({ where: { componentId: id }, orderBy: [{ at: "desc" }, { id: "desc" }] }),
  ]);
  if (row === null) throw notFound("This component");
  return assemble(row, influence, set as Setting | null);
}

type Row = Omit<Component, "status" | "ownStatus" | "underMaintenance" | "statusSetAt" | "statusSetBy"> & { status: string };
type Setting = { componentId: string; at: Date; actorKind: Setter["kind"]; actorId: string | null; actorName: string };

function assemble(row: Row, influence: Awaited<ReturnType<typeof influences>>, set: Setting | null | undefined): Component {
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

/** The newest setting of each component of the organization that has one; not one row more is read. */
async function lastSettings(db: Tx, scope: { id: OrganizationId }): Promise<Map<string, Setting>> {
  const rows = await db.$queryRaw<Setting[]>`
    SELECT s.component_id AS "componentId", s.at, s.actor_kind AS "actorKind", s.actor_id AS "actorId", s.actor_name AS "actorName"
    FROM components c JOIN component_status_settings s
      ON s.id = (SELECT x.id FROM component_status_settings x WHERE x.component_id = c.id ORDER BY x.at DESC, x.id DESC LIMIT 1)
    WHERE c.organization_id = ${scope.id}`;
  return new Map(rows.map((row) => [row.componentId, row]));
}

/** What the unresolved incidents and the running maintenances say of all components of an organization, or of some, by the component's id. */
export async function influences(db: Tx, organizationId: string, ids?: string[]): Promise<(id: string) => { fromIncidents: ComponentStatus[]; underMaintenance: boolean }> {
  const component = ids && { componentId: { in: ids } };
  // The incidents of a component may be 100,000; the unresolved ones are few, and found by their organization.
  const organization = { organizationId };
  const [impacts, worked] = await Promise.all([
    // One row per component and status, however many incidents are open.
    db.incidentComponent.groupBy({
      by: ["componentId", "status"],
      where: { ...component, incident: { ...organization, status: { in: ["investigating", "identified", "monitoring"] } } },
    }),
    db.maintenanceComponent.groupBy({ by: ["componentId"], where: { ...component, maintenance: { ...organization, status: { in: ["in_progress", "verifying"] } } } }),
  ]);
  const said = new Map<string, ComponentStatus[]>();
  for (const { componentId, status } of impacts) said.set(componentId, [...(said.get(componentId) ?? []), status as ComponentStatus]);
  const maintained = new Set(worked.map(({ componentId }) => componentId));
  return (id) => ({ fromIncidents: said.get(id) ?? [], underMaintenance: maintained.has(id) });
}

/**
 * How many components of the organization have which public status, by their record. It stops at two of each: whether none,
 * one or several is all that {@link pageStatus} asks, and thousands need not be counted for each event.
 */
export async function countStatuses(tx: Tx, scope: { id: OrganizationId }): Promise<StatusCounts> {
  const [first, second, third, fourth, fifth] = publicStatuses;
  const rows = await tx.$queryRaw<{ status: PublicStatus; count: number | bigint }[]>`
    SELECT statuses.status, (
      SELECT COUNT(*) FROM (
        SELECT 1 FROM components c WHERE c.organization_id = ${scope.id} AND c.archived_at IS NULL AND c.recorded_status = statuses.status LIMIT 2
      ) AS found
    ) AS count
    FROM (SELECT ${first} AS status UNION ALL SELECT ${second} UNION ALL SELECT ${third} UNION ALL SELECT ${fourth} UNION ALL SELECT ${fifth}) AS statuses`;
  return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]));
}

/** What an event tells of a component, besides its status. */
export const toldFields = { id: true, name: true, description: true, position: true, createdAt: true, updatedAt: true } as const;
export type ToldComponent = Pick<Component, keyof typeof toldFields>;

/** A component as a change of an incident sees it; `recordedStatus` is its public status before the change. */
export type AffectedComponent = ToldComponent & { recordedStatus: PublicStatus };

type Named = { /** Where in the body the ids stand. */ pathOf?: (index: number) => string; /** May be archived: they are where they are named already. */ kept?: readonly string[] };

/**
 * The components that `ids` name, once each, by position. 400 naming the `component_ids` that are not in this
 * organization, or archived.
 */
export async function requireComponents(tx: Tx, scope: { id: OrganizationId }, ids: readonly string[], { pathOf, kept = [] }: Named = {}): Promise<AffectedComponent[]> {
  if (ids.length === 0) return [];
  const rows = await tx.component.findMany({
    where: { organizationId: scope.id, id: { in: [...new Set(ids)] } },
    select: { ...toldFields, recordedStatus: true, archivedAt: true },
  });
  const had = new Set(kept);
  const found = rows.filter(({ id, archivedAt }) => archivedAt === null || had.has(id));
  const known = new Set(found.map(({ id }) => id));
  if (ids.some((id) => !known.has(id))) throw unknownIds("component", ids, known, pathOf);
  // Asked for in order, SQLite would walk through all components of the organization to spare itself the sort.
  return found
    .sort((a, b) => a.position - b.position)
    .map(({ archivedAt: _, recordedStatus, ...component }) => ({ ...component, recordedStatus: recordedStatus as PublicStatus }));
}

/** Whether something ever happened to a component: an incident, a maintenance, or another status than its first. */
export async function hasHistory(tx: Tx, id: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ found: number | bigint }[]>`
    SELECT CASE WHEN EXISTS (SELECT 1 FROM incident_components WHERE component_id = ${id})
      OR EXISTS (SELECT 1 FROM maintenance_components WHERE component_id = ${id})
      OR EXISTS (SELECT 1 FROM component_status_changes WHERE component_id = ${id} LIMIT 1 OFFSET 1) THEN 1 ELSE 0 END AS found`;
  return Number(row!.found) === 1;
}

/** Changes in one page of a component's record. */
export const HISTORY_PAGE_SIZE = 100;

/** A change in a component's record: what it became, and when. */
export type RecordedChange = { id: string; status: PublicStatus; at: Date };

/** A component's record, at most {@link HISTORY_PAGE_SIZE} changes, newest first; `next` leads to the older ones. 404. */
export async function listHistory(scope: { id: OrganizationId }, id: string, before: Moment | undefined): Promise<{ changes: RecordedChange[]; next: Moment | null }> {
  const db = reader();
  const [component, rows] = await Promise.all([
    db.component.findFirst({ where: { id, organizationId: scope.id }, select: { id: true } }),
    db.componentStatusChange.findMany({
      where: {
        componentId: id,
        ...(before && { at: { lte: before.at }, OR: [{ at: { lt: before.at } }, { id: { lt: before.id } }] }),
      },
      select: { id: true, status: true, at: true },
      orderBy: [{ at: "desc" }, { id: "desc" }],
      take: HISTORY_PAGE_SIZE + 1,
    }),
  ]);
  if (component === null) throw notFound("This component");
  const { page, last } = cutPage(rows, HISTORY_PAGE_SIZE);
  return { changes: page as RecordedChange[], next: last };
}

/** What the record of components is composed of; everything in the order of its time. */
export async function readSources(tx: Tx, ids: string[]) {
  const chosen = { in: ids };
  const components = await tx.component.findMany({ where: { id: chosen }, select: { id: true, createdAt: true } });
  const settings = await tx.componentStatusSetting.findMany({
    where: { componentId: chosen },
    select: { componentId: true, status: true, at: true },
    orderBy: [{ at: "asc" }, { id: "asc" }],
  });
  // A component may have had 100,000 incidents: read by hand, that takes a third of the time.
  const incidents = await tx.$queryRaw<{ componentId: string; incidentId: string; status: string; startedAt: Date; resolvedAt: Date | null }[]>`
    SELECT ic.component_id AS "componentId", ic.incident_id AS "incidentId", ic.status, i.started_at AS "startedAt", i.resolved_at AS "resolvedAt"
    FROM incident_components ic JOIN incidents i ON i.id = ic.incident_id WHERE ic.component_id IN (${listed(ids)})`;
  const updates = await tx.$queryRaw<{ incidentId: string; status: string; components: string; displayAt: Date }[]>`
    SELECT incident_id AS "incidentId", status, components, display_at AS "displayAt" FROM incident_updates
    WHERE incident_id IN (SELECT incident_id FROM incident_components WHERE component_id IN (${listed(ids)}))
    ORDER BY incident_id, display_at, id`;
  const maintenances = await tx.maintenanceComponent.findMany({
    where: { componentId: chosen, maintenance: { startedAt: { not: null } } },
    select: { componentId: true, maintenance: { select: { status: true, startedAt: true, endedAt: true } } },
  });
  return { components, settings, incidents, updates, maintenances };
}
