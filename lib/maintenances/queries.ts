import type { PublicStatus } from "@/lib/components/schema";
import { takePage, type TimeCursor } from "@/lib/cursor";
import { allOf, hasWords, type Prisma, reader, sql, type Tx } from "@/lib/db";
import { notFound } from "@/lib/errors";
import type { OrganizationId, OrganizationScope } from "@/lib/organizations/scope";
import { readChildren } from "@/lib/relations";
import { findInSlices, splitIntoSlices, asSingleSlice } from "@/lib/slices";
import type { MaintenanceFilter, MaintenanceStatus, MaintenanceUpdateFilter } from "./schema";

/** Also the page size of the list of updates. */
export const MAINTENANCES_PAGE_SIZE = 50;

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
  componentIds: string[];
};

async function readRows(
  db: Tx,
  rows: readonly Prisma.MaintenanceGetPayload<object>[],
): Promise<Maintenance[]> {
  const componentsOf = await readChildren(
    rows.map(({ id }) => id),
    (some) =>
      db.maintenanceComponent.findMany({
        where: { maintenanceId: { in: some } },
        select: { maintenanceId: true, componentId: true },
        orderBy: { component: { position: "asc" } },
      }),
    ({ maintenanceId }) => maintenanceId,
  );
  return rows.map(({ deletedChanges: _, ...row }) => ({
    ...row,
    status: row.status as MaintenanceStatus,
    componentIds: componentsOf(row.id).map(({ componentId }) => componentId),
  }));
}

export type MaintenanceListPage = { maintenances: Maintenance[]; next: TimeCursor | null };

/**
 * Lists maintenances that match the filter, latest scheduled start first; `next` is the cursor of the
 * following page.
 */
export async function listMaintenances(
  scope: OrganizationScope,
  filter: MaintenanceFilter,
): Promise<MaintenanceListPage> {
  const { before, status, component_id: componentId, q = "", from, to } = filter;
  const indexed = allOf(sql`m.organization_id = ${scope.id}`, status && sql`m.status = ${status}`);
  const start =
    to === undefined || (before !== undefined && before.at < to) ? before : { at: to, id: "" };
  const unindexed = [
    componentId !== undefined &&
      sql`EXISTS (
        SELECT 1 FROM maintenance_components c
        WHERE c.maintenance_id = m.id AND c.component_id = ${componentId}
      )`,
    q !== "" && hasWords("m.title", q),
    from && sql`m.scheduled_until > ${from}`,
  ];
  const isAfter = (key: TimeCursor | undefined) =>
    key && sql`(m.scheduled_for, m.id) < (${key.at}, ${key.id})`;
  const db = reader();
  const keyAt = async (after: TimeCursor | undefined, count: number) => {
    const [row] = await db.$queryRaw<TimeCursor[]>`
      SELECT m.scheduled_for AS at, m.id FROM maintenances m WHERE ${allOf(indexed, isAfter(after))}
      ORDER BY m.scheduled_for DESC, m.id DESC LIMIT 1 OFFSET ${count - 1}`;
    return row ?? null;
  };
  const ids = await findInSlices(
    unindexed.some(Boolean) ? splitIntoSlices(keyAt, start) : asSingleSlice(start),
    MAINTENANCES_PAGE_SIZE + 1,
    ({ after, to: end }, limit) => {
      const isInSlice = end && sql`(m.scheduled_for, m.id) >= (${end.at}, ${end.id})`;
      return db.$queryRaw<{ id: string }[]>`
        SELECT m.id FROM maintenances m
        WHERE ${allOf(indexed, ...unindexed, isAfter(after), isInSlice)}
        ORDER BY m.scheduled_for DESC, m.id DESC LIMIT ${limit}`;
    },
  );
  const { page, last } = takePage(ids, MAINTENANCES_PAGE_SIZE);
  const rows = await reader().maintenance.findMany({
    where: { id: { in: page.map(({ id }) => id) } },
    orderBy: [{ scheduledFor: "desc" }, { id: "desc" }],
  });
  return {
    maintenances: await readRows(reader(), rows),
    next: last && { at: rows.at(-1)!.scheduledFor, id: last.id },
  };
}

/** Returns a maintenance of the organization. 404 if there is none with this id. */
export async function getMaintenance(
  scope: { id: OrganizationId },
  id: string,
  db: Tx = reader(),
): Promise<Maintenance> {
  const row = await db.maintenance.findFirst({ where: { id, organizationId: scope.id } });
  if (row === null) throw notFound("This maintenance");
  return (await readRows(db, [row]))[0]!;
}

/** `status`: what the maintenance gives the component from this update on. */
export type MaintenanceUpdateComponent = {
  id: string;
  name: string;
  status: PublicStatus;
  old_status: PublicStatus;
  new_status: PublicStatus;
};

export type MaintenanceUpdate = {
  id: string;
  maintenanceId: string;
  status: MaintenanceStatus;
  body: string;
  components: MaintenanceUpdateComponent[];
  notified: boolean;
  /** A user or a token; null for the system. */
  authorId: string | null;
  /** The time of the change, which may be earlier than the time of the write. */
  createdAt: Date;
  updatedAt: Date;
  /** Messages from before each edit, newest first, at most {@link EARLIER_TEXTS}. */
  earlier: { body: string; replacedAt: Date; replacedBy: string | null }[];
};

/** Earlier messages returned with an update; the database keeps all of them. */
const EARLIER_TEXTS = 20;

async function readUpdates(
  db: Tx,
  rows: readonly Prisma.MaintenanceUpdateGetPayload<object>[],
): Promise<MaintenanceUpdate[]> {
  const earlierOf = await readChildren(
    rows.map(({ id }) => id),
    (some) =>
      db.maintenanceUpdateText.findMany({
        where: { updateId: { in: some } },
        select: { updateId: true, body: true, replacedAt: true, replacedBy: true },
        orderBy: [{ replacedAt: "desc" }, { id: "desc" }],
      }),
    ({ updateId }) => updateId,
  );
  return rows.map((row) => ({
    ...row,
    status: row.status as MaintenanceStatus,
    components: JSON.parse(row.components) as MaintenanceUpdateComponent[],
    earlier: earlierOf(row.id)
      .slice(0, EARLIER_TEXTS)
      .map(({ updateId: _, ...text }) => text),
  }));
}

export type MaintenanceUpdateListPage = { updates: MaintenanceUpdate[]; next: TimeCursor | null };

/** Lists updates, newest first; `next` is the cursor of the following page. 404 without the maintenance. */
export async function listMaintenanceUpdates(
  scope: OrganizationScope,
  maintenanceId: string,
  { before }: MaintenanceUpdateFilter,
): Promise<MaintenanceUpdateListPage> {
  const db = reader();
  await requireMaintenance(db, scope, maintenanceId);
  const rows = await db.maintenanceUpdate.findMany({
    where: {
      maintenanceId,
      ...(before && {
        createdAt: { lte: before.at },
        OR: [{ createdAt: { lt: before.at } }, { id: { lt: before.id } }],
      }),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAINTENANCES_PAGE_SIZE + 1,
  });
  const { page, last } = takePage(rows, MAINTENANCES_PAGE_SIZE);
  return {
    updates: await readUpdates(db, page),
    next: last && { at: last.createdAt, id: last.id },
  };
}

/** 404 if there is no such maintenance or update. */
export async function getMaintenanceUpdate(
  scope: { id: OrganizationId },
  maintenanceId: string,
  id: string,
  db: Tx = reader(),
): Promise<MaintenanceUpdate> {
  await requireMaintenance(db, scope, maintenanceId);
  const row = await db.maintenanceUpdate.findFirst({ where: { id, maintenanceId } });
  if (row === null) throw notFound("This update");
  return (await readUpdates(db, [row]))[0]!;
}

async function requireMaintenance(
  db: Tx,
  scope: { id: OrganizationId },
  id: string,
): Promise<void> {
  const found = await db.maintenance.findFirst({
    where: { id, organizationId: scope.id },
    select: { id: true },
  });
  if (found === null) throw notFound("This maintenance");
}
