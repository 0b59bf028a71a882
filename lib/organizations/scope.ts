import type { Actor, TokenActor, UserActor } from "@/lib/actor";
import type { Tx } from "@/lib/db/client";
import { reader } from "@/lib/db/database";
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
import { handlePattern } from "./schema";

declare const brand: unique symbol;
/**
 * ID of an organization that passed an access check. Every query requires this type, which prevents
 * access across tenants by mistake.
 */
export type OrganizationId = string & { readonly [brand]: true };

export type OrganizationScope = {
  readonly id: OrganizationId;
  readonly role: Role;
  /** False if no organization has the ID: the first write creates it with the actor as owner. */
  readonly isClaimed: boolean;
  /** The organization's revision at the access check; 0 if unclaimed. */
  readonly revision: number;
  /** Distinguishes this organization from a later one with the same ID; 0 if unclaimed. */
  readonly createdAtMs: number;
};

type Row = { revision: number; createdAt: Date; role: string | null };

/**
 * Returns the scope of an actor with at least `role` in an organization. Throws 404 if the
 * organization cannot exist, 403 for non-members and for members with a lower role.
 */
export async function getOrganizationScope(
  actor: UserActor | TokenActor,
  id: string,
  role: Role,
): Promise<OrganizationScope> {
  const missing = () => notFound("This organization");
  if (!handlePattern.test(id)) throw missing();
  if (actor.kind === "token" && actor.organizationId !== id)
    throw new Problem("forbidden", "This API token belongs to another organization.");
  const [row] = await reader().$queryRaw<Row[]>`
    SELECT o.revision, o.created_at AS "createdAt", m.role FROM organizations o
    LEFT JOIN memberships m ON m.organization_id = o.id AND m.user_id = ${actor.kind === "user" ? actor.userId : ""}
    WHERE o.id = ${id}`;
  if (row !== undefined && actor.kind === "token") row.role = actor.role;
  if (row === undefined) {
    if (env.ORGANIZATION_CLAIMS === "off") throw missing();
    return {
      id: id as OrganizationId,
      role: "owner",
      isClaimed: false,
      revision: 0,
      createdAtMs: 0,
    };
  }
  if (row.role === null) throw await nonMemberError(reader(), id);
  const scope: OrganizationScope = {
    id: id as OrganizationId,
    role: row.role as Role,
    isClaimed: true,
    revision: row.revision,
    createdAtMs: row.createdAt.getTime(),
  };
  requireRole(scope, role);
  return scope;
}

/** The error for a non-member: 403, or 404 if the organization is being deleted. */
export async function nonMemberError(db: Tx, id: string): Promise<Problem> {
  const member = await db.membership.findFirst({
    where: { organizationId: id },
    select: { userId: true },
  });
  return member === null
    ? notFound("This organization")
    : new Problem("forbidden", "You are not a member of this organization.");
}

/** The scope of a background job. Does not check whether the organization still exists. */
export const getSystemScope = (organizationId: string): OrganizationScope => ({
  id: organizationId as OrganizationId,
  role: "owner",
  isClaimed: true,
  revision: 0,
  createdAtMs: 0,
});

/** Returns an organization for public access. Throws 404 if it doesn't exist or is being deleted. */
export async function getPublicOrganization(
  id: string,
): Promise<{ id: OrganizationId; name: string }> {
  const organization = handlePattern.test(id)
    ? await reader().organization.findFirst({
        where: { id, memberships: { some: {} } },
        select: { id: true, name: true },
      })
    : null;
  if (organization === null) throw notFound("This organization");
  return organization as { id: OrganizationId; name: string };
}

const roleError = (needed: Role, actual: Role) =>
  `Requires the ${needed} role; you are ${withArticle(actual)}.`;

/** Throws 403 if the scope's role is lower than `role`. Every command starts with this check. */
export function requireRole(scope: OrganizationScope, role: Role): void {
  if (!isRoleAtLeast(scope.role, role)) throw new Problem("forbidden", roleError(role, scope.role));
}

/** Throws 403 if `permissions` do not allow the action on members or tokens with these roles. */
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
      needed === null ? "You don't have permission to do this." : roleError(needed, role),
    );
  }
  const grant = getRequiredGrant(action, ...affectedRoles);
  if (actor.kind === "token" && grant !== null && !actor.grants.includes(grant))
    throw new Problem(
      "forbidden",
      `Requires an API token with the grant "${grant}". Create one, or sign in.`,
    );
}
