import { getIdleLimit } from "@/lib/auth/sessions";
import { takePage } from "@/lib/cursor";
import { reader } from "@/lib/db/database";
import { notFound } from "@/lib/errors";
import type { InstallationScope } from "@/lib/installation";
import { convertIntegers, joinConditions, createSearchCondition, sql } from "@/lib/statements";
import type { OrganizationFilter, UserFilter } from "./schema";

const ADMINISTRATION_PAGE_SIZE = 50;

/** A user with session and organization counts. */
export type UserSummary = {
  id: string;
  name: string;
  email: string;
  isAdministrator: boolean;
  disabledAt: Date | null;
  createdAt: Date;
  lastActiveAt: Date | null;
  sessions: number;
  organizations: number;
};

const isGiven = (q: string | undefined): q is string => q !== undefined && q.trim() !== "";
const TRUE = sql`1 = 1`;

/** Lists users, newest first. `next` is the cursor of the next page, or null on the last one. */
export async function listUsers(
  _: InstallationScope,
  { before, q, state }: UserFilter,
  now: Date,
): Promise<{ users: UserSummary[]; next: string | null }> {
  const rows = await findUsers(
    joinConditions(
      TRUE,
      before !== undefined && sql`u.id < ${before}`,
      isGiven(q) && createSearchCondition("u.name || ' ' || u.email", q),
      state === "enabled" && sql`u.disabled_at IS NULL`,
      state === "disabled" && sql`u.disabled_at IS NOT NULL`,
      state === "administrator" && sql`u.is_administrator`,
    ),
    now,
  );
  const { page, last } = takePage(rows, ADMINISTRATION_PAGE_SIZE);
  return { users: page, next: last?.id ?? null };
}

/** Returns one user with counts. Throws 404 if the user does not exist. */
export async function getUserSummary(
  _: InstallationScope,
  id: string,
  now: Date,
): Promise<UserSummary> {
  const [user] = await findUsers(sql`u.id = ${id}`, now);
  if (user === undefined) throw notFound("This user");
  return user;
}

async function findUsers(
  condition: ReturnType<typeof joinConditions>,
  now: Date,
): Promise<UserSummary[]> {
  type Row = Omit<UserSummary, "isAdministrator"> & { isAdministrator: boolean | number };
  const rows = await reader().$queryRaw<Row[]>`
    SELECT u.id, u.name, u.email, u.is_administrator AS "isAdministrator",
      u.disabled_at AS "disabledAt", u.created_at AS "createdAt",
      u.last_active_at AS "lastActiveAt",
      (SELECT COUNT(*) FROM sessions s
        WHERE s.user_id = u.id AND s.expires_at > ${now}
          AND s.last_used_at > ${getIdleLimit(now)}) AS "sessions",
      (SELECT COUNT(*) FROM memberships m WHERE m.user_id = u.id) AS "organizations"
    FROM users u WHERE ${condition} ORDER BY u.id DESC LIMIT ${ADMINISTRATION_PAGE_SIZE + 1}`;
  return convertIntegers(rows).map((row) => ({
    ...row,
    isAdministrator: Boolean(row.isAdministrator),
  }));
}

/**
 * An organization with the numbers of its members, unarchived components, incidents, and active
 * subscribers.
 */
export type OrganizationSummary = {
  id: string;
  name: string;
  createdAt: Date;
  suspendedAt: Date | null;
  members: number;
  components: number;
  incidents: number;
  subscribers: number;
};

/** Lists organizations, sorted by ID. Omits those that are being deleted. */
export async function listAllOrganizations(
  _: InstallationScope,
  { before, q, state }: OrganizationFilter,
): Promise<{ organizations: OrganizationSummary[]; next: string | null }> {
  const rows = await findOrganizations(
    joinConditions(
      TRUE,
      before !== undefined && sql`o.id > ${before}`,
      isGiven(q) && createSearchCondition("o.name || ' ' || o.id", q),
      state === "active" && sql`o.suspended_at IS NULL`,
      state === "suspended" && sql`o.suspended_at IS NOT NULL`,
    ),
  );
  const { page, last } = takePage(rows, ADMINISTRATION_PAGE_SIZE);
  return { organizations: page, next: last?.id ?? null };
}

/** Returns one organization with counts. Throws 404 if it does not exist. */
export async function getOrganizationSummary(
  _: InstallationScope,
  id: string,
): Promise<OrganizationSummary> {
  const [organization] = await findOrganizations(sql`o.id = ${id}`);
  if (organization === undefined) throw notFound("This organization");
  return organization;
}

async function findOrganizations(
  condition: ReturnType<typeof joinConditions>,
): Promise<OrganizationSummary[]> {
  const rows = await reader().$queryRaw<OrganizationSummary[]>`
    SELECT o.id, o.name, o.created_at AS "createdAt", o.suspended_at AS "suspendedAt",
      (SELECT COUNT(*) FROM memberships m WHERE m.organization_id = o.id) AS "members",
      (SELECT COUNT(*) FROM components c
        WHERE c.organization_id = o.id AND c.archived_at IS NULL) AS "components",
      (SELECT COUNT(*) FROM incidents i WHERE i.organization_id = o.id) AS "incidents",
      (SELECT COUNT(*) FROM subscribers s
        WHERE s.organization_id = o.id AND s.state = 'active') AS "subscribers"
    FROM organizations o
    WHERE ${condition} AND EXISTS (SELECT 1 FROM memberships m WHERE m.organization_id = o.id)
    ORDER BY o.id LIMIT ${ADMINISTRATION_PAGE_SIZE + 1}`;
  return convertIntegers(rows);
}
