import { actorId, type Context } from "@/lib/actor";
import { recordChange } from "@/lib/audit/commands";
import type { Tx } from "@/lib/db";
import { invalid, Problem } from "@/lib/errors";
import { requireMatch } from "@/lib/precondition";
import type { Role } from "@/lib/roles";
import { type Record, requireHeld, roleNow, writeInOrganization } from "./commands";
import { endInvitations, endLinksOf } from "./invitations";
import { findMember, getMember, type Member, type Organization, organizationFields, readOrganization } from "./queries";
import { type Call, lowestRole } from "./rules";
import type { MemberChange, Transfer } from "./schema";
import { authorizeCall, type OrganizationId, type OrganizationScope } from "./scope";
import { serializeMember } from "./serialize";

/**
 * A write about members: by the role that the actor has behind the organization's lock, for whoever gave the actor the role
 * that the gate saw may have taken it away since.
 */
async function writeAboutMembers<T>(context: Context, scope: OrganizationScope, call: Call, work: (tx: Tx, record: Record, held: Role) => Promise<T>): Promise<T> {
  requireHeld(scope);
  return writeInOrganization(context, scope, lowestRole(call)!, async (tx, record) => work(tx, record, await roleNow(tx, context, scope)));
}

/** Gives a member another role. 404, 403 by the rules, 409 for the last owner. */
export async function changeMember(context: Context, scope: OrganizationScope, userId: string, { role }: MemberChange): Promise<Member> {
  return writeAboutMembers(context, scope, "changeMember", async (tx, record, held) => {
    authorizeCall(context.actor, held, "changeMember", role);
    const before = await getMember(scope, userId, tx);
    authorizeCall(context.actor, held, "changeMember", before.role);
    requireMatch(context, serializeMember(before));
    return setRole(tx, record, context, scope, before, role);
  });
}

/** Removes a member, or lets the actor leave. 404, 412, 403 by the rules, 409 for the last owner. */
export async function removeMember(context: Context, scope: OrganizationScope, userId: string): Promise<void> {
  const { actor, now } = context;
  const isSelf = actor.kind === "user" && actor.userId === userId;
  const call = isSelf ? "leaveOrganization" : "removeMember";
  await writeAboutMembers(context, scope, call, async (tx, record, held) => {
    authorizeCall(actor, held, call);
    const member = await getMember(scope, userId, tx);
    authorizeCall(actor, held, call, member.role);
    requireMatch(context, serializeMember(member));
    if (member.role === "owner") await requireOtherOwner(tx, scope, userId);
    await tx.membership.deleteMany({ where: { organizationId: scope.id, userId } });
    await endInvitations(tx, record, { organizationId: scope.id, email: member.email }, now);
    await endLinksOf(tx, record, scope.id, userId, null, now);
    await record({ action: isSelf ? "member.left" : "member.removed", subject: { type: "member", id: userId, name: member.name }, before: serializeMember(member) });
  });
}

/** Makes another member an owner, and the actor an admin. 400 naming `user_id` when that is no other member; not for tokens. */
export async function transferOrganization(context: Context, scope: OrganizationScope, { user_id: userId }: Transfer): Promise<Organization> {
  const self = actorId(context.actor);
  return writeAboutMembers(context, scope, "transferOrganization", async (tx, record, held) => {
    authorizeCall(context.actor, held, "transferOrganization");
    const nobody = () => invalid([{ path: "user_id", message: "must be another member of this organization" }]);
    if (userId === self || self === null) throw nobody();
    const taker = await findMember(scope, userId, tx);
    if (taker === null) throw nobody();
    const giver = await getMember(scope, self, tx);
    await setRole(tx, record, context, scope, taker, "owner");
    await setRole(tx, record, context, scope, giver, "admin");
    const organization = await tx.organization.findUniqueOrThrow({ where: { id: scope.id }, select: organizationFields });
    await record({
      action: "organization.transferred",
      subject: { type: "organization", id: scope.id, name: organization.name },
      before: { owner: { id: giver.id, name: giver.name } },
      after: { owner: { id: taker.id, name: taker.name } },
    });
    return readOrganization(organization, "admin");
  });
}

async function setRole(tx: Tx, record: Record, { now }: Context, scope: OrganizationScope, before: Member, role: Role): Promise<Member> {
  if (before.role === role) return before;
  if (before.role === "owner") await requireOtherOwner(tx, scope, before.id);
  const after = { ...before, role };
  await tx.membership.updateMany({ where: { organizationId: scope.id, userId: before.id }, data: { role } });
  await endLinksOf(tx, record, scope.id, before.id, role, now);
  await record({ action: "member.role_changed", subject: { type: "member", id: before.id, name: before.name }, before: serializeMember(before), after: serializeMember(after) });
  return after;
}

/** There is always at least one owner: what is counted behind the organization's lock stays so until the commit. */
async function requireOtherOwner(tx: Tx, scope: OrganizationScope, userId: string): Promise<void> {
  const others = await tx.membership.count({ where: { organizationId: scope.id, role: "owner", userId: { not: userId } } });
  if (others === 0) throw new Problem("conflict", "An organization keeps at least one owner: make somebody else an owner first.");
}

/**
 * Takes a user out of all organizations, before the account goes; 409 naming those of which the user is the only owner.
 * Behind the lock of the user's row, and always in the order of ids, so that two who do so wait for each other in line.
 */
export async function leaveAll(tx: Tx, context: Context, user: { id: string; name: string; email: string }): Promise<void> {
  const userId = user.id;
  const before = await tx.membership.findMany({ where: { userId }, select: { organizationId: true }, orderBy: { organizationId: "asc" } });
  for (const { organizationId } of before) await tx.$executeRaw`UPDATE organizations SET revision = revision + 1 WHERE id = ${organizationId}`;
  const held = await tx.membership.findMany({
    where: { userId },
    select: { organizationId: true, role: true, createdAt: true, organization: { select: { name: true } } },
    orderBy: { organizationId: "asc" },
  });
  const owned = held.filter(({ role }) => role === "owner");
  const among = { in: owned.map(({ organizationId }) => organizationId) };
  const others = await tx.membership.findMany({ where: { organizationId: among, role: "owner", userId: { not: userId } }, select: { organizationId: true }, distinct: ["organizationId"] });
  const shared = new Set(others.map(({ organizationId }) => organizationId));
  const alone = owned.filter(({ organizationId }) => !shared.has(organizationId));
  if (alone.length > 0) {
    const names = alone.map(({ organizationId, organization: { name } }) => (name === organizationId ? name : `${name} (${organizationId})`)).join(", ");
    throw new Problem("conflict", `You are the only owner of ${names}. Make somebody else an owner, or delete what nobody needs, first.`);
  }
  for (const { organizationId, role, createdAt } of held) {
    const record: Record = (change) => recordChange(tx, context, organizationId, change);
    const id = organizationId as OrganizationId;
    await endInvitations(tx, record, { organizationId: id, email: user.email }, context.now);
    await endLinksOf(tx, record, id, userId, null, context.now);
    const member = serializeMember({ ...user, role: role as Role, joinedAt: createdAt });
    await record({ action: "member.left", subject: { type: "member", id: userId, name: user.name }, before: member });
  }
  await tx.membership.deleteMany({ where: { userId } });
}
