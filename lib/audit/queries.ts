import { takePage } from "@/lib/cursor";
import { reader, type Prisma } from "@/lib/db/database";
import type { OrganizationScope } from "@/lib/organizations/scope";
import type { InstallationScope } from "@/lib/installation";
import { findNewestIds } from "@/lib/slices";
import { createSearchCondition, sql } from "@/lib/statements";
import { INSTALLATION_LOG } from "./commands";
import { AUDIT_PAGE_SIZE, type AuditFilter } from "./schema";

export type AuditEntry = Prisma.AuditEntryGetPayload<object>;

export async function listAuditEntries(
  scope: OrganizationScope | InstallationScope,
  filter: AuditFilter,
): Promise<{ entries: AuditEntry[]; next: string | null }> {
  const {
    before,
    actor,
    actor_id,
    action,
    subject_id,
    since,
    until,
    q = "",
    limit = AUDIT_PAGE_SIZE,
  } = filter;
  // An unclaimed ID may have the entries of a deleted organization.
  if ("isClaimed" in scope && !scope.isClaimed) return { entries: [], next: null };
  const { id: organizationId, createdAtMs } =
    "createdAtMs" in scope ? scope : { id: INSTALLATION_LOG, createdAtMs: 0 };
  // Excludes entries of a deleted organization with the same ID.
  const fromMs = Math.max(createdAtMs, since?.getTime() ?? 0);
  const ids = await findNewestIds(
    {
      table: sql`audit_entries`,
      indexed: [
        sql`organization_id = ${organizationId}`,
        actor_id !== undefined && sql`actor_id = ${actor_id}`,
        subject_id !== undefined && sql`subject_id = ${subject_id}`,
      ],
      unindexed: [
        sql`at >= ${new Date(fromMs)}`,
        until && sql`at < ${until}`,
        actor && sql`actor_kind = ${actor}`,
        action !== undefined &&
          (action.includes(".") ? sql`action = ${action}` : sql`action LIKE ${`${action}.%`}`),
        q !== "" && createSearchCondition("subject_name || ' ' || actor_name", q),
      ],
    },
    before,
    limit + 1,
  );
  const { page, last } = takePage(ids, limit);
  const entries = await reader().auditEntry.findMany({
    where: { id: { in: page } },
    orderBy: { id: "desc" },
  });
  return { entries, next: last };
}
