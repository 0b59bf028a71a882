import { takePage } from "@/lib/cursor";
import { reader } from "@/lib/db/database";
import type { OrganizationScope } from "@/lib/organizations/scope";
import { findInSlices, splitIntoSlices, asSingleSlice } from "@/lib/slices";
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

/** Newest first. `next` is the cursor of the next page. */
export async function listAuditEntries(
  scope: OrganizationScope,
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
    limit = AUDIT_PAGE_SIZE,
  } = filter;
  // Skip entries of an earlier, deleted organization with the same ID.
  const fromMs = Math.max(scope.createdAtMs, since?.getTime() ?? 0);
  const indexedFilters = {
    organizationId: scope.id,
    ...(actor_id !== undefined && { actorId: actor_id }),
    ...(subject_id !== undefined && { subjectId: subject_id }),
  };
  const otherFilters = {
    at: { gte: new Date(fromMs), ...(until && { lt: until }) },
    ...(actor && { actorKind: actor }),
    ...(action !== undefined && {
      action: action.includes(".") ? action : { startsWith: `${action}.` },
    }),
  };
  const db = reader();
  const keyAt = async (after: string | undefined, count: number) =>
    (
      await db.auditEntry.findFirst({
        where: { organizationId: scope.id, ...(after !== undefined && { id: { lt: after } }) },
        orderBy: { id: "desc" },
        skip: count - 1,
        select: { id: true },
      })
    )?.id ?? null;
  // Actor and subject have their own index, so the list needs no slices.
  const isIndexed = actor_id !== undefined || subject_id !== undefined;
  const rows = await findInSlices(
    isIndexed ? asSingleSlice(before) : splitIntoSlices(keyAt, before),
    limit + 1,
    ({ after, to }, take) =>
      db.auditEntry.findMany({
        where: {
          ...indexedFilters,
          ...otherFilters,
          id: { ...(after !== undefined && { lt: after }), ...(to !== null && { gte: to }) },
        },
        orderBy: { id: "desc" },
        take,
      }),
  );
  const { page, last } = takePage(rows, limit);
  return { entries: page, next: last?.id ?? null };
}
