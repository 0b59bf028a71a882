import { reader, transaction, type Tx } from "@/lib/db/database";
import { unescapedSql } from "@/lib/statements";
import { log } from "@/lib/log";

export async function deleteExpiredInvitations(now: Date): Promise<void> {
  await transaction((tx) => tx.invitation.deleteMany({ where: { expiresAt: { lte: now } } }));
}

/** Deleting a batch takes tens of milliseconds, during which SQLite blocks other writers. */
const DELIVERIES_PER_BATCH = 2_000;
const ROWS_PER_BATCH = 200;
const STATUS_ROWS_PER_BATCH = 5_000;

/**
 * Returns how many subscribers of an organization one transaction can delete. Their deliveries are
 * deleted with them, one per subscriber and event at most.
 */
export async function getDeletionBatchSize(organizationId: string): Promise<number> {
  const events = await reader().notificationEvent.count({ where: { organizationId } });
  const count = Math.floor(DELIVERIES_PER_BATCH / Math.max(1, events));
  return Math.max(1, Math.min(ROWS_PER_BATCH, count));
}

/**
 * Deletes the data of a deleted organization in short transactions, because a long one would block
 * other organizations.
 */
export async function deleteOrganizationData(id: string): Promise<void> {
  const steps = [
    // Most rows are deliveries. They are deleted with their subscribers, in the order of the
    // subscribers' IDs, so that each batch deletes adjacent rows.
    ["subscribers", await getDeletionBatchSize(id)],
    ["removed_subscribers", ROWS_PER_BATCH],
    ["notification_events", ROWS_PER_BATCH],
    ["incidents", ROWS_PER_BATCH],
    ["maintenances", ROWS_PER_BATCH],
  ] as const;
  for (const [table, count] of steps)
    await deleteInBatches(count, (tx) => deleteOrphans(tx, table, id, count));
  for (const table of ["component_status_changes", "component_status_settings"] as const)
    await deleteInBatches(STATUS_ROWS_PER_BATCH, (tx) => deleteStatusRows(tx, table, id));
  await deleteInBatches(ROWS_PER_BATCH, (tx) =>
    deleteOrphans(tx, "components", id, ROWS_PER_BATCH),
  );
  await transaction((tx) =>
    tx.organization.deleteMany({ where: { id, memberships: { none: {} } } }),
  );
}

/** Repeats `work`, each time in its own transaction, until it deletes less than a batch. */
async function deleteInBatches(
  batchSize: number,
  work: (tx: Tx) => Promise<number>,
): Promise<void> {
  while ((await transaction(work)) === batchSize);
}

/**
 * Deletes a batch of rows. Keeps rows of a new organization with the same ID, which has members.
 */
function deleteOrphans(
  tx: Tx,
  table:
    | "subscribers"
    | "removed_subscribers"
    | "notification_events"
    | "incidents"
    | "maintenances"
    | "components",
  organizationId: string,
  count: number,
): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM ${unescapedSql(table)} WHERE id IN (
      SELECT id FROM ${unescapedSql(table)} WHERE organization_id = ${organizationId}
        AND NOT EXISTS (SELECT 1 FROM memberships WHERE organization_id = ${organizationId})
        ORDER BY id LIMIT ${count})`;
}

/** Deletes a batch of the status history of components. */
const deleteStatusRows = (
  tx: Tx,
  table: "component_status_changes" | "component_status_settings",
  organizationId: string,
): Promise<number> => tx.$executeRaw`
    DELETE FROM ${unescapedSql(table)} WHERE id IN (
      SELECT s.id FROM components c JOIN ${unescapedSql(table)} s ON s.component_id = c.id
      WHERE c.organization_id = ${organizationId}
        AND NOT EXISTS (SELECT 1 FROM memberships WHERE organization_id = ${organizationId})
        LIMIT ${STATUS_ROWS_PER_BATCH})`;

/** Continues unfinished deletions of organizations, for example after a restart. */
export async function resumeDeletions(): Promise<void> {
  const deleted = await reader().$queryRaw<{ id: string }[]>`
    SELECT o.id FROM organizations o
    WHERE NOT EXISTS (SELECT 1 FROM memberships m WHERE m.organization_id = o.id)
      AND EXISTS (
        SELECT 1 FROM audit_entries a
        WHERE a.organization_id = o.id AND a.subject_id = o.id
          AND a.action = 'organization.deleted' AND a.at >= o.created_at)`;
  for (const { id } of deleted)
    try {
      await deleteOrganizationData(id);
      log.info({ organization: id }, "resumed and finished the deletion of an organization");
    } catch (error) {
      log.error({ organization: id, error: String(error) }, "deleting an organization failed");
    }
}
