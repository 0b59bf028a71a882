import type { Client, Context, UserActor } from "@/lib/actor";
import { isUniqueViolation } from "@/lib/db/database-errors";
import { invalidField, Problem } from "@/lib/errors";
import { createEmailJobRow } from "@/lib/email/email-jobs";
import { verifyUser } from "@/lib/email/held-emails";
import { generateToken } from "@/lib/encryption";
import { countRequest, createThrottleKey, requireQuota } from "@/lib/throttle";
import { runAccountTransaction, canReceiveNotices } from "./activity";
import { createAccountEvent, lockAccountWithPassword, requirePassword } from "./my-account";
import type { EmailChange } from "./schema";
import { consumeUserToken, createTokenError, findUserToken } from "./user-tokens";

const PURPOSE = "email_change";
export const EMAIL_CHANGE_LIFETIME_MS = 24 * 60 * 60_000;

const createEmailTakenError = () => new Problem("email_taken", "Email already registered");

/**
 * Emails the new address a link that confirms the change. Throws 400 for a wrong password or the
 * current address, 409 if the new address has an account, 429 at the limit of attempts or emails.
 */
export async function requestEmailChange(
  context: Context<UserActor>,
  { email, password }: EmailChange,
): Promise<void> {
  const { actor, now } = context;
  const verified = await requirePassword(context, password, "password");
  await countRequest(createThrottleKey("email_change", actor.userId), now);
  const { token, hash } = generateToken();
  const expiresAt = new Date(now.getTime() + EMAIL_CHANGE_LIFETIME_MS);
  await runAccountTransaction(async (tx, recordEvent) => {
    const account = await lockAccountWithPassword(tx, context, verified);
    const { id: userId, name, email: oldEmail } = account;
    if (email === oldEmail) throw invalidField("email", "is already the address of your account");
    // This check only avoids a useless email. When the link is used, the unique index rejects
    // duplicates.
    if ((await tx.user.findUnique({ where: { email }, select: { id: true } })) !== null)
      throw createEmailTakenError();
    await requireQuota(tx, [createThrottleKey("account_email", email)], now);
    await tx.userToken.deleteMany({ where: { userId, purpose: PURPOSE } });
    await tx.userToken.create({
      data: { hash, userId, purpose: PURPOSE, data: email, createdAt: now, expiresAt },
      select: { hash: true },
    });
    const emails = [
      createEmailJobRow({
        recipient: email,
        template: "email_change",
        data: { name, email: oldEmail, token, expires_at: expiresAt.toISOString() },
        now,
      }),
    ];
    if (await canReceiveNotices(tx, userId))
      emails.push(
        createEmailJobRow({
          recipient: oldEmail,
          template: "email_change_notice",
          data: { name, email },
          now,
        }),
      );
    await tx.emailJob.createMany({ data: emails });
    await recordEvent(createAccountEvent(context, "email_change_requested"));
  });
}

/** Returns both addresses of a requested change, or null if the token is invalid or expired. */
export async function findEmailChange(
  token: string,
  now: Date = new Date(),
): Promise<{ from: string; to: string } | null> {
  const found = await findUserToken(PURPOSE, token, now);
  return found?.data == null ? null : { from: found.user.email, to: found.data };
}

/**
 * Changes the email address and revokes all emailed links. Throws 400 for an invalid token, 409 if
 * the new address has an account.
 */
export async function confirmEmailChange(token: string, client: Client, now: Date): Promise<void> {
  try {
    await runAccountTransaction(async (tx, recordEvent) => {
      const { userId, data: email } = await consumeUserToken(tx, PURPOSE, token, now);
      if (email === null) throw createTokenError();
      await tx.user.update({
        where: { id: userId },
        data: { email, updatedAt: now },
        select: { id: true },
      });
      await tx.userToken.deleteMany({ where: { userId } });
      await verifyUser(tx, userId, now);
      await recordEvent({ kind: "email_changed", userId, client, now });
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw createEmailTakenError();
    throw error;
  }
}
