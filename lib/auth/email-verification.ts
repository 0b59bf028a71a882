import type { Context, UserActor } from "@/lib/actor";
import { reader, transaction, type Tx } from "@/lib/db/database";
import { Problem, unauthenticated } from "@/lib/errors";
import { createEmailJobRow } from "@/lib/email/email-jobs";
import { isVerificationOn, verifyUser } from "@/lib/email/held-emails";
import { generateToken } from "@/lib/encryption";
import { countRequest, requireQuota, consumeQuota, createThrottleKey } from "@/lib/throttle";
import { consumeUserToken, findUserToken, lockUser } from "./user-tokens";

const PURPOSE = "email_verification";
export const VERIFICATION_LIFETIME_MS = 7 * 24 * 60 * 60_000;

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
  await tx.emailJob.create({
    data: createEmailJobRow({
      recipient: email,
      template: PURPOSE,
      data: { token, expires_at: expiresAt.toISOString() },
      now,
    }),
    select: { id: true },
  });
}

/** Emails a verification link to a new user, unless the address has reached its limit of emails. */
export async function sendFirstVerification(
  tx: Tx,
  user: { id: string; email: string },
  now: Date,
): Promise<void> {
  if (
    (await consumeQuota(tx, [createThrottleKey("account_email", user.email)], 1, now)).granted === 1
  )
    await sendVerification(tx, user, now);
}

/**
 * Returns the actor's email address, and whether it is verified. While verification is off, every
 * address counts as verified.
 */
export async function getVerification({
  actor,
}: Context<UserActor>): Promise<{ email: string; isVerified: boolean }> {
  const user = await reader().user.findUnique({
    where: { id: actor.userId },
    select: { email: true, emailVerifiedAt: true },
  });
  if (user === null) throw unauthenticated();
  return { email: user.email, isVerified: user.emailVerifiedAt !== null || !isVerificationOn() };
}

/**
 * Emails a new verification link. Throws 409 if the address is already confirmed, 429 at the limit
 * of requests or emails.
 */
export async function resendVerification({ actor, now }: Context<UserActor>): Promise<void> {
  await countRequest(createThrottleKey("verification_email", actor.userId), now);
  await transaction(async (tx) => {
    await lockUser(tx, { id: actor.userId });
    const user = await tx.user.findUnique({
      where: { id: actor.userId },
      select: { id: true, email: true, emailVerifiedAt: true },
    });
    if (user === null) throw unauthenticated();
    if (user.emailVerifiedAt !== null)
      throw new Problem(
        "conflict",
        "Your email address is already confirmed. You don't need another link.",
      );
    await requireQuota(tx, [createThrottleKey("account_email", user.email)], now);
    await sendVerification(tx, user, now);
  });
}

/** Returns the address that a token confirms, or null if the token is invalid or expired. */
export async function findVerification(
  token: string,
  now: Date = new Date(),
): Promise<{ email: string } | null> {
  return (await findUserToken(PURPOSE, token, now))?.user ?? null;
}

/**
 * Confirms an email address and releases the emails that were on hold until then. Throws 400 for an
 * invalid token.
 */
export async function confirmVerification(token: string, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const { userId } = await consumeUserToken(tx, PURPOSE, token, now);
    await verifyUser(tx, userId, now);
  });
}
