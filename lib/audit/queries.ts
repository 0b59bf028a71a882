import { takePage } from "@/lib/cursor";
import { reader } from "@/lib/db/database";
import type { OrganizationScope } from "@/lib/organizations/scope";
import type { InstallationScope } from "@/lib/installation";
import { findInSlices, splitIntoSlices, createSingleSlice } from "@/lib/slices";
import { INSTALLATION_LOG } from "./commands";
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
    limit = AUDIT_PAGE_SIZE,
  } = filter;
  const { id: organizationId, createdAtMs } =
    "createdAtMs" in scope ? scope : { id: INSTALLATION_LOG, createdAtMs: 0 };
  // Excludes entries of a deleted organization with the same ID.
  const fromMs = Math.max(createdAtMs, since?.getTime() ?? 0);
  const indexedFilters = {
    organizationId,
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
  const findKey = async (after: string | undefined, count: number) =>
    (
      await db.auditEntry.findFirst({
        where: { organizationId, ...(after !== undefined && { id: { lt: after } }) },
        orderBy: { id: "desc" },
        skip: count - 1,
        select: { id: true },
      })
    )?.id ?? null;
  // Filters by actor or subject use an index, so one query is fast. Otherwise, entries are read in
  // slices.
  const isIndexed = actor_id !== undefined || subject_id !== undefined;
  const rows = await findInSlices(
    isIndexed ? createSingleSlice(before) : splitIntoSlices(findKey, before),
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
