import { actorId, actorName, type Context, type UserActor } from "@/lib/actor";
import { recordChange } from "@/lib/audit/commands";
import { isMissingRecord, isUniqueViolation, transaction, type Tx } from "@/lib/db";
import { invalid, notFound, Problem, unauthenticated } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { invitationLink } from "@/lib/links";
import { mailJobRow } from "@/lib/mail/jobs";
import { type Role, roles } from "@/lib/roles";
import { hashToken, newToken } from "@/lib/sealing";
import { count, throttleKey } from "@/lib/throttle";
import { countWrite, type Record, roleNow, writeInOrganization } from "./commands";
import { getMember, type Invitation, invitationFields, type Organization, organizationFields, pendingAt, readOrganization } from "./queries";
import { may } from "./rules";
import type { NewInvitation } from "./schema";
import { authorizeCall, type OrganizationId, type OrganizationScope } from "./scope";
import { serializeInvitation, serializeMember } from "./serialize";

/** For how long the link of a mail works. */
export const INVITATION_LIFETIME_MS = 7 * 24 * 60 * 60_000;

const badToken = () => invalid([{ path: "token", message: "is not valid: the invitation was accepted or withdrawn, or has expired" }]);

/** A new invitation. `link` is that of one that is not mailed: it is told here, and kept nowhere. */
export type CreatedInvitation = { invitation: Invitation; link: string | null };

/**
 * Mails an offer of a role to an address, where an earlier one ends; without an address it makes a link for whoever holds
 * it. 403 for a role that is not the actor's to give, 409 when the address is a member's, 429 past the limit.
 */
export async function createInvitation(context: Context, scope: OrganizationScope, { email = null, role }: NewInvitation): Promise<CreatedInvitation> {
  const { actor, now } = context;
  authorizeCall(actor, scope.role, "createInvitation", role);
  await count(throttleKey("invitation", actorId(actor) ?? ""), now);
  const { token, hash } = newToken();
  const expiresAt = new Date(now.getTime() + INVITATION_LIFETIME_MS);
  return writeInOrganization(context, scope, "admin", async (tx, record) => {
    const held = await roleNow(tx, context, scope);
    authorizeCall(actor, held, "createInvitation", role);
    if (email !== null) {
      const members = await tx.membership.count({ where: { organizationId: scope.id, user: { email } } });
      if (members > 0) throw new Problem("conflict", "This address is a member's already.");
      await withdraw(tx, record, context, held, { organizationId: scope.id, email });
    }
    const row = { id: newId(), organizationId: scope.id, email, role, invitedBy: actor.kind === "user" ? actor.userId : null, createdAt: now, expiresAt };
    const invitation = row satisfies Invitation;
    const { organization } = await tx.invitation.create({ data: { ...row, tokenHash: hash }, select: { organization: { select: { id: true, name: true } } } });
    await record({ action: "invitation.created", subject: subjectOf(invitation), after: serializeInvitation(invitation) });
    if (email === null) return { invitation, link: invitationLink(token) };
    const data = { organization, inviter: actorName(actor), role, token, expires_at: expiresAt.toISOString() };
    await tx.mailJob.create({ data: mailJobRow({ recipient: email, template: "invitation", data, now }), select: { id: true } });
    return { invitation, link: null };
  });
}

const subjectOf = ({ id, email, role }: Invitation) => ({ type: "invitation", id, name: email ?? `Link for ${role === "viewer" ? "a" : "an"} ${role}` });

/** Takes a pending invitation back: its link ends. 403 for a role that is not the actor's to give, 404. */
export async function revokeInvitation(context: Context, scope: OrganizationScope, id: string): Promise<void> {
  await writeInOrganization(context, scope, "admin", async (tx, record) => {
    const held = await roleNow(tx, context, scope);
    if ((await withdraw(tx, record, context, held, { organizationId: scope.id, id })) === 0) throw notFound("This invitation");
  });
}

type Which = { organizationId: OrganizationId } & ({ id: string } | { email: string } | { invitedBy: string; email: null; role?: { in: Role[] } });

/** Ends the pending invitations that fit, as far as the actor may take back their roles: 403 for others. */
async function withdraw(tx: Tx, record: Record, { actor, now }: Context, held: Role, which: Which): Promise<number> {
  const pending = await tx.invitation.findMany({ where: { ...which, ...pendingAt(now) }, select: { role: true } });
  for (const { role } of pending) authorizeCall(actor, held, "revokeInvitation", role as Role);
  return endInvitations(tx, record, which, now);
}

/**
 * Ends the links that a member made, and holds, and could not make with the role that is left, null for none: whoever was
 * removed or lowered would come back by them. What was mailed to others stands.
 */
export async function endLinksOf(tx: Tx, record: Record, organizationId: OrganizationId, invitedBy: string, left: Role | null, now: Date): Promise<void> {
  const lost = roles.filter((role) => left === null || !may(left, "createInvitation", role));
  await endInvitations(tx, record, { organizationId, invitedBy, email: null, role: { in: lost } }, now);
}

/** Deletes the pending invitations that fit, and says how many there were. Belongs behind the organization's lock. */
export async function endInvitations(tx: Tx, record: Record, which: Which, now: Date): Promise<number> {
  const where = { ...which, ...pendingAt(now) };
  const pending = (await tx.invitation.findMany({ where, select: invitationFields })) as Invitation[];
  if (pending.length === 0) return 0;
  await tx.invitation.deleteMany({ where });
  for (const invitation of pending) await record({ action: "invitation.revoked", subject: subjectOf(invitation), before: serializeInvitation(invitation) });
  return pending.length;
}

/**
 * Makes the actor a member by the token of an invitation to the actor's own address, or of a link, once. 400 naming `token`
 * when the invitation was accepted or withdrawn, or has expired; 403 when it is for another address; 409 for a member.
 */
export async function acceptInvitation(context: Context<UserActor>, token: string): Promise<Organization> {
  const { actor, now } = context;
  const tokenHash = hashToken(token);
  const { userId } = actor;
  try {
    return await transaction(async (tx) => {
      // Changes nothing, but locks the account before the organization, in the order of whoever deletes the account.
      const { email } = await tx.user.update({ where: { id: userId }, data: { claimedOrganizations: { increment: 0 } }, select: { email: true } });
      const pending = { tokenHash, ...pendingAt(now) };
      const invitation = (await tx.invitation.findFirst({ where: pending, select: invitationFields })) as Invitation | null;
      if (invitation === null) throw badToken();
      if (invitation.email !== null && invitation.email !== email) throw new Problem("forbidden", "This invitation is for another email address than that of your account.");
      const id = invitation.organizationId as OrganizationId;
      const { role } = invitation;
      await countWrite(tx, { id });
      const { count: accepted } = await tx.invitation.updateMany({ where: pending, data: { acceptedAt: now } });
      if (accepted === 0) throw badToken();
      await tx.membership.create({ data: { organizationId: id, userId, role, createdAt: now }, select: { role: true } });
      const member = serializeMember(await getMember({ id }, userId, tx));
      await recordChange(tx, context, id, { action: "invitation.accepted", subject: subjectOf(invitation), after: { member } });
      return readOrganization(await tx.organization.findUniqueOrThrow({ where: { id }, select: organizationFields }), role);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new Problem("conflict", "You are a member of this organization already.");
    if (isMissingRecord(error)) throw unauthenticated();
    throw error;
  }
}
