import { cutPage } from "@/lib/cursor";
import { reader } from "@/lib/db";
import type { OrganizationScope } from "@/lib/organizations/scope";
import { AUDIT_PAGE_SIZE, type AuditFilter } from "./schema";

export type AuditEntry = {
  id: string;
  organizationId: string;
  at: Date;
  actorKind: string;
  actorId: string | null;
  actorName: string;
  action: string;
  subjectType: string;
  subjectId: string;
  subjectName: string;
  before: string | null;
  after: string | null;
  ipAddress: string;
  userAgent: string;
  requestId: string;
};

/** What was done in the organization, at most `limit` entries, newest first; `next` leads to the older ones. */
export async function listAuditEntries(scope: OrganizationScope, filter: AuditFilter): Promise<{ entries: AuditEntry[]; next: string | null }> {
  const { before, actor, actor_id, action, subject_id, since, until, limit = AUDIT_PAGE_SIZE } = filter;
  // An id that was given up and taken again is another organization: what was done in the former one is nobody's any more.
  const from = Math.max(scope.since, since?.getTime() ?? 0);
  const rows = await reader().auditEntry.findMany({
    where: {
      organizationId: scope.id,
      ...(before !== undefined && { id: { lt: before } }),
      at: { gte: new Date(from), ...(until && { lt: until }) },
      ...(actor && { actorKind: actor }),
      ...(actor_id !== undefined && { actorId: actor_id }),
      ...(action !== undefined && { action: action.includes(".") ? action : { startsWith: `${action}.` } }),
      ...(subject_id !== undefined && { subjectId: subject_id }),
    },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const { page, last } = cutPage(rows, limit);
  return { entries: page, next: last?.id ?? null };
}
