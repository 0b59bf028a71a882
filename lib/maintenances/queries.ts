import type { PublicStatus } from "@/lib/components/schema";
import { cutPage, type Moment } from "@/lib/cursor";
import { allOf, hasWords, type Prisma, reader, sql, type Tx } from "@/lib/db";
import { notFound } from "@/lib/errors";
import type { OrganizationId, OrganizationScope } from "@/lib/organizations/scope";
import type { MaintenanceFilter, MaintenanceStatus, MaintenanceUpdateFilter } from "./schema";

/** Maintenances, or updates of one, in one page of a list. */
export const PAGE_SIZE = 50;

export type Maintenance = {
  id: string;
  organizationId: string;
  title: string;
  status: MaintenanceStatus;
  scheduledFor: Date;
  scheduledUntil: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  autoStart: boolean;
  autoComplete: boolean;
  notify: boolean;
  reminderMinutes: number | null;
  reminderAt: Date | null;
  dueAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  /** In the order of components. */
  componentIds: string[];
};

const fields = { components: { select: { componentId: true }, orderBy: { component: { position: "asc" } } } } satisfies Prisma.MaintenanceInclude;
type Row = Prisma.MaintenanceGetPayload<{ include: typeof fields }>;

const readRow = ({ components, ...row }: Row): Maintenance => ({ ...row, status: row.status as MaintenanceStatus, componentIds: components.map(({ componentId }) => componentId) });

export type MaintenancePage = { maintenances: Maintenance[]; next: Moment | null };

/** The maintenances that fit the filter, at most {@link PAGE_SIZE}, latest planned start first; `next` leads to the earlier ones. */
export async function listMaintenances(scope: OrganizationScope, filter: MaintenanceFilter): Promise<MaintenancePage> {
  const { before, status, component_id: componentId, q = "", from, to } = filter;
  const ids = await reader().$queryRaw<{ id: string }[]>`
    SELECT m.id FROM maintenances m
    WHERE ${allOf(
      sql`m.organization_id = ${scope.id}`,
      status && sql`m.status = ${status}`,
      componentId !== undefined && sql`EXISTS (SELECT 1 FROM maintenance_components c WHERE c.maintenance_id = m.id AND c.component_id = ${componentId})`,
      q !== "" && hasWords("m.title", q),
      from && sql`m.scheduled_until > ${from}`,
      to && sql`m.scheduled_for < ${to}`,
      // The first condition alone decides the index range; the pair is exact.
      before && sql`m.scheduled_for <= ${before.at} AND (m.scheduled_for < ${before.at} OR m.id < ${before.id})`,
    )}
    ORDER BY m.scheduled_for DESC, m.id DESC LIMIT ${PAGE_SIZE + 1}`;
  const { page, last } = cutPage(ids, PAGE_SIZE);
  const rows = await reader().maintenance.findMany({ where: { id: { in: page.map(({ id }) => id) } }, orderBy: [{ scheduledFor: "desc" }, { id: "desc" }], include: fields });
  return { maintenances: rows.map(readRow), next: last && { at: rows.at(-1)!.scheduledFor, id: last.id } };
}

/** A maintenance of the organization; 404 when it has none with this id. */
export async function getMaintenance(scope: { id: OrganizationId }, id: string, db: Tx = reader()): Promise<Maintenance> {
  const row = await db.maintenance.findFirst({ where: { id, organizationId: scope.id }, include: fields });
  if (row === null) throw notFound("This maintenance");
  return readRow(row);
}

/** What the maintenance says of a component from an update on (`status`), and what that made of it. */
export type UpdatedComponent = { id: string; name: string; status: PublicStatus; old_status: PublicStatus; new_status: PublicStatus };

export type MaintenanceUpdate = {
  id: string;
  maintenanceId: string;
  status: MaintenanceStatus;
  body: string;
  components: UpdatedComponent[];
  notified: boolean;
  authorId: string | null;
  /** When it happened. */
  createdAt: Date;
  updatedAt: Date;
  /** What it said before it was edited, newest first, the last {@link EARLIER_TEXTS}. */
  earlier: { body: string; replacedAt: Date; replacedBy: string | null }[];
};

/** Earlier texts that an update is shown with; all of them are kept. */
const EARLIER_TEXTS = 20;

const updateFields = { earlier: { select: { body: true, replacedAt: true, replacedBy: true }, orderBy: [{ replacedAt: "desc" }, { id: "desc" }], take: EARLIER_TEXTS } } satisfies Prisma.MaintenanceUpdateInclude;
type UpdateRow = Prisma.MaintenanceUpdateGetPayload<{ include: typeof updateFields }>;

const readUpdate = (row: UpdateRow): MaintenanceUpdate => ({
  ...row,
  status: row.status as MaintenanceStatus,
  components: JSON.parse(row.components) as UpdatedComponent[],
});

export type MaintenanceUpdatePage = { updates: MaintenanceUpdate[]; next: Moment | null };

/** The updates of a maintenance, at most {@link PAGE_SIZE}, newest first. 404 when there is no such maintenance. */
export async function listMaintenanceUpdates(scope: OrganizationScope, maintenanceId: string, { before }: MaintenanceUpdateFilter): Promise<MaintenanceUpdatePage> {
  const db = reader();
  await requireMaintenance(db, scope, maintenanceId);
  const rows = await db.maintenanceUpdate.findMany({
    where: {
      maintenanceId,
      ...(before && { createdAt: { lte: before.at }, OR: [{ createdAt: { lt: before.at } }, { id: { lt: before.id } }] }),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: PAGE_SIZE + 1,
    include: updateFields,
  });
  const { page, last } = cutPage(rows, PAGE_SIZE);
  return { updates: page.map(readUpdate), next: last && { at: last.createdAt, id: last.id } };
}

/** An update of a maintenance of the organization; 404 when there is none with this id. */
export async function getMaintenanceUpdate(scope: { id: OrganizationId }, maintenanceId: string, id: string, db: Tx = reader()): Promise<MaintenanceUpdate> {
  await requireMaintenance(db, scope, maintenanceId);
  const row = await db.maintenanceUpdate.findFirst({ where: { id, maintenanceId }, include: updateFields });
  if (row === null) throw notFound("This update");
  return readUpdate(row);
}

async function requireMaintenance(db: Tx, scope: { id: OrganizationId }, id: string): Promise<void> {
  const found = await db.maintenance.findFirst({ where: { id, organizationId: scope.id }, select: { id: true } });
  if (found === null) throw notFound("This maintenance");
}
