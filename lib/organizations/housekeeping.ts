import { deleteOrphans, reader, transaction } from "@/lib/db";
import { log } from "@/lib/log";

/** Deletes invitations whose time is up: the addresses of strangers are kept no longer than they are of use. */
export async function deleteExpiredInvitations(now: Date): Promise<void> {
  await transaction((tx) => tx.invitation.deleteMany({ where: { expiresAt: { lte: now } } }));
}

/** Deliveries that go at once with their subscribers: tens of milliseconds, for which SQLite stops everybody. */
const DELIVERIES_AT_ONCE = 2_000;
/** Records that go at once, each with what lies below it. */
const RECORDS_AT_ONCE = 200;
const COMPONENTS_AT_ONCE = 20;

/**
 * Deletes all that lies below an organization that nobody belongs to any more, and then the organization, in many short
 * transactions: in one, years of incidents and deliveries would stop all other organizations for seconds.
 */
export async function sweepOrganization(id: string): Promise<void> {
  const events = await reader().notificationEvent.count({ where: { organizationId: id } });
  const steps = [
    // Deliveries are most, and those of one subscriber lie together; those of one event touch every subscriber's.
    ["subscribers", Math.max(1, Math.min(RECORDS_AT_ONCE, Math.floor(DELIVERIES_AT_ONCE / Math.max(1, events))))],
    ["notification_events", RECORDS_AT_ONCE],
    ["incidents", RECORDS_AT_ONCE],
    ["maintenances", RECORDS_AT_ONCE],
    ["components", COMPONENTS_AT_ONCE],
  ] as const;
  for (const [table, count] of steps) while ((await transaction((tx) => deleteOrphans(tx, table, id, count))) === count);
  await transaction((tx) => tx.organization.deleteMany({ where: { id, memberships: { none: {} } } }));
}

/** Sweeps the organizations whose deletion was interrupted: they have no members, and the audit log says that they ended. */
export async function finishDeletions(): Promise<void> {
  const ended = await reader().$queryRaw<{ id: string }[]>`
    SELECT o.id FROM organizations o
    WHERE NOT EXISTS (SELECT 1 FROM memberships m WHERE m.organization_id = o.id)
      AND EXISTS (
        SELECT 1 FROM audit_entries a
        WHERE a.organization_id = o.id AND a.subject_id = o.id AND a.action = 'organization.deleted' AND a.at >= o.created_at)`;
  for (const { id } of ended) {
    await sweepOrganization(id);
    log.info({ organization: id }, "finished the deletion of an organization");
  }
}
