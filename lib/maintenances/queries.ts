import type { TimeCursor } from "@/lib/cursor";
import { selectFields, sql } from "@/lib/statements";
import { reader, type Prisma, type Tx } from "@/lib/db/database";
import { notFound } from "@/lib/errors";
import type { OrganizationId, OrganizationScope } from "@/lib/organizations/scope";
import { parseTranslations } from "@/lib/translations/rules";
import type { Translations } from "@/lib/translations/values";
import { listSubjects } from "@/lib/updates/queries";
import type { MaintenanceFilter, MaintenanceStatus } from "./schema";

export const MAINTENANCES_PAGE_SIZE = 50;

type Row = Prisma.MaintenanceGetPayload<object>;
export type Maintenance = Omit<Row, "translations" | "status"> & {
  translations: Translations<"title">;
  status: MaintenanceStatus;
  componentIds: string[];
};

const toMaintenance = (row: Row & { componentIds: string[] }): Maintenance => ({
  ...row,
  translations: parseTranslations(row.translations),
  status: row.status as MaintenanceStatus,
});

const columns = selectFields<Row>({
  ...{ id: true, organizationId: true, title: true, translations: true, status: true },
  ...{ scheduledFor: true, scheduledUntil: true, startedAt: true, endedAt: true },
  ...{ autoStart: true, autoComplete: true, notify: true },
  ...{ reminderMinutes: true, reminderAt: true, dueAt: true, createdAt: true, updatedAt: true },
});

/** Lists maintenances that match a filter, latest scheduled start first. */
export async function listMaintenances(
  scope: OrganizationScope,
  filter: MaintenanceFilter,
): Promise<{ maintenances: Maintenance[]; next: TimeCursor | null }> {
  const { before, status, from, to } = filter;
  const start =
    to === undefined || (before !== undefined && before.at < to) ? before : { at: to, id: "" };
  const indexed = [sql`s.organization_id = ${scope.id}`, status && sql`s.status = ${status}`];
  const list = {
    ...{ kind: "maintenance" as const, columns, time: sql`s.scheduled_for` },
    ...{ indexed, filter, unindexed: [from && sql`s.scheduled_until > ${from}`] },
  };
  const { page, next } = await listSubjects<Row>(list, start, MAINTENANCES_PAGE_SIZE);
  return { maintenances: page.map(toMaintenance), next };
}

/** Reads a maintenance with the IDs of its components. Throws 404 if it does not exist. */
export async function getMaintenance(
  scope: { id: OrganizationId },
  id: string,
  db: Tx = reader(),
): Promise<Maintenance> {
  const row = await db.maintenance.findFirst({
    where: { id, organizationId: scope.id },
    include: {
      components: { select: { componentId: true, component: { select: { position: true } } } },
    },
  });
  if (row === null) throw notFound("This maintenance");
  const { components, ...maintenance } = row;
  const componentIds = components
    .sort((a, b) => a.component.position - b.component.position)
    .map(({ componentId }) => componentId);
  return toMaintenance({ ...maintenance, componentIds });
}
