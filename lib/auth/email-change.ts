import type { Client, Context, UserActor } from "@/lib/actor";
import { isUniqueViolation, reader } from "@/lib/db";
import { invalid, Problem } from "@/lib/errors";
import { createEmailJobRow } from "@/lib/email/jobs";
import { verifyUser } from "@/lib/notifications/held-emails";
import { hashToken, generateToken } from "@/lib/encryption";
import { accountEmailThrottleKey, countRequest, throttleKey } from "@/lib/throttle";
import { runAccountTransaction, canReceiveNotices } from "./activity";
import { createAccountEvent, lockProvenAccount, requirePassword } from "./my-account";
import type { EmailChange } from "./schema";

const PURPOSE = "email_change";
/** For how long the link of a mail works. */
export const EMAIL_CHANGE_LIFETIME_MS = 24 * 60 * 60_000;

const createEmailTakenError = () => new Problem("email_taken", "Email already registered");
const createTokenError = () =>
  invalid([
    {
      path: "token",
      message: "is not valid: it was used, has expired, or was replaced by a newer one",
    },
  ]);

/**
 * Mails a link to the new address, and word of it to the old one; earlier links end. The address
 * changes when the link is
 * used. 400 for a wrong password and for one's own address, 409 for another account's, 429 past the
 * limits.
 */
export async function requestEmailChange(
  context: Context<UserActor>,
  { email, password }: EmailChange,
): Promise<void> {
  const { actor, now } = context;
  const proof = await requirePassword(context, password, "password");
  for (const key of [throttleKey("email_change", actor.userId), accountEmailThrottleKey(email)])
    await countRequest(key, now);
  const { token, hash } = generateToken();
  const expiresAt = new Date(now.getTime() + EMAIL_CHANGE_LIFETIME_MS);
  await runAccountTransaction(async (tx, recordEvent) => {
    const { id: userId, name, email: old } = await lockProvenAccount(tx, context, proof);
    if (email === old)
      throw invalid([{ path: "email", message: "is already the address of your account" }]);
    // Spares a stranger the mail; who gets the address is decided by the index when the link is
    // used.
    if ((await tx.user.findUnique({ where: { email }, select: { id: true } })) !== null)
      throw createEmailTakenError();
    await tx.userToken.deleteMany({ where: { userId, purpose: PURPOSE } });
    await tx.userToken.create({
      data: { hash, userId, purpose: PURPOSE, data: email, createdAt: now, expiresAt },
      select: { hash: true },
    });
    const mails = [
      createEmailJobRow({
        recipient: email,
        template: "email_change",
        data: { name, email: old, token, expires_at: expiresAt.toISOString() },
        now,
      }),
    ];
    if (await canReceiveNotices(tx, userId))
      mails.push(
        createEmailJobRow({
          recipient: old,
          template: "email_change_notice",
          data: { name, email },
          now,
        }),
      );
    await tx.mailJob.createMany({ data: mails });
    await recordEvent(createAccountEvent(context, "email_change_requested"));
  });
}

/** The addresses, old and new, behind the token of a mail that still works, or null. */
export async function findEmailChange(
  token: string,
  now: Date = new Date(),
): Promise<{ from: string; to: string } | null> {
  const row = await reader().userToken.findUnique({
    where: { hash: hashToken(token) },
    select: { purpose: true, data: true, expiresAt: true, user: { select: { email: true } } },
  });
  if (row === null || row.purpose !== PURPOSE || row.expiresAt <= now || row.data === null)
    return null;
  return { from: row.user.email, to: row.data };
}

/**
 * Gives the account its new address; sessions go on, and links mailed to the old address end. 400
 * naming `token` when it is
 * not the newest one mailed, was used, or has expired; 409 when another account has the address by
 * now.
 */
export async function confirmEmailChange(token: string, client: Client, now: Date): Promise<void> {
  const hash = hashToken(token);
  try {
    await runAccountTransaction(async (tx, recordEvent) => {
      const asked = await tx.userToken.findUnique({ where: { hash } });
      if (asked === null || asked.data === null) throw createTokenError();
      const { userId, data: email } = asked;
      // Changes nothing, but locks the account before its links, in the order in which they are ended elsewhere.
      await tx.user.updateMany({
        where: { id: userId },
        data: { claimedOrganizations: { increment: 0 } },
      });
      const { count: used } = await tx.userToken.deleteMany({
        where: { hash, purpose: PURPOSE, expiresAt: { gt: now } },
      });
      if (used === 0) throw createTokenError();
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
