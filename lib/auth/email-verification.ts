import type { Context, UserActor } from "@/lib/actor";
import { reader, transaction, type Tx } from "@/lib/db";
import { invalid, Problem, unauthenticated } from "@/lib/errors";
import { createEmailJobRow } from "@/lib/email/jobs";
import { verifyUser } from "@/lib/notifications/held-emails";
import { hashToken, generateToken } from "@/lib/encryption";
import {
  accountEmailThrottleKey,
  countRequest,
  countOne,
  countUpTo,
  throttleKey,
} from "@/lib/throttle";

const PURPOSE = "email_verification";
/** For how long the link of an email works. */
export const VERIFICATION_LIFETIME_MS = 7 * 24 * 60 * 60_000;

const createTokenError = () =>
  invalid([
    {
      path: "token",
      message: "is not valid: it was used, has expired, or was replaced by a newer one",
    },
  ]);

/** Emails an account the link that confirms its address; earlier links end. */
async function sendVerification(
  tx: Tx,
  { id: userId, email }: { id: string; email: string },
  now: Date,
): Promise<void> {
  const { token, hash } = generateToken();
  const expiresAt = new Date(now.getTime() + VERIFICATION_LIFETIME_MS);
  await tx.userToken.deleteMany({ where: { userId, purpose: PURPOSE } });
  await tx.userToken.create({
    data: { hash, userId, purpose: PURPOSE, createdAt: now, expiresAt },
    select: { hash: true },
  });
  await tx.mailJob.create({
    data: createEmailJobRow({
      recipient: email,
      template: PURPOSE,
      data: { token, expires_at: expiresAt.toISOString() },
      now,
    }),
    select: { id: true },
  });
}

/**
 * Emails a new account its link, unless the address has had too many emails: the account is created
 * all the same.
 */
export async function sendFirstVerification(
  tx: Tx,
  user: { id: string; email: string },
  now: Date,
): Promise<void> {
  if ((await countUpTo(tx, [accountEmailThrottleKey(user.email)], 1, now)).granted === 1)
    await sendVerification(tx, user, now);
}

/** Whether the address of the actor's account is confirmed. */
export async function getVerification({
  actor,
}: Context<UserActor>): Promise<{ email: string; isVerified: boolean }> {
  const user = await reader().user.findUnique({
    where: { id: actor.userId },
    select: { email: true, emailVerifiedAt: true },
  });
  if (user === null) throw unauthenticated();
  return { email: user.email, isVerified: user.emailVerifiedAt !== null };
}

/** Emails the actor a new link. 409 when the address is confirmed, 429 past the limits. */
export async function resendVerification({ actor, now }: Context<UserActor>): Promise<void> {
  await countRequest(throttleKey("verification_email", actor.userId), now);
  await transaction(async (tx) => {
    // Changes nothing, but locks the account: of links sent at once, one works.
    await tx.user.updateMany({
      where: { id: actor.userId },
      data: { claimedOrganizations: { increment: 0 } },
    });
    const user = await tx.user.findUnique({
      where: { id: actor.userId },
      select: { id: true, email: true, emailVerifiedAt: true },
    });
    if (user === null) throw unauthenticated();
    if (user.emailVerifiedAt !== null)
      throw new Problem("conflict", "Your email address is already confirmed.");
    await countOne(tx, [accountEmailThrottleKey(user.email)], now);
    await sendVerification(tx, user, now);
  });
}

/** The address behind the token of a link that works, or null. */
export async function findVerification(
  token: string,
  now: Date = new Date(),
): Promise<{ email: string } | null> {
  const row = await reader().userToken.findUnique({
    where: { hash: hashToken(token) },
    select: { purpose: true, expiresAt: true, user: { select: { email: true } } },
  });
  return row === null || row.purpose !== PURPOSE || row.expiresAt <= now ? null : row.user;
}

/**
 * Confirms an account's address, once, and releases what waited for it. 400 naming `token` when the
 * link does not work.
 */
export async function confirmVerification(token: string, now: Date): Promise<void> {
  const hash = hashToken(token);
  await transaction(async (tx) => {
    const link = await tx.userToken.findUnique({ where: { hash }, select: { userId: true } });
    if (link === null) throw createTokenError();
    // Locks the account before its links, in the order in which they are ended elsewhere.
    await tx.user.updateMany({
      where: { id: link.userId },
      data: { claimedOrganizations: { increment: 0 } },
    });
    const { count: used } = await tx.userToken.deleteMany({
      where: { hash, purpose: PURPOSE, expiresAt: { gt: now } },
    });
    if (used === 0) throw createTokenError();
    await verifyUser(tx, link.userId, now);
  });
}
