import { setTimeout as wait } from "node:timers/promises";
import type { Client } from "@/lib/actor";
import { getClientNetwork } from "@/lib/client-network";
import { reader, transaction } from "@/lib/db";
import { invalid } from "@/lib/errors";
import { createEmailJobRow } from "@/lib/email/jobs";
import { verifyUser } from "@/lib/notifications/held-emails";
import { hashToken, generateToken } from "@/lib/encryption";
import { countRequest, throttleKey } from "@/lib/throttle";
import { runAccountTransaction, sendSecurityNotice } from "./activity";
import { resetFailedAttempts } from "./login-limits";
import { requireStrongPassword } from "./password-strength";
import { hashPassword } from "./passwords";
import type { PasswordReset, PasswordResetRequest } from "./schema";

const PURPOSE = "password_reset";
/** For how long the link of a mail works. */
export const RESET_LIFETIME_MS = 30 * 60_000;
/**
 * No request is answered sooner: what is left of a difference between known and unknown emails lies
 * below.
 */
const MIN_RESPONSE_MS = 150;

const createTokenError = () =>
  invalid([
    {
      path: "token",
      message: "is not valid: it was used, has expired, or was replaced by a newer one",
    },
  ]);

/**
 * Mails the account's owner a link that sets a new password; earlier links end. For an unknown
 * email the same statements
 * run and leave nothing, so that neither the response nor its time reveals whether the account exists.
 * 429 past the limit.
 */
export async function requestPasswordReset(
  { email }: PasswordResetRequest,
  client: Client,
  now: Date,
): Promise<void> {
  await countRequest(throttleKey("password_reset", email, getClientNetwork(client)), now);
  await countRequest(throttleKey("password_reset_account", email), now);
  const leastTime = wait(MIN_RESPONSE_MS);
  const { token, hash } = generateToken();
  const expiresAt = new Date(now.getTime() + RESET_LIFETIME_MS);
  await transaction(async (tx) => {
    // Changes nothing, but orders those who ask at once, so that only the last of them leaves a
    // token.
    await tx.user.updateMany({
      where: { email },
      data: { claimedOrganizations: { increment: 0 } },
    });
    const user = await tx.user.findUnique({ where: { email }, select: { id: true, name: true } });
    const job = createEmailJobRow({
      recipient: email,
      template: PURPOSE,
      data: { name: user?.name ?? "", token, expires_at: expiresAt.toISOString() },
      now,
    });
    await tx.userToken.deleteMany({ where: { userId: user?.id ?? "", purpose: PURPOSE } });
    await tx.mailJob.create({ data: job, select: { id: true } });
    if (user === null) await tx.mailJob.deleteMany({ where: { id: job.id } });
    else
      await tx.userToken.createMany({
        data: { hash, userId: user.id, purpose: PURPOSE, createdAt: now, expiresAt },
      });
  });
  await leastTime;
}

/**
 * Sets a new password, and ends all sessions of the account and the links mailed to it before. 400
 * naming `token` when it is not the newest one mailed, was
 * used, or has expired; of two who use it at once, one succeeds.
 */
export async function confirmPasswordReset(
  input: PasswordReset,
  client: Client,
  now: Date,
): Promise<void> {
  const hash = hashToken(input.token);
  const holder = await reader().userToken.findUnique({
    where: { hash },
    include: { user: { select: { email: true } } },
  });
  if (holder === null || holder.purpose !== PURPOSE || holder.expiresAt <= now)
    throw createTokenError();
  await requireStrongPassword({
    password: input.password,
    email: holder.user.email,
    policy: input.password_policy,
    path: "password",
  });
  const passwordHash = await hashPassword(input.password, client);
  const { userId } = holder;
  await runAccountTransaction(async (tx, recordEvent) => {
    const { count: used } = await tx.userToken.deleteMany({
      where: { hash, purpose: PURPOSE, expiresAt: { gt: now } },
    });
    if (used === 0) throw createTokenError();
    await tx.userToken.deleteMany({ where: { userId } });
    const { email, name } = await tx.user.update({
      where: { id: userId },
      data: { passwordHash, updatedAt: now },
      select: { email: true, name: true },
    });
    await verifyUser(tx, userId, now);
    await tx.session.deleteMany({ where: { userId } });
    // People often guess before they ask for a link: the new password must work at once.
    await resetFailedAttempts(tx, email, client);
    await recordEvent({ kind: "password_reset", userId, client, now });
    await sendSecurityNotice(tx, { id: userId, email, name }, "password_changed", client, now);
  });
}
