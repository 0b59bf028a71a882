import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@/lib/actor";
import { getClientNetwork } from "@/lib/client-network";
import { reader, transaction } from "@/lib/db/database";
import { createEmailJobRow } from "@/lib/email/email-jobs";
import { verifyUser } from "@/lib/email/held-emails";
import { generateToken } from "@/lib/encryption";
import { isProblem } from "@/lib/errors";
import { countRequest, createThrottleKey } from "@/lib/throttle";
import { isKnownClient, runAccountTransaction, sendSecurityNotice } from "./activity";
import { resetFailedAttempts } from "./login-limits";
import { requireStrongPassword } from "./password-strength";
import { hashPassword } from "./passwords";
import type { PasswordReset, PasswordResetRequest } from "./schema";
import { consumeUserToken, createTokenError, findUserToken, lockUser } from "./user-tokens";

const PURPOSE = "password_reset";
export const RESET_LIFETIME_MS = 30 * 60_000;
/**
 * Responses take at least this long, to hide the timing difference between known and unknown
 * emails.
 */
const MIN_RESPONSE_MS = 150;

/**
 * Emails a reset link if the address has an account. Otherwise runs the same number of statements,
 * so that timing does not reveal which accounts exist. Throws 429 after too many requests. The limit
 * per account does not apply on networks that the user has signed in from.
 */
export async function requestPasswordReset(
  { email }: PasswordResetRequest,
  client: Client,
  now: Date,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<void> {
  await countRequest(createThrottleKey("password_reset", email, getClientNetwork(client)), now);
  try {
    await countRequest(createThrottleKey("password_reset_account", email), now);
  } catch (error) {
    if (!isProblem(error) || !(await isOnKnownNetwork(email, client))) throw error;
  }
  const minimumTime = wait(MIN_RESPONSE_MS);
  const { token, hash } = generateToken();
  const expiresAt = new Date(now.getTime() + RESET_LIFETIME_MS);
  await transaction(async (tx) => {
    await lockUser(tx, { email });
    const user = await tx.user.findUnique({ where: { email }, select: { id: true, name: true } });
    const job = createEmailJobRow({
      recipient: email,
      template: PURPOSE,
      data: { name: user?.name ?? "", token, expires_at: expiresAt.toISOString() },
      now,
    });
    await tx.userToken.deleteMany({ where: { userId: user?.id ?? "", purpose: PURPOSE } });
    await tx.emailJob.create({ data: job, select: { id: true } });
    if (user === null) await tx.emailJob.deleteMany({ where: { id: job.id } });
    else
      await tx.userToken.createMany({
        data: { hash, userId: user.id, purpose: PURPOSE, createdAt: now, expiresAt },
      });
  });
  await minimumTime;
}

async function isOnKnownNetwork(email: string, client: Client): Promise<boolean> {
  const user = await reader().user.findUnique({ where: { email }, select: { id: true } });
  return isKnownClient(reader(), user?.id ?? "", client, "network");
}

/**
 * Sets a new password, ends all sessions, and revokes all emailed links. Throws 400 for an invalid
 * token or a weak password.
 */
export async function confirmPasswordReset(
  input: PasswordReset,
  client: Client,
  now: Date,
): Promise<void> {
  const found = await findUserToken(PURPOSE, input.token, now);
  if (found === null) throw createTokenError();
  await requireStrongPassword({
    password: input.password,
    email: found.user.email,
    policy: input.password_policy,
    path: "password",
  });
  const passwordHash = await hashPassword(input.password, client);
  await runAccountTransaction(async (tx, recordEvent) => {
    const { userId } = await consumeUserToken(tx, PURPOSE, input.token, now);
    await tx.userToken.deleteMany({ where: { userId } });
    const { email, name } = await tx.user.update({
      where: { id: userId },
      data: { passwordHash, updatedAt: now },
      select: { email: true, name: true },
    });
    await verifyUser(tx, userId, now);
    await tx.session.deleteMany({ where: { userId } });
    // Failed attempts with the old password must not block sign-ins with the new one.
    await resetFailedAttempts(tx, email, client);
    await recordEvent({ kind: "password_reset", userId, client, now });
    await sendSecurityNotice(tx, { id: userId, email, name }, "password_changed", client, now);
  });
}
