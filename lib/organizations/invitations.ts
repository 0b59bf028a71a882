import { type Actor, getActorName, type Context, type UserActor } from "@/lib/actor";
import { createAuditEntries, defineAudit } from "@/lib/audit/commands";
import { reader, transaction } from "@/lib/db/database";
import { isMissingRecord, isUniqueViolation } from "@/lib/db/database-errors";
import { invalidField, notFound, Problem, unauthenticated } from "@/lib/errors";
import { findStoredResult } from "@/lib/idempotency";
import { newId } from "@/lib/ids";
import { createInvitationLink } from "@/lib/links";
import { createEmailJobRow } from "@/lib/email/email-jobs";
import { releaseHeldEmails, getNewEmailState, verifyUser } from "@/lib/email/held-emails";
import { type Role, roles, withArticle } from "@/lib/roles";
import { hashToken, generateToken } from "@/lib/encryption";
import { requireQuota, createThrottleKey, createSenderThrottleKeys } from "@/lib/throttle";
import {
  defineCommand,
  lockOrganization,
  getCurrentRole,
  type Write,
  writeInOrganization,
} from "./commands";
import {
  getMember,
  type Invitation,
  invitationFields,
  type Organization,
  createPendingFilter,
  readOrganization,
  withoutDisabledInviter,
} from "./queries";
import { requireFreeRows } from "./row-limits";
import { isAllowed } from "./rules";
import type { NewInvitation } from "./schema";
import { requirePermission, type OrganizationId, type OrganizationScope } from "./scope";
import { serializeInvitation, serializeMember } from "./serialize";

export const INVITATION_LIFETIME_MS = 7 * 24 * 60 * 60_000;

const createInvalidTokenError = () =>
  invalidField(
    "token",
    "is not valid: the invitation was accepted or revoked, or has expired. Ask for a new one",
  );

/**
 * A new invitation. `link` is null if the invitation was emailed. The invitation stores only a hash
 * of its token, so later reads can't return the link.
 */
type CreatedInvitation = { invitation: Invitation; link: string | null };

/**
 * Emails an invitation, which replaces an earlier one, or creates a link if there is no address.
 * Throws 403 for a role that the actor can't assign, 409 for a member's address or if the
 * organization has the maximum number of members, 429 after too many invitations.
 */
export async function createInvitation(
  context: Context,
  scope: OrganizationScope,
  { email = null, role }: NewInvitation,
): Promise<CreatedInvitation> {
  const { actor, now } = context;
  requirePermission(actor, scope.role, "createInvitation", role);
  const stored = await findStoredResult<CreatedInvitation>(reader(), context, scope.createdAtMs);
  if (stored !== null) return stored.value;
  const senderKeys = createSenderThrottleKeys("invitation", scope.id, context);
  await transaction((tx) => requireQuota(tx, senderKeys, now));
  const { token, hash } = generateToken();
  const expiresAt = new Date(now.getTime() + INVITATION_LIFETIME_MS);
  return writeInOrganization(context, scope, "admin", async (write) => {
    const { tx } = write;
    const actorRole = await getCurrentRole(write);
    requirePermission(actor, actorRole, "createInvitation", role);
    if (email !== null) {
      const members = await tx.membership.count({
        where: { organizationId: scope.id, user: { email } },
      });
      if (members > 0)
        throw new Problem(
          "conflict",
          "This email address already belongs to a member. Change the member's role instead.",
        );
      await revokePermitted(write, actorRole, { email });
    }
    await requireFreeRows(tx, scope.id, "members", now);
    const row = {
      id: newId(),
      organizationId: scope.id,
      email,
      role,
      invitedBy: getInviter(actor),
      viaToken: actor.kind === "token",
      createdAt: now,
      expiresAt,
    };
    const invitation = row satisfies Invitation;
    const { organization } = await tx.invitation.create({
      data: { ...row, tokenHash: hash },
      select: { organization: { select: { id: true, name: true } } },
    });
    auditInvitation(write, "invitation.created", { after: invitation });
    if (email === null) return { invitation, link: createInvitationLink(token) };
    const data = {
      organization,
      inviter: getActorName(actor),
      role,
      token,
      expires_at: expiresAt.toISOString(),
    };
    const state = await getNewEmailState(tx, scope.id);
    if (state === "pending") await requireQuota(tx, [createThrottleKey("recipient", email)], now);
    await tx.emailJob.create({
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

const getInviter = (actor: Actor) =>
  actor.kind === "user" ? actor.userId : actor.kind === "token" ? actor.createdBy : null;

const toAuditSubject = ({ id, email, role }: Invitation) => ({
  type: "invitation",
  id,
  name: email ?? `Link for ${withArticle(role)}`,
});
const auditInvitation = defineAudit(toAuditSubject, serializeInvitation);

/**
 * Revokes a pending invitation. Throws 404 if there is none, 403 without permission to revoke
 * invitations for its role.
 */
export const revokeInvitation = defineCommand("admin", async (write, id: string) => {
  if ((await revokePermitted(write, await getCurrentRole(write), { id })) === 0)
    throw notFound("This invitation");
});

type InvitationFilter =
  { id: string } | { email: string } | { invitedBy: string; email: null; role?: { in: Role[] } };

async function revokePermitted(
  write: Write,
  actorRole: Role,
  filter: InvitationFilter,
): Promise<number> {
  const { tx, actor, now, organization } = write;
  const pending = await tx.invitation.findMany({
    where: { organizationId: organization.id, ...filter, ...createPendingFilter(now) },
    select: { role: true },
  });
  for (const { role } of pending)
    requirePermission(actor, actorRole, "revokeInvitation", role as Role);
  return revokeInvitations(write, filter);
}

/** Revokes invitation links of a removed or demoted member, who could use them to regain access. */
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

export async function revokeInvitations(write: Write, filter: InvitationFilter): Promise<number> {
  const { tx, now, organization } = write;
  const organizationId = organization.id;
  const where = { organizationId, ...filter, ...createPendingFilter(now) };
  const pending = (await tx.invitation.findMany({
    where,
    select: invitationFields,
  })) as Invitation[];
  if (pending.length === 0) return 0;
  await tx.invitation.deleteMany({ where });
  const recipients = pending.flatMap(({ email }) => email ?? []);
  await tx.emailJob.deleteMany({
    where: {
      organizationId,
      recipient: { in: recipients },
      template: "invitation",
      state: "held",
    },
  });
  for (const invitation of pending)
    auditInvitation(write, "invitation.revoked", { before: invitation });
  return pending.length;
}

/**
 * Makes the actor a member. Throws 400 for an invalid token, 403 if the invitation is for another
 * email address, 409 if the actor is already a member.
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
      // Locks the user before the organization, like all transactions, to prevent deadlocks.
      const { email } = await tx.user.update({
        where: { id: userId },
        data: { claimedOrganizations: { increment: 0 } },
        select: { email: true },
      });
      const pending = { tokenHash, ...createPendingFilter(now) };
      const invitation = (await tx.invitation.findFirst({
        where: { ...pending, ...withoutDisabledInviter },
        select: invitationFields,
      })) as Invitation | null;
      if (invitation === null) throw createInvalidTokenError();
      if (invitation.email !== null && invitation.email !== email)
        throw new Problem(
          "forbidden",
          "This invitation was sent to another email address. Sign in with that address to accept it.",
        );
      const id = invitation.organizationId as OrganizationId;
      const { role } = invitation;
      await lockOrganization(tx, { id }, actor);
      const { count: accepted } = await tx.invitation.updateMany({
        where: pending,
        data: { acceptedAt: now },
      });
      if (accepted === 0) throw createInvalidTokenError();
      await tx.membership.create({
        data: { organizationId: id, userId, role, createdAt: now },
        select: { role: true },
      });
      // The token was emailed, so it proves access to the email address.
      if (invitation.email !== null) await verifyUser(tx, userId, now);
      await releaseHeldEmails(tx, id, now);
      const member = serializeMember(await getMember({ id }, userId, tx));
      await createAuditEntries(tx, context, id, {
        action: "invitation.accepted",
        subject: toAuditSubject(invitation),
        after: { member },
      });
      return readOrganization(tx, id, role);
    });
  } catch (error) {
    if (isUniqueViolation(error))
      throw new Problem(
        "conflict",
        "You are already a member of this organization. You don't need the invitation.",
      );
    if (isMissingRecord(error)) throw unauthenticated();
    throw error;
  }
}
