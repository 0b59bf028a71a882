import type { Context, UserActor } from "@/lib/actor";
import { isUniqueViolation, reader, transaction } from "@/lib/db";
import { invalid, Problem } from "@/lib/errors";
import { mailJobRow } from "@/lib/mail/jobs";
import { hashToken, newToken } from "@/lib/sealing";
import { count, throttleKey } from "@/lib/throttle";
import { lockProved, provePassword } from "./my-account";
import type { EmailChange } from "./schema";

const PURPOSE = "email_change";
/** For how long the link of a mail works. */
export const EMAIL_CHANGE_LIFETIME_MS = 24 * 60 * 60_000;

const taken = () => new Problem("email_taken", "Email already registered");
const badToken = () => invalid([{ path: "token", message: "is not valid: it was used, has expired, or a newer one was asked for" }]);

/**
 * Mails a link to the new address, and word of it to the old one; earlier links end. The address changes when the link is
 * used. 400 for a wrong password and for one's own address, 409 for another account's, 429 past the limits.
 */
export async function requestEmailChange(context: Context<UserActor>, { email, password }: EmailChange): Promise<void> {
  const { actor, now } = context;
  const proof = await provePassword(context, password, "password");
  await count(throttleKey("email_change", actor.userId), now);
  const { token, hash } = newToken();
  const expiresAt = new Date(now.getTime() + EMAIL_CHANGE_LIFETIME_MS);
  await transaction(async (tx) => {
    const { id: userId, name, email: old } = await lockProved(tx, context, proof);
    if (email === old) throw invalid([{ path: "email", message: "is the address of your account already" }]);
    // Spares a stranger the mail; who gets the address is decided by the index when the link is used.
    if ((await tx.user.findUnique({ where: { email }, select: { id: true } })) !== null) throw taken();
    await tx.userToken.deleteMany({ where: { userId, purpose: PURPOSE } });
    await tx.userToken.create({ data: { hash, userId, purpose: PURPOSE, data: email, createdAt: now, expiresAt }, select: { hash: true } });
    const mails = [
      mailJobRow({ recipient: email, template: "email_change", data: { name, email: old, token, expires_at: expiresAt.toISOString() }, now }),
      mailJobRow({ recipient: old, template: "email_change_notice", data: { name, email }, now }),
    ];
    await tx.mailJob.createMany({ data: mails });
  });
}

/** The addresses, old and new, behind the token of a mail that still works, or null. */
export async function findEmailChange(token: string, now: Date = new Date()): Promise<{ from: string; to: string } | null> {
  const row = await reader().userToken.findUnique({ where: { hash: hashToken(token) }, select: { purpose: true, data: true, expiresAt: true, user: { select: { email: true } } } });
  if (row === null || row.purpose !== PURPOSE || row.expiresAt <= now || row.data === null) return null;
  return { from: row.user.email, to: row.data };
}

/**
 * Gives the account its new address; sessions go on, and links mailed to the old address end. 400 naming `token` when it is
 * not the newest one mailed, was used, or has expired; 409 when another account has the address by now.
 */
export async function confirmEmailChange(token: string, now: Date): Promise<void> {
  const hash = hashToken(token);
  try {
    await transaction(async (tx) => {
      const asked = await tx.userToken.findUnique({ where: { hash } });
      if (asked === null || asked.data === null) throw badToken();
      const { userId, data: email } = asked;
      // Changes nothing, but locks the account before its links, in the order of whoever ends them.
      await tx.user.updateMany({ where: { id: userId }, data: { claimedOrganizations: { increment: 0 } } });
      const { count: used } = await tx.userToken.deleteMany({ where: { hash, purpose: PURPOSE, expiresAt: { gt: now } } });
      if (used === 0) throw badToken();
      await tx.user.update({ where: { id: userId }, data: { email, updatedAt: now }, select: { id: true } });
      await tx.userToken.deleteMany({ where: { userId } });
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw taken();
    throw error;
  }
}
