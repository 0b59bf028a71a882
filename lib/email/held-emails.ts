import { reader, transaction, type Prisma, type Tx } from "@/lib/db/database";
import { env } from "@/lib/env";
import { sql } from "@/lib/statements";
import { consumeQuota, createThrottleKey } from "@/lib/throttle";
import {
  changeQueuedDeliveries,
  QUEUED_DELIVERIES_BATCH,
  repeatWhileChanged,
} from "./queued-deliveries";

// An organization's emails to people who did not subscribe themselves are held until an owner or
// admin has confirmed their own address. Otherwise anyone could register and send spam.

const LIFETIME_MS = 7 * 24 * 60 * 60_000;
const RELEASED_AT_ONCE = { emails: 1_000, notifications: 20_000 };
const MANAGERS = ["admin", "owner"];
const EXPIRED =
  "Not sent: no owner or admin of the organization confirmed their email address within 7 days.";

/** Returns whether users must confirm their email addresses. Always false without a mail server. */
export const isVerificationOn = (): boolean =>
  env.SMTP_URL !== undefined && env.EMAIL_VERIFICATION === "on";

/**
 * Returns whether no owner or admin has a confirmed email address. Also returns true if the
 * organization does not exist.
 */
const isUnverified = async (db: Tx, organizationId: string) =>
  (await db.membership.findFirst({
    where: { organizationId, role: { in: MANAGERS }, user: { emailVerifiedAt: { not: null } } },
    select: { userId: true },
  })) === null;

/** Returns whether emails of an organization must be held. Does not lock the organization. */
export const mustHoldEmails = async (db: Tx, organizationId: string): Promise<boolean> =>
  isVerificationOn() && (await isUnverified(db, organizationId));

/** Locks an organization until the transaction ends. Returns the number of locked rows. */
export const lockOrganizationRow = (tx: Tx, organizationId: string): Promise<number> =>
  tx.$executeRaw`UPDATE organizations SET revision = revision WHERE id = ${organizationId}`;

/**
 * Returns whether new emails must be held. If so, locks the organization, so that a concurrent
 * release waits for this transaction and finds its emails.
 */
export async function mustHoldNewEmails(tx: Tx, organizationId: string): Promise<boolean> {
  if (!(await mustHoldEmails(tx, organizationId))) return false;
  await lockOrganizationRow(tx, organizationId);
  return isUnverified(tx, organizationId);
}

export const getNewEmailState = async (
  tx: Tx,
  organizationId: string,
): Promise<"held" | "pending"> =>
  (await mustHoldNewEmails(tx, organizationId)) ? "held" : "pending";

/** Returns whether notifications to a subscriber must be held. Locks like `mustHoldNewEmails`. */
export const mustHoldNewNotifications = async (
  tx: Tx,
  of: { organizationId: string; channel: string; selfConfirmedAt: Date | null },
): Promise<boolean> =>
  of.channel === "email" &&
  of.selfConfirmedAt === null &&
  (await mustHoldNewEmails(tx, of.organizationId));

/** Matches held notifications, except those to quarantined subscribers, which stay held. */
const heldNotifications = {
  ...{ channel: "email", state: "held" },
  subscriber: { state: { not: "quarantined" } },
} satisfies Prisma.DeliveryWhereInput;

/** The same condition for deliveries `d` and subscribers `s`. */
const heldCondition = sql`d.state = 'held' AND d.channel = 'email' AND s.state <> 'quarantined'`;

/**
 * Queues held emails of an organization if they no longer need to be held: up to `limit`
 * notifications, and up to 1,000 other emails, except emails to recipients at their limit.
 * Housekeeping queues the others. Returns the number of queued notifications.
 */
export async function releaseHeldEmails(
  tx: Tx,
  organizationId: string,
  now: Date,
  limit = RELEASED_AT_ONCE.notifications,
): Promise<number> {
  const count = await lockOrganizationRow(tx, organizationId);
  if (count === 0 || (await mustHoldNewEmails(tx, organizationId))) return 0;
  const released = await changeQueuedDeliveries(
    tx,
    sql`state = 'pending', attempts = 0, next_attempt_at = ${now}`,
    sql`d.organization_id = ${organizationId} AND ${heldCondition}`,
    limit,
  );
  const waiting = await tx.emailJob.findMany({
    where: { organizationId, state: "held" },
    select: { id: true, recipient: true },
    orderBy: [{ recipient: "asc" }, { id: "asc" }],
    take: RELEASED_AT_ONCE.emails,
  });
  const ids: string[] = [];
  for (const { id, recipient } of waiting)
    if ((await consumeQuota(tx, [createThrottleKey("recipient", recipient)], 1, now)).granted === 1)
      ids.push(id);
  await tx.emailJob.updateMany({
    where: { id: { in: ids }, state: "held" },
    data: { state: "pending", attempts: 0, nextAttemptAt: now },
  });
  return released;
}

/**
 * Marks a user's email address as confirmed, and releases held emails of organizations that the
 * user manages. Lock the user first.
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

export type HeldEmails = { isVerified: boolean; count: number; expiresAt: Date | null };

export async function countHeldEmails(organizationId: string): Promise<HeldEmails> {
  const isVerified = !(await mustHoldEmails(reader(), organizationId));
  if (isVerified) return { isVerified, count: 0, expiresAt: null };
  const where = { organizationId, state: "held" };
  const aggregate = { _count: { _all: true }, _min: { createdAt: true } } as const;
  const found = await Promise.all([
    reader().delivery.aggregate({ where: { organizationId, ...heldNotifications }, ...aggregate }),
    reader().emailJob.aggregate({ where, ...aggregate }),
  ]);
  const oldest = found.flatMap(({ _min }) => _min.createdAt?.getTime() ?? []);
  const count = found.reduce((sum, { _count }) => sum + _count._all, 0);
  return {
    isVerified,
    count,
    expiresAt: oldest.length === 0 ? null : new Date(Math.min(...oldest) + LIFETIME_MS),
  };
}

/** Releases held emails that no longer need to be held, and expires the others after 7 days. */
export async function expireOrReleaseHeldEmails(
  now: Date,
  limit = QUEUED_DELIVERIES_BATCH,
): Promise<void> {
  const held = await reader().$queryRaw<{ id: string }[]>`
    SELECT d.organization_id AS id FROM deliveries d JOIN subscribers s ON s.id = d.subscriber_id
      WHERE ${heldCondition}
    UNION SELECT organization_id AS id FROM mail_jobs WHERE state = 'held'`;
  for (const { id } of held)
    await repeatWhileChanged((tx) => releaseHeldEmails(tx, id, now, limit));
  const oldest = new Date(now.getTime() - LIFETIME_MS);
  const cancelled = sql`state = 'cancelled', finished_at = ${now}`;
  const old = sql`d.created_at <= ${oldest} AND ${heldCondition}`;
  await repeatWhileChanged((tx) => changeQueuedDeliveries(tx, cancelled, old, limit));
  await transaction((tx) =>
    tx.emailJob.updateMany({
      where: { createdAt: { lte: oldest }, state: "held" },
      data: { state: "dead", data: "", error: EXPIRED },
    }),
  );
}
