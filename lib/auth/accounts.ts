import type { Client } from "@/lib/actor";
import { getClientNetwork } from "@/lib/client-network";
import { isUniqueViolation, reader } from "@/lib/db";
import { env } from "@/lib/env";
import { Problem } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { isVerificationOn } from "@/lib/notifications/held-emails";
import { findInvitationByToken } from "@/lib/organizations/queries";
import { countRequest, throttleKey } from "@/lib/throttle";
import { runAccountTransaction, sendNewDeviceNotice } from "./activity";
import { sendFirstVerification } from "./email-verification";
import { countFailedAttempt, requireAttemptAllowed } from "./login-limits";
import { hashPassword, isOutdated, verifyPassword } from "./passwords";
import { requireStrongPassword } from "./password-strength";
import type { Credentials, Registration } from "./schema";
import { createSession } from "./sessions";

/** An account, without what proves it. */
export type User = { id: string; email: string; name: string; createdAt: Date; updatedAt: Date };
export type SignInResult = { user: User; token: string };

/**
 * Creates an account and opens its first session 409 when the email is taken; the
 * index decides. 429 past the
 * client's limit. Where
 * registration is closed, 403 without a pending invitation that fits the email; it is accepted by a
 * call of its own.
 */
export async function register(
  input: Registration,
  client: Client,
  now: Date,
): Promise<SignInResult> {
  const isInvited = await findInvitation(input, now);
  await requireStrongPassword({ ...input, policy: input.password_policy, path: "password" });
  if (!client.isLocal)
    await countRequest(throttleKey("registration", getClientNetwork(client)), now);
  const isVerified = isInvited || !isVerificationOn();
  const passwordHash = await hashPassword(input.password, client);
  const user: User = {
    id: newId(),
    email: input.email,
    name: input.name,
    createdAt: now,
    updatedAt: now,
  };
  try {
    return await runAccountTransaction(async (tx, recordEvent) => {
      await tx.user.create({
        data: { ...user, passwordHash, emailVerifiedAt: isVerified ? now : null },
        select: { id: true },
      });
      await recordEvent({ kind: "registered", userId: user.id, client, now });
      if (!isVerified) await sendFirstVerification(tx, user, now);
      return { user, token: await createSession(tx, user.id, client, now) };
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new Problem("email_taken", "Email already registered");
    throw error;
  }
}

/**
 * Whether the token is of an invitation that was emailed to this address. Where registration is
 * closed, 403 without an invitation.
 */
async function findInvitation(
  { email, invitation_token: token }: Registration,
  now: Date,
): Promise<boolean> {
  const isClosed = env.REGISTRATION === "closed";
  if (!token && isClosed) throw new Problem("forbidden", "Registration is closed.");
  const offer = token ? await findInvitationByToken(token, now) : null;
  if (!isClosed || (offer !== null && (offer.email === null || offer.email === email)))
    return offer?.email === email;
  throw new Problem(
    "forbidden",
    "Registration is closed, and this invitation is not valid: it was accepted " +
      "or revoked, has expired, or is for another email address.",
  );
}

/**
 * Opens a session for the right password One 401, after one length of time, for all
 * that is wrong.
 */
export async function login(input: Credentials, client: Client, now: Date): Promise<SignInResult> {
  const account = await reader().user.findUnique({ where: { email: input.email } });
  const attempt = { email: input.email, userId: account?.id ?? null, client, hasSession: false };
  await requireAttemptAllowed(reader(), attempt, now);
  if (
    !(await verifyPassword(input.password, account?.passwordHash ?? null, client)) ||
    account === null
  ) {
    await countFailedAttempt(attempt, now);
    throw new Problem("bad_credentials", "Invalid email or password");
  }
  const { passwordHash, claimedOrganizations: _, emailVerifiedAt: __, ...user } = account;
  const rehashed = isOutdated(passwordHash) ? await hashPassword(input.password, client) : null;
  return runAccountTransaction(async (tx, recordEvent) => {
    await requireAttemptAllowed(tx, attempt, now);
    // Only from the hash that was verified: a password changed meanwhile stays changed, and opens
    // no session.
    const { count: unchanged } = await tx.user.updateMany({
      where: { id: user.id, passwordHash },
      data: { passwordHash: rehashed ?? passwordHash },
    });
    if (unchanged === 0) throw new Problem("bad_credentials", "Invalid email or password");
    await sendNewDeviceNotice(tx, user, client, now);
    await recordEvent({ kind: "signed_in", userId: user.id, client, now });
    return { user, token: await createSession(tx, user.id, client, now) };
  });
}
