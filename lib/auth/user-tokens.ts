import { reader, type Tx } from "@/lib/db/database";
import { hashToken } from "@/lib/encryption";
import { invalidField } from "@/lib/errors";

export const createTokenError = () =>
  invalidField(
    "token",
    "is not valid: it was used, has expired, or was replaced by a newer one. Request a new link",
  );

/**
 * Locks a user until the transaction ends. Call this before replacing a token, so that concurrent
 * requests leave only one token.
 */
export async function lockUser(tx: Tx, where: { id: string } | { email: string }): Promise<void> {
  await tx.user.updateMany({ where, data: { claimedOrganizations: { increment: 0 } } });
}

/** Returns a token with its user's email address, or null if the token is invalid or expired. */
export async function findUserToken(purpose: string, token: string, now: Date) {
  const row = await reader().userToken.findUnique({
    where: { hash: hashToken(token) },
    select: { purpose: true, data: true, expiresAt: true, user: { select: { email: true } } },
  });
  return row === null || row.purpose !== purpose || row.expiresAt <= now ? null : row;
}

/** Locks the user of a token, and deletes the token. Throws 400 for an invalid token. */
export async function consumeUserToken(tx: Tx, purpose: string, token: string, now: Date) {
  const hash = hashToken(token);
  const row = await tx.userToken.findUnique({
    where: { hash },
    select: { userId: true, data: true },
  });
  if (row === null) throw createTokenError();
  await lockUser(tx, { id: row.userId });
  const { count } = await tx.userToken.deleteMany({
    where: { hash, purpose, expiresAt: { gt: now } },
  });
  if (count === 0) throw createTokenError();
  return row;
}
