import { getActorId, type Context } from "@/lib/actor";
import { defineAudit } from "@/lib/audit/commands";
import type { Tx } from "@/lib/db/database";
import { invalidField, Problem } from "@/lib/errors";
import { releaseHeldEmails } from "@/lib/email/held-emails";
import { requireMatch } from "@/lib/precondition";
import { requireRecentPassword } from "@/lib/recent-password";
import type { Role } from "@/lib/roles";
import { revokeTokens } from "@/lib/tokens/commands";
import {
  requireExisting,
  getCurrentRole,
  runWrite,
  type Write,
  writeInOrganization,
} from "./commands";
import { revokeInvitations, revokeMemberLinks } from "./invitations";
import { findMember, getMember, type Member, type Organization, readOrganization } from "./queries";
import { type OrganizationAction, getLowestRole } from "./rules";
import type { MemberChange, Transfer } from "./schema";
import { getSystemScope, requirePermission, type OrganizationScope } from "./scope";
import { serializeMember } from "./serialize";

const auditMember = defineAudit(
  ({ id, name }: Member) => ({ type: "member", id, name }),
  serializeMember,
);

/** Runs a write with the actor's current role, which may have changed since the access check. */
async function writeMembers<T>(
  context: Context,
  scope: OrganizationScope,
  action: OrganizationAction,
  work: (write: Write, actorRole: Role) => Promise<T>,
): Promise<T> {
  requireExisting(scope);
  return writeInOrganization(context, scope, getLowestRole(action)!, async (write) =>
    work(write, await getCurrentRole(write)),
  );
}

/**
 * Changes a member's role. Throws 403 without permission, or without a recent password if the old
 * or new role is owner, 404 for a non-member, 409 for the last owner, 412 if the member changed
 * since being read.
 */
export async function changeMember(
  context: Context,
  scope: OrganizationScope,
  userId: string,
  { role }: MemberChange,
): Promise<Member> {
  return writeMembers(context, scope, "changeMember", async (write, actorRole) => {
    requirePermission(context.actor, actorRole, "changeMember", role);
    const before = await getMember(scope, userId, write.tx);
    requirePermission(context.actor, actorRole, "changeMember", before.role);
    if (role === "owner" || before.role === "owner") requireRecentPassword(context);
    requireMatch(context, serializeMember(before));
    return setRole(write, before, role);
  });
}

/**
 * Removes a member, who can be the actor. Throws 403 without permission, or without a recent
 * password if the member is an owner, 404 for a non-member, 409 for the last owner, 412 if the
 * member changed since being read.
 */
export async function removeMember(
  context: Context,
  scope: OrganizationScope,
  userId: string,
): Promise<void> {
  const { actor } = context;
  const isSelf = actor.kind === "user" && actor.userId === userId;
  const action = isSelf ? "leaveOrganization" : "removeMember";
  await writeMembers(context, scope, action, async (write, actorRole) => {
    const { tx } = write;
    requirePermission(actor, actorRole, action);
    const member = await getMember(scope, userId, tx);
    requirePermission(actor, actorRole, action, member.role);
    requireMatch(context, serializeMember(member));
    if (member.role === "owner") {
      requireRecentPassword(context);
      await requireOtherOwner(write, userId);
    }
    await tx.membership.deleteMany({ where: { organizationId: scope.id, userId } });
    await revokeInvitations(write, { email: member.email });
    await revokeMemberLinks(write, userId, null);
    await revokeTokens(write, { createdBy: userId });
    auditMember(write, isSelf ? "member.left" : "member.removed", { before: member });
  });
}

/**
 * Makes a member an owner and the actor an admin. Throws 400 unless the user is another member whose
 * account is not disabled, 403 for API tokens and lower roles.
 */
export async function transferOrganization(
  context: Context,
  scope: OrganizationScope,
  { user_id: userId }: Transfer,
): Promise<Organization> {
  const self = getActorId(context.actor);
  return writeMembers(context, scope, "transferOrganization", async (write, actorRole) => {
    const { tx } = write;
    requirePermission(context.actor, actorRole, "transferOrganization");
    const createNotAnotherMemberError = () =>
      invalidField("user_id", "must be another member of this organization");
    if (userId === self || self === null) throw createNotAnotherMemberError();
    const newOwner = await findMember(scope, userId, tx);
    if (newOwner === null) throw createNotAnotherMemberError();
    if ((await tx.user.count({ where: { id: userId, disabledAt: null } })) === 0)
      throw invalidField("user_id", "must be a user whose account is not disabled");
    const formerOwner = await getMember(scope, self, tx);
    await setRole(write, newOwner, "owner");
    await setRole(write, formerOwner, "admin");
    const organization = await readOrganization(tx, scope.id, "admin");
    write.audit({
      action: "organization.transferred",
      subject: { type: "organization", id: scope.id, name: organization.name },
      before: { owner: { id: formerOwner.id, name: formerOwner.name } },
      after: { owner: { id: newOwner.id, name: newOwner.name } },
    });
    return organization;
  });
}

async function setRole(write: Write, before: Member, role: Role): Promise<Member> {
  const { tx, organization, now } = write;
  if (before.role === role) return before;
  if (before.role === "owner") await requireOtherOwner(write, before.id);
  const after = { ...before, role };
  await tx.membership.updateMany({
    where: { organizationId: organization.id, userId: before.id },
    data: { role },
  });
  await revokeMemberLinks(write, before.id, role);
  await releaseHeldEmails(tx, organization.id, now);
  auditMember(write, "member.role_changed", { before, after });
  return after;
}

/** Matches owners who can sign in, except the user. */
const otherOwners = (userId: string) => ({
  role: "owner",
  userId: { not: userId },
  user: { disabledAt: null },
});

/**
 * Throws 409 if no other owner can sign in. Requires the organization's lock, which keeps the count
 * valid.
 */
async function requireOtherOwner({ tx, organization }: Write, userId: string): Promise<void> {
  const others = await tx.membership.count({
    where: { organizationId: organization.id, ...otherOwners(userId) },
  });
  if (others === 0)
    throw new Problem(
      "conflict",
      "An organization needs at least one owner who can sign in. Make another member an owner first.",
    );
}

/**
 * Removes a user from all organizations. Locks them in the order of their IDs, to prevent
 * deadlocks. Throws 409 if one would have no owner.
 */
export async function leaveAllOrganizations(
  tx: Tx,
  context: Context,
  user: { id: string; name: string; email: string },
): Promise<void> {
  const userId = user.id;
  const before = await tx.membership.findMany({
    where: { userId },
    select: { organizationId: true },
    orderBy: { organizationId: "asc" },
  });
  for (const { organizationId } of before)
    await tx.$executeRaw`UPDATE organizations SET revision = revision + 1 WHERE id = ${organizationId}`;
  const memberships = await tx.membership.findMany({
    where: { userId },
    select: {
      organizationId: true,
      role: true,
      createdAt: true,
      organization: { select: { name: true } },
    },
    orderBy: { organizationId: "asc" },
  });
  const owned = memberships.filter(({ role }) => role === "owner");
  const inOwned = { in: owned.map(({ organizationId }) => organizationId) };
  const others = await tx.membership.findMany({
    where: { organizationId: inOwned, ...otherOwners(userId) },
    select: { organizationId: true },
    distinct: ["organizationId"],
  });
  const shared = new Set(others.map(({ organizationId }) => organizationId));
  const soleOwned = owned.filter(({ organizationId }) => !shared.has(organizationId));
  if (soleOwned.length > 0) {
    const names = soleOwned
      .map(({ organizationId, organization: { name } }) =>
        name === organizationId ? name : `${name} (${organizationId})`,
      )
      .join(", ");
    throw new Problem(
      "conflict",
      `You are the only owner of ${names}. Make another member an owner or delete the organization first.`,
    );
  }
  for (const { organizationId, role, createdAt } of memberships) {
    await runWrite(tx, context, getSystemScope(organizationId), async (write) => {
      await revokeInvitations(write, { email: user.email });
      await revokeMemberLinks(write, userId, null);
      await revokeTokens(write, { createdBy: userId });
      const member = { ...user, role: role as Role, joinedAt: createdAt };
      auditMember(write, "member.left", { before: member });
    });
  }
  await tx.membership.deleteMany({ where: { userId } });
}
