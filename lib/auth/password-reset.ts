import { setTimeout as wait } from "node:timers/promises";
import type { Client } from "@/lib/actor";
import { reader, transaction } from "@/lib/db";
import { invalid } from "@/lib/errors";
import { mailJobRow } from "@/lib/mail/jobs";
import { hashToken, newToken } from "@/lib/sealing";
import { count, forgiveAll, throttleKey } from "@/lib/throttle";
import { hashPassword } from "./passwords";
import type { PasswordReset, PasswordResetRequest } from "./schema";

const PURPOSE = "password_reset";
/** For how long the link of a mail works. */
export const RESET_LIFETIME_MS = 30 * 60_000;
/** No request is answered sooner: what is left of a difference between known and unknown emails lies below. */
const LEAST_ANSWER_MS = 150;

const badToken = () => invalid([{ path: "token", message: "is not valid: it was used, has expired, or a newer one was asked for" }]);

/**
 * Mails the account's owner a link that sets a new password; earlier links end. For an unknown email the same statements
 * run and leave nothing, so that neither the answer nor its time tells whether there is an account. 429 past the limit.
 */
export async function requestPasswordReset({ email }: PasswordResetRequest, client: Client, now: Date): Promise<void> {
  await count(throttleKey("password_reset", email, client.ipAddress), now);
  const leastTime = wait(LEAST_ANSWER_MS);
  const { token, hash } = newToken();
  const expiresAt = new Date(now.getTime() + RESET_LIFETIME_MS);
  await transaction(async (tx) => {
    // Changes nothing, but orders those who ask at once, so that only the last of them leaves a token.
    await tx.user.updateMany({ where: { email }, data: { claimedOrganizations: { increment: 0 } } });
    const user = await tx.user.findUnique({ where: { email }, select: { id: true, name: true } });
    const job = mailJobRow({ recipient: email, template: PURPOSE, data: { name: user?.name ?? "", token, expires_at: expiresAt.toISOString() }, now });
    await tx.userToken.deleteMany({ where: { userId: user?.id ?? "", purpose: PURPOSE } });
    await tx.mailJob.create({ data: job, select: { id: true } });
    if (user === null) await tx.mailJob.deleteMany({ where: { id: job.id } });
    else await tx.userToken.createMany({ data: { hash, userId: user.id, purpose: PURPOSE, createdAt: now, expiresAt } });
  });
  await leastTime;
}

/**
 * Sets a new password, and ends all sessions of the account and the links mailed to it before. 400 naming `token` when it is not the newest one mailed, was
 * used, or has expired; of two who use it at once, one succeeds.
 */
export async function confirmPasswordReset(input: PasswordReset, client: Client, now: Date): Promise<void> {
  const hash = hashToken(input.token);
  const holder = await reader().userToken.findUnique({ where: { hash } });
  if (holder === null || holder.purpose !== PURPOSE || holder.expiresAt <= now) throw badToken();
  const passwordHash = await hashPassword(input.password);
  const { userId } = holder;
  await transaction(async (tx) => {
    const { count: used } = await tx.userToken.deleteMany({ where: { hash, purpose: PURPOSE, expiresAt: { gt: now } } });
    if (used === 0) throw badToken();
    await tx.userToken.deleteMany({ where: { userId } });
    const { email } = await tx.user.update({ where: { id: userId }, data: { passwordHash, updatedAt: now }, select: { email: true } });
    await tx.session.deleteMany({ where: { userId } });
    // Whoever forgot the password has often guessed before asking: the new one must work at once.
    await forgiveAll(tx, throttleKey("login", email, client.ipAddress));
  });
}
