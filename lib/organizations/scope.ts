import type { Actor, TokenActor, UserActor } from "@/lib/actor";
import { reader, type Tx } from "@/lib/db";
import { env } from "@/lib/env";
import { notFound, Problem } from "@/lib/errors";
import { type Role, satisfies } from "@/lib/roles";
import { type Call, lowestRole, may, rules } from "./rules";
import { handlePattern } from "./schema";

declare const minted: unique symbol;
/** An organization's id that the gate below let through. Every query takes this, so none can cross tenants by mistake. */
export type OrganizationId = string & { readonly [minted]: true };

/** The right of one actor to act in one organization. */
export type OrganizationScope = {
  readonly id: OrganizationId;
  readonly role: Role;
  /** False while nobody holds the id: reads find nothing, the first write makes the actor its owner. */
  readonly held: boolean;
  /** The organization's count of writes when the gate was passed; 0 while nobody holds it. */
  readonly revision: number;
  /** When the organization came into being, in milliseconds: an id that was given up and taken again is another one. */
  readonly since: number;
};

type Row = { revision: number; createdAt: Date; role: string | null };

/**
 * The gate: lets `actor` into the organization `id` with at least `role`, or throws.
 * 404 when there can be no such organization, 403 for those who do not belong or whose role is too low.
 */
export async function enterOrganization(actor: UserActor | TokenActor, id: string, role: Role): Promise<OrganizationScope> {
  const unknown = () => notFound("This organization");
  if (!handlePattern.test(id)) throw unknown();
  if (actor.kind === "token" && actor.organizationId !== id) throw new Problem("forbidden", "This token is for another organization.");
  const [row] = await reader().$queryRaw<Row[]>`
    SELECT o.revision, o.created_at AS "createdAt", m.role FROM organizations o
    LEFT JOIN memberships m ON m.organization_id = o.id AND m.user_id = ${actor.kind === "user" ? actor.userId : ""}
    WHERE o.id = ${id}`;
  if (row !== undefined && actor.kind === "token") row.role = actor.role;
  if (row === undefined) {
    if (env.ORGANIZATION_CLAIMS === "off") throw unknown();
    return { id: id as OrganizationId, role: "owner", held: false, revision: 0, since: 0 };
  }
  if (row.role === null) throw await refuseStranger(reader(), id);
  const scope: OrganizationScope = { id: id as OrganizationId, role: row.role as Role, held: true, revision: row.revision, since: row.createdAt.getTime() };
  authorize(scope, role);
  return scope;
}

/** What somebody without a place in an organization is told: 403, or 404 when it has ended and is only being swept up. */
export async function refuseStranger(db: Tx, id: string): Promise<Problem> {
  const member = await db.membership.findFirst({ where: { organizationId: id }, select: { userId: true } });
  return member === null ? notFound("This organization") : new Problem("forbidden", "You are not a member of this organization.");
}

/** The gate for the system itself: a job acts where its row says. A write finds out whether the organization is still there. */
export const enterAsSystem = (organizationId: string): OrganizationScope => ({ id: organizationId as OrganizationId, role: "owner", held: true, revision: 0, since: 0 });

/** The gate of what needs no login: only whether there is such an organization counts. 404 when nobody holds the id, or it has ended. */
export async function visitOrganization(id: string): Promise<{ id: OrganizationId; name: string }> {
  const organization = handlePattern.test(id) ? await reader().organization.findFirst({ where: { id, memberships: { some: {} } }, select: { id: true, name: true } }) : null;
  if (organization === null) throw notFound("This organization");
  return organization as { id: OrganizationId; name: string };
}

/** Throws 403 unless the scope's role is at least `role`. Every command begins with it. */
export function authorize(scope: OrganizationScope, role: Role): void {
  if (!satisfies(scope.role, role)) throw new Problem("forbidden", `This takes the role ${role}; yours is ${scope.role}.`);
}

/** Throws 403 unless the table of rules lets `held` make the call to those with the roles `touched`. */
export function authorizeCall(actor: Actor, held: Role, call: Call, ...touched: Role[]): void {
  if (actor.kind === "token" && !rules[call].tokens) throw new Problem("forbidden", "This takes somebody signed in: a token cannot do it.");
  if (may(held, call, ...touched)) return;
  const needed = lowestRole(call, ...touched);
  throw new Problem("forbidden", needed === null ? "Nobody may do this." : `This takes the role ${needed}; yours is ${held}.`);
}
