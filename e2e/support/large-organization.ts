import { insertRows } from "@/lib/statements";
import { transaction, type Tx } from "@/lib/db/database";
import { later } from "./database-fixtures";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** SQLite accepts at most 32,766 values per statement. */
const ROWS_PER_STATEMENT = 2_000;

export type Size = {
  /** Incident 0 has `updatesOfFirst` updates, and all others have `updates` each. */
  incidents: number;
  updates?: number;
  updatesOfFirst?: number;
  /** The number of unresolved incidents, which are the newest ones. */
  open?: number;
  maintenances?: number;
  /** Incidents are spread over this many days before {@link NOW}. */
  days?: number;
};

const pad = (number: number) => String(number).padStart(6, "0");

/**
 * Inserts incidents and maintenances into the database, which is faster than commands. Each affects
 * one of the components, in rotation. Incident 0 is the newest. IDs are
 * `{organization}-incident-{number}` and `{organization}-maintenance-{number}`, with six digits.
 */
export async function insertIncidentsAndMaintenances(
  organizationId: string,
  componentIds: readonly string[],
  size: Size,
): Promise<void> {
  const {
    incidents,
    updates = 1,
    updatesOfFirst = updates,
    open = 0,
    maintenances = 0,
    days = 14,
  } = size;
  const incidentRows = Array.from({ length: incidents }, (_, index) => {
    const startedAt = later(-HOUR - Math.floor((index * days * DAY) / incidents));
    const isOpen = index < open;
    return {
      id: `${organizationId}-incident-${pad(index)}`,
      organizationId,
      title: `Incident ${index}`,
      status: isOpen ? "investigating" : "resolved",
      impact: (["minor", "major", "none"] as const)[index % 3]!,
      startedAt,
      resolvedAt: isOpen ? null : new Date(startedAt.getTime() + 60_000),
      createdAt: startedAt,
      updatedAt: startedAt,
    };
  });
  const affected = (index: number) => componentIds[index % componentIds.length]!;
  const updateRows = incidentRows.flatMap(({ id, status, startedAt }, index) =>
    Array.from({ length: index === 0 ? updatesOfFirst : updates }, (_, number) => {
      const at = new Date(startedAt.getTime() + number * 100);
      return {
        id: `${id}-${pad(number)}`,
        incidentId: id,
        status,
        body: `Update ${number} of incident ${index}.`,
        components: "[]",
        displayAt: at,
        notified: false,
        createdAt: at,
        updatedAt: at,
      };
    }),
  );
  const statuses = ["in_progress", "scheduled", "completed"] as const;
  const maintenanceRows = Array.from({ length: maintenances }, (_, index) => {
    const status = statuses[index % statuses.length]!;
    const scheduledFor = later(
      status === "scheduled" ? DAY + index * 60_000 : -HOUR - index * 60_000,
    );
    const startedAt = status === "scheduled" ? null : scheduledFor;
    return {
      id: `${organizationId}-maintenance-${pad(index)}`,
      organizationId,
      title: `Maintenance ${index}`,
      status,
      autoStart: false,
      autoComplete: false,
      notify: false,
      scheduledFor,
      scheduledUntil: new Date(scheduledFor.getTime() + HOUR),
      startedAt,
      endedAt: status === "completed" ? new Date(scheduledFor.getTime() + 60_000) : null,
      createdAt: scheduledFor,
      updatedAt: scheduledFor,
    };
  });
  const maintenanceUpdateRows = maintenanceRows.map(({ id, status, createdAt }) => ({
    id: `${id}-update`,
    maintenanceId: id,
    status,
    body: `About ${id}.`,
    components: "[]",
    notified: false,
    createdAt,
    updatedAt: createdAt,
  }));
  await writeRows(incidentRows, (tx, rows) => insertRows(tx, "incidents", rows));
  await writeRows(updateRows, (tx, rows) => insertRows(tx, "incident_updates", rows));
  await writeRows(maintenanceRows, (tx, data) => tx.maintenance.createMany({ data }));
  await writeRows(maintenanceUpdateRows, (tx, data) => tx.maintenanceUpdate.createMany({ data }));
  if (componentIds.length === 0) return;
  await writeRows(
    incidentRows.map(({ id }, index) => ({
      incidentId: id,
      componentId: affected(index),
      status: "degraded_performance",
    })),
    (tx, rows) => insertRows(tx, "incident_components", rows),
  );
  await writeRows(
    maintenanceRows.map(({ id }, index) => ({ maintenanceId: id, componentId: affected(index) })),
    (tx, rows) => insertRows(tx, "maintenance_components", rows),
  );
}

async function writeRows<Row>(
  rows: readonly Row[],
  write: (tx: Tx, rows: Row[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT)
    await transaction((tx) => write(tx, rows.slice(start, start + ROWS_PER_STATEMENT)));
}
