import { type Actor, getActorName, type Context, type UserActor } from "@/lib/actor";
import { createAuditEntries } from "@/lib/audit/commands";
import { transaction } from "@/lib/db/database";
import { isMissingRecord, isUniqueViolation } from "@/lib/db/errors";
import { invalid, notFound, Problem, unauthenticated } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { createInvitationLink } from "@/lib/links";
import { createEmailJobRow } from "@/lib/email/jobs";
import { releaseHeldEmails, stateOfEmail, verifyUser } from "@/lib/email/held-emails";
import { type Role, roles, withArticle } from "@/lib/roles";
import { hashToken, generateToken } from "@/lib/encryption";
import {
  countRequest,
  requireQuota,
  createRecipientThrottleKey,
  createSenderThrottleKeys,
} from "@/lib/throttle";
import { lockOrganization, getCurrentRole, type Write, writeInOrganization } from "./commands";
import {
  getMember,
  type Invitation,
  invitationFields,
  type Organization,
  organizationFields,
  pendingFilter,
  toOrganization,
} from "./queries";
import { isAllowed } from "./rules";
import type { NewInvitation } from "./schema";
import { requirePermission, type OrganizationId, type OrganizationScope } from "./scope";
import { serializeInvitation, serializeMember } from "./serialize";

/** How long an invitation is valid. */
export const INVITATION_LIFETIME_MS = 7 * 24 * 60 * 60_000;

const invalidToken = () =>
  invalid([
    {
      path: "token",
      message: "is not valid: the invitation was accepted or revoked, or has expired",
    },
  ]);

/** `link` is set if the invitation is not emailed. It is not stored. */
export type CreatedInvitation = { invitation: Invitation; link: string | null };

/**
 * Emails an invitation, which replaces an earlier one to the same address, or creates a link without
 * an address. The email is held until an owner or admin is verified. Throws 403 for a role that the
 * actor cannot assign, 409 if the address belongs to a member, 429.
 */
export async function createInvitation(
  context: Context,
  scope: OrganizationScope,
  { email = null, role }: NewInvitation,
): Promise<CreatedInvitation> {
  const { actor, now } = context;
  requirePermission(actor, scope.role, "createInvitation", role);
  for (const key of createSenderThrottleKeys("invitation", scope.id, context))
    await countRequest(key, now);
  const { token, hash } = generateToken();
  const expiresAt = new Date(now.getTime() + INVITATION_LIFETIME_MS);
  return writeInOrganization(context, scope, "admin", async (write) => {
    const { tx, audit } = write;
    const actorRole = await getCurrentRole(write);
    requirePermission(actor, actorRole, "createInvitation", role);
    if (email !== null) {
      const members = await tx.membership.count({
        where: { organizationId: scope.id, user: { email } },
      });
      if (members > 0)
        throw new Problem("conflict", "This email address already belongs to a member.");
      await revokePermitted(write, actorRole, { email });
    }
    const row = {
      id: newId(),
      organizationId: scope.id,
      email,
      role,
      invitedBy: inviterOf(actor),
      viaToken: actor.kind === "token",
      createdAt: now,
      expiresAt,
    };
    const invitation = row satisfies Invitation;
    const { organization } = await tx.invitation.create({
      data: { ...row, tokenHash: hash },
      select: { organization: { select: { id: true, name: true } } },
    });
    audit({
      action: "invitation.created",
      subject: subjectOf(invitation),
      after: serializeInvitation(invitation),
    });
    if (email === null) return { invitation, link: createInvitationLink(token) };
    const data = {
      organization,
      inviter: getActorName(actor),
      role,
      token,
      expires_at: expiresAt.toISOString(),
    };
    const state = await stateOfEmail(tx, scope.id);
    if (state === "pending") await requireQuota(tx, [createRecipientThrottleKey(email)], now);
    await tx.mailJob.create({
      data: createEmailJobRow({
        recipient: email,
        template: "invitation",
        data,
        now,
        organizationId: scope.id,
        state,
      }),
      select: { id: true },
    });
    return { invitation, link: null };
  });
}

const inviterOf = (actor: Actor) =>
  actor.kind === "user" ? actor.userId : actor.kind === "token" ? actor.createdBy : null;

const subjectOf = ({ id, email, role }: Invitation) => ({
  type: "invitation",
  id,
  name: email ?? `Link for ${withArticle(role)}`,
});

/** Revokes a pending invitation. Throws 404, and 403 for a role that the actor cannot assign. */
export async function revokeInvitation(
  context: Context,
  scope: OrganizationScope,
  id: string,
): Promise<void> {
  await writeInOrganization(context, scope, "admin", async (write) => {
    if ((await revokePermitted(write, await getCurrentRole(write), { id })) === 0)
      throw notFound("This invitation");
  });
}

type InvitationFilter =
  { id: string } | { email: string } | { invitedBy: string; email: null; role?: { in: Role[] } };

/** Revokes matching invitations. Throws 403 if the actor cannot assign one of their roles. */
async function revokePermitted(
  write: Write,
  actorRole: Role,
  filter: InvitationFilter,
): Promise<number> {
  const { tx, actor, now, organization } = write;
  const pending = await tx.invitation.findMany({
    where: { organizationId: organization.id, ...filter, ...pendingFilter(now) },
    select: { role: true },
  });
  for (const { role } of pending)
    requirePermission(actor, actorRole, "revokeInvitation", role as Role);
  return revokeInvitations(write, filter);
}

/**
 * Revokes the links of a member who was demoted to `newRole` or removed (null), if that role cannot
 * create them: the member could use them to regain access. Emailed invitations stay valid.
 */
export async function revokeMemberLinks(
  write: Write,
  invitedBy: string,
  newRole: Role | null,
): Promise<void> {
  const revokedRoles = roles.filter(
    (role) => newRole === null || !isAllowed(newRole, "createInvitation", role),
  );
  await revokeInvitations(write, { invitedBy, email: null, role: { in: revokedRoles } });
}

/** Revokes matching invitations and returns their number. */
export async function revokeInvitations(
  { tx, audit, now, organization }: Write,
  filter: InvitationFilter,
): Promise<number> {
  const organizationId = organization.id;
  const where = { organizationId, ...filter, ...pendingFilter(now) };
  const pending = (await tx.invitation.findMany({
    where,
    select: invitationFields,
  })) as Invitation[];
  if (pending.length === 0) return 0;
  await tx.invitation.deleteMany({ where });
  const recipients = pending.flatMap(({ email }) => email ?? []);
  await tx.mailJob.deleteMany({
    where: {
      organizationId,
      recipient: { in: recipients },
      template: "invitation",
      state: "held",
    },
  });
  for (const invitation of pending)
    audit({
      action: "invitation.revoked",
      subject: subjectOf(invitation),
      before: serializeInvitation(invitation),
    });
  return pending.length;
}

/**
 * Makes the actor a member. Throws 400 if the token is not of a pending invitation, 403 if it was
 * sent to another address, 409 if the actor is already a member.
 */
export async function acceptInvitation(
  context: Context<UserActor>,
  token: string,
): Promise<Organization> {
  const { actor, now } = context;
  const tokenHash = hashToken(token);
  const { userId } = actor;
  try {
    return await transaction(async (tx) => {
      // Locks the user before the organization, in the same order as account deletion.
      const { email } = await tx.user.update({
        where: { id: userId },
        data: { claimedOrganizations: { increment: 0 } },
        select: { email: true },
      });
      const pending = { tokenHash, ...pendingFilter(now) };
      const invitation = (await tx.invitation.findFirst({
        where: pending,
        select: invitationFields,
      })) as Invitation | null;
      if (invitation === null) throw invalidToken();
      if (invitation.email !== null && invitation.email !== email)
        throw new Problem(
          "forbidden",
          "This invitation was sent to another email address. Sign in with that address to accept it.",
        );
      const id = invitation.organizationId as OrganizationId;
      const { role } = invitation;
      await lockOrganization(tx, { id });
      const { count: accepted } = await tx.invitation.updateMany({
        where: pending,
        data: { acceptedAt: now },
      });
      if (accepted === 0) throw invalidToken();
      await tx.membership.create({
        data: { organizationId: id, userId, role, createdAt: now },
        select: { role: true },
      });
      // The token was only in the email, so the user receives email at this address.
      if (invitation.email !== null) await verifyUser(tx, userId, now);
      await releaseHeldEmails(tx, id, now);
      const member = serializeMember(await getMember({ id }, userId, tx));
      await createAuditEntries(tx, context, id, {
        action: "invitation.accepted",
        subject: subjectOf(invitation),
        after: { member },
      });
      return toOrganization(
        await tx.organization.findUniqueOrThrow({ where: { id }, select: organizationFields }),
        role,
      );
    });
  } catch (error) {
    if (isUniqueViolation(error))
      throw new Problem("conflict", "You are already a member of this organization.");
    if (isMissingRecord(error)) throw unauthenticated();
    throw error;
  }
}
