import { type Bulk, bulkIn, bulkReader } from "@/lib/statements";
import type { Tx } from "@/lib/db/client";
import { reader, transaction } from "@/lib/db/database";
import { env } from "@/lib/env";
import { consumeQuota, createRecipientThrottleKey } from "@/lib/throttle";

// Emails to addresses that never confirmed themselves (invitations, requests to confirm,
// notifications of subscribers that
// members vouch for) wait in the state `held` until an owner or admin of the organization has
// confirmed an email address:
// otherwise anyone could register and email strangers.

const LIFETIME_MS = 7 * 24 * 60 * 60_000;
/** Each is counted for its recipient, in one transaction. */
const RELEASED_AT_ONCE = 1_000;
const MANAGERS = ["admin", "owner"];
const EXPIRED =
  "Not sent: no owner or admin of the organization confirmed their email address within 7 days.";

/** Whether accounts must confirm their email address. Without a mail server they cannot. */
export const isVerificationOn = (): boolean =>
  env.SMTP_URL !== undefined && env.EMAIL_VERIFICATION === "on";

const verifiedManagerText = `SELECT m.user_id FROM memberships m JOIN users u ON u.id = m.user_id
  WHERE m.organization_id = ? AND m.role IN (${MANAGERS.map((role) => `'${role}'`).join(", ")})
    AND u.email_verified_at IS NOT NULL LIMIT 1`;

/**
 * Whether no owner or admin of the organization is verified: also for an organization that does not
 * exist.
 */
const isUnverified = async (db: Bulk, organizationId: string) =>
  (await db.all(verifiedManagerText, [organizationId])).length === 0;

/**
 * Whether an organization's emails to addresses that never confirmed themselves must wait. If so,
 * it locks the organization
 * until the transaction ends, so that {@link releaseHeldEmails} comes before, or finds what this
 * transaction holds.
 */
export async function holdEmails(db: Bulk, organizationId: string): Promise<boolean> {
  if (!isVerificationOn() || !(await isUnverified(db, organizationId))) return false;
  await db.run("UPDATE organizations SET revision = revision WHERE id = ?", [organizationId]);
  return isUnverified(db, organizationId);
}

/** The state of a new email to an address that never confirmed itself. */
export const stateOfEmail = async (tx: Tx, organizationId: string): Promise<"held" | "pending"> =>
  (await holdEmails(bulkIn(tx), organizationId)) ? "held" : "pending";

/**
 * Makes an organization's held emails due if one of its owners and admins is verified now. Emails
 * to a recipient that has
 * had too many go on waiting, until {@link settleHeldEmails}.
 */
export async function releaseHeldEmails(tx: Tx, organizationId: string, now: Date): Promise<void> {
  const count =
    await tx.$executeRaw`UPDATE organizations SET revision = revision WHERE id = ${organizationId}`;
  if (count === 0 || (await holdEmails(bulkIn(tx), organizationId))) return;
  await tx.delivery.updateMany({
    where: { organizationId, channel: "email", state: "held" },
    data: { state: "pending", attempts: 0, nextAttemptAt: now },
  });
  const waiting = await tx.mailJob.findMany({
    where: { organizationId, state: "held" },
    select: { id: true, recipient: true },
    orderBy: [{ recipient: "asc" }, { id: "asc" }],
    take: RELEASED_AT_ONCE,
  });
  const ids: string[] = [];
  for (const { id, recipient } of waiting)
    if ((await consumeQuota(tx, [createRecipientThrottleKey(recipient)], 1, now)).granted === 1)
      ids.push(id);
  await tx.mailJob.updateMany({
    where: { id: { in: ids }, state: "held" },
    data: { state: "pending", attempts: 0, nextAttemptAt: now },
  });
}

/**
 * Records that a user receives email at the account's address, and releases what waited for it. The
 * user's row is locked before.
 */
export async function verifyUser(tx: Tx, userId: string, now: Date): Promise<void> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, emailVerifiedAt: null },
    data: { emailVerifiedAt: now },
  });
  if (count === 0) return;
  await tx.userToken.deleteMany({ where: { userId, purpose: "email_verification" } });
  const managed = await tx.membership.findMany({
    where: { userId, role: { in: MANAGERS } },
    select: { organizationId: true },
    orderBy: { organizationId: "asc" },
  });
  for (const { organizationId } of managed) await releaseHeldEmails(tx, organizationId, now);
}

/** Whether an organization's emails wait, how many do, and when the first of them expires. */
export type HeldEmails = { isVerified: boolean; count: number; expiresAt: Date | null };

/**
 * Counts the emails of an organization that wait for an owner or admin to confirm their address.
 */
export async function countHeldEmails(organizationId: string): Promise<HeldEmails> {
  const isVerified = !isVerificationOn() || !(await isUnverified(bulkReader(), organizationId));
  if (isVerified) return { isVerified, count: 0, expiresAt: null };
  const where = { organizationId, state: "held" };
  const aggregate = { _count: { _all: true }, _min: { createdAt: true } } as const;
  const found = await Promise.all([
    reader().delivery.aggregate({ where: { ...where, channel: "email" }, ...aggregate }),
    reader().mailJob.aggregate({ where, ...aggregate }),
  ]);
  const oldest = found.flatMap(({ _min }) => _min.createdAt?.getTime() ?? []);
  const count = found.reduce((sum, { _count }) => sum + _count._all, 0);
  return {
    isVerified,
    count,
    expiresAt: oldest.length === 0 ? null : new Date(Math.min(...oldest) + LIFETIME_MS),
  };
}

/**
 * Gives up emails that have waited for 7 days. Releases those whose reason to wait has ended, such
 * as by a changed setting.
 */
export async function settleHeldEmails(now: Date): Promise<void> {
  const old = { state: "held", createdAt: { lte: new Date(now.getTime() - LIFETIME_MS) } };
  await transaction(async (tx) => {
    await tx.delivery.updateMany({
      where: { ...old, channel: "email" },
      data: { state: "cancelled", finishedAt: now },
    });
    await tx.mailJob.updateMany({ where: old, data: { state: "dead", data: "", error: EXPIRED } });
  });
  const held = await reader().$queryRaw<{ id: string }[]>`
    SELECT organization_id AS id FROM deliveries WHERE state = 'held' AND channel = 'email'
    UNION SELECT organization_id AS id FROM mail_jobs WHERE state = 'held'`;
  for (const { id } of held) await transaction((tx) => releaseHeldEmails(tx, id, now));
}
