import type { Actor, TokenActor, UserActor } from "@/lib/actor";
import { reader, type Tx } from "@/lib/db/database";
import { env } from "@/lib/env";
import { notFound, Problem } from "@/lib/errors";
import { type Role, isRoleAtLeast, withArticle } from "@/lib/roles";
import {
  getLowestRole,
  getRequiredGrant,
  isAllowed,
  type OrganizationAction,
  permissions,
} from "./rules";
import { organizationIdPattern } from "./schema";
import { type Language, parseLanguages } from "./values";

declare const brand: unique symbol;
/**
 * The ID of an organization after an access check. Queries require this type, which prevents access
 * to other tenants.
 */
export type OrganizationId = string & { readonly [brand]: true };

export type OrganizationScope = {
  readonly id: OrganizationId;
  readonly role: Role;
  readonly isClaimed: boolean;
  readonly revision: number;
  /** A suspended organization can only be read. */
  readonly isSuspended: boolean;
  /**
   * The time of creation in ms since 1970, which distinguishes organizations that used the same ID.
   * 0 if unknown.
   */
  readonly createdAtMs: number;
  /**
   * The languages of the status page. The first one is the default. They may have changed since
   * they were read.
   */
  readonly languages: readonly Language[];
  /** An IANA time zone. May have changed since it was read. */
  readonly timeZone: string;
};

type Row = {
  revision: number;
  createdAt: Date;
  suspendedAt: Date | null;
  languages: string;
  timeZone: string;
  role: string | null;
};

/**
 * Returns the actor's access to an organization. For an unclaimed ID, it is an owner's access,
 * because a write claims the ID. Throws 404 if the ID is invalid or can't be claimed, 403 for
 * non-members and lower roles.
 */
export async function getOrganizationScope(
  actor: UserActor | TokenActor,
  id: string,
  role: Role,
): Promise<OrganizationScope> {
  const createMissingError = () => notFound("This organization");
  if (!organizationIdPattern.test(id)) throw createMissingError();
  if (actor.kind === "token" && actor.organizationId !== id)
    throw new Problem(
      "forbidden",
      "This API token belongs to another organization. Use a token of this organization.",
    );
  const [row] = await reader().$queryRaw<Row[]>`
    SELECT o.revision, o.created_at AS "createdAt", o.suspended_at AS "suspendedAt", o.languages,
      o.time_zone AS "timeZone", m.role
    FROM organizations o
    LEFT JOIN memberships m ON m.organization_id = o.id AND m.user_id = ${actor.kind === "user" ? actor.userId : ""}
    WHERE o.id = ${id}`;
  if (row !== undefined && actor.kind === "token") row.role = actor.role;
  if (row === undefined) {
    if (env.ORGANIZATION_CLAIMS === "off") throw createMissingError();
    return { ...getSystemScope(id), isClaimed: false };
  }
  if (row.role === null) throw await createNonMemberError(reader(), id);
  const scope: OrganizationScope = {
    id: id as OrganizationId,
    role: row.role as Role,
    isClaimed: true,
    isSuspended: row.suspendedAt !== null,
    revision: row.revision,
    createdAtMs: row.createdAt.getTime(),
    languages: parseLanguages(row.languages),
    timeZone: row.timeZone,
  };
  requireRole(scope, role);
  return scope;
}

/**
 * Returns the error for a user who is not a member: 404 while the organization is being deleted,
 * otherwise 403.
 */
export async function createNonMemberError(db: Tx, id: string): Promise<Problem> {
  const member = await db.membership.findFirst({
    where: { organizationId: id },
    select: { userId: true },
  });
  return member === null
    ? notFound("This organization")
    : new Problem(
        "forbidden",
        "You are not a member of this organization. Ask an owner or admin to invite you.",
      );
}

/**
 * Returns the server's own access to an organization, such as for background jobs. Does not check
 * whether the organization exists.
 */
export const getSystemScope = (organizationId: string): OrganizationScope => ({
  id: organizationId as OrganizationId,
  role: "owner",
  isClaimed: true,
  isSuspended: false,
  revision: 0,
  createdAtMs: 0,
  languages: ["en"],
  timeZone: "Etc/UTC",
});

export const createSuspendedError = () =>
  new Problem(
    "forbidden",
    "This organization is suspended and can't be changed. Contact the administrator of this installation.",
  );

/** Finds an organization. Returns null if it does not exist or is being deleted. */
const findOrganization = async (id: string) =>
  organizationIdPattern.test(id)
    ? reader().organization.findFirst({
        where: { id, memberships: { some: {} } },
        select: { id: true, name: true, languages: true, suspendedAt: true },
      })
    : null;

export const findOrganizationName = async (id: string): Promise<string | null> =>
  (await findOrganization(id))?.name ?? null;

/** Returns an organization with a public page, or null if it does not exist or is suspended. */
export async function findPublicScope(
  id: string,
): Promise<{ id: OrganizationId; name: string; languages: Language[] } | null> {
  const organization = await findOrganization(id);
  if (organization === null || organization.suspendedAt !== null) return null;
  const { name, languages } = organization;
  return { id: id as OrganizationId, name, languages: parseLanguages(languages) };
}

const formatRoleError = (needed: Role, actual: Role) =>
  `Requires the ${needed} role; you are ${withArticle(actual)}.`;

/** Throws 403 for a lower role. */
export function requireRole(scope: OrganizationScope, role: Role): void {
  if (!isRoleAtLeast(scope.role, role))
    throw new Problem("forbidden", formatRoleError(role, scope.role));
}

export function requirePermission(
  actor: Actor,
  role: Role,
  action: OrganizationAction,
  ...affectedRoles: Role[]
): void {
  if (actor.kind === "token" && !permissions[action].tokens)
    throw new Problem("forbidden", "API tokens can't do this. Sign in instead.");
  if (!isAllowed(role, action, ...affectedRoles)) {
    const needed = getLowestRole(action, ...affectedRoles);
    throw new Problem(
      "forbidden",
      needed === null ? "No role has permission to do this." : formatRoleError(needed, role),
    );
  }
  const grant = getRequiredGrant(action, ...affectedRoles);
  if (actor.kind === "token" && grant !== null && !actor.grants.includes(grant))
    throw new Problem(
      "forbidden",
      `Requires an API token with the grant "${grant}". Create one, or sign in.`,
    );
}
