import type { Client } from "@/lib/actor";
import { isUniqueViolation, reader, transaction } from "@/lib/db";
import { env } from "@/lib/env";
import { Problem } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { findOffer } from "@/lib/organizations/queries";
import { count, refuseBlocked, throttleKey } from "@/lib/throttle";
import { hashPassword, isOutdated, verifyPassword } from "./passwords";
import type { Credentials, Registration } from "./schema";
import { openSession } from "./sessions";

/** An account, without what proves it. */
export type User = { id: string; email: string; name: string; createdAt: Date; updatedAt: Date };
export type SignedIn = { user: User; token: string };

/**
 * Creates an account and opens its first session (contract §4). 409 when the email is taken; the index decides. Where
 * registration is closed, 403 without a pending invitation that fits the email; it is accepted by a call of its own.
 */
export async function register(input: Registration, client: Client, now: Date): Promise<SignedIn> {
  if (env.REGISTRATION === "closed") await requireInvitation(input, now);
  const passwordHash = await hashPassword(input.password);
  const user: User = { id: newId(), email: input.email, name: input.name, createdAt: now, updatedAt: now };
  try {
    return await transaction(async (tx) => {
      await tx.user.create({ data: { ...user, passwordHash }, select: { id: true } });
      return { user, token: await openSession(tx, user.id, client, now) };
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new Problem("email_taken", "Email already registered");
    throw error;
  }
}

async function requireInvitation({ email, invitation_token: token }: Registration, now: Date): Promise<void> {
  if (!token) throw new Problem("forbidden", "Registration is closed.");
  const offer = await findOffer(token, now);
  if (offer !== null && (offer.email === null || offer.email === email)) return;
  throw new Problem("forbidden", "Registration is closed, and this invitation does not open it: it was accepted or withdrawn, has expired, or is for another address.");
}

/** Opens a session for the right password (contract §4). One 401, after one length of time, for all that is wrong. */
export async function login(input: Credentials, client: Client, now: Date): Promise<SignedIn> {
  const key = throttleKey("login", input.email, client.ipAddress);
  await refuseBlocked(reader(), key, now);
  const account = await reader().user.findUnique({ where: { email: input.email } });
  if (!(await verifyPassword(input.password, account?.passwordHash ?? null)) || account === null) {
    await count(key, now);
    throw new Problem("bad_credentials", "Invalid email or password");
  }
  const { passwordHash, claimedOrganizations: _, ...user } = account;
  const rehashed = isOutdated(passwordHash) ? await hashPassword(input.password) : null;
  return transaction(async (tx) => {
    await refuseBlocked(tx, key, now);
    // Only from the hash that was verified: a password changed meanwhile stays changed, and opens no session.
    const { count: unchanged } = await tx.user.updateMany({
      where: { id: user.id, passwordHash },
      data: { passwordHash: rehashed ?? passwordHash },
    });
    if (unchanged === 0) throw new Problem("bad_credentials", "Invalid email or password");
    return { user, token: await openSession(tx, user.id, client, now) };
  });
}
