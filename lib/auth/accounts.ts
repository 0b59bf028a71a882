import type { Client } from "@/lib/actor";
import { getClientNetwork } from "@/lib/client-network";
import { reader, type Prisma, type Tx } from "@/lib/db/database";
import { isUniqueViolation } from "@/lib/db/database-errors";
import { env } from "@/lib/env";
import { Problem } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { lockInstallation } from "@/lib/installation";
import { isVerificationOn } from "@/lib/email/held-emails";
import { findInvitationByToken } from "@/lib/organizations/queries";
import { countRequest, createThrottleKey } from "@/lib/throttle";
import { runAccountTransaction, sendNewDeviceNotice } from "./activity";
import { sendFirstVerification } from "./email-verification";
import { countFailedAttempt, requireAttemptAllowed } from "./login-limits";
import { hashPassword, isHashOutdated, verifyPassword } from "./passwords";
import { requireStrongPassword } from "./password-strength";
import type { Credentials, Registration } from "./schema";
import { createSession } from "./sessions";

export type User = {
  id: string;
  email: string;
  name: string;
  theme: string | null;
  createdAt: Date;
  updatedAt: Date;
};
type SignInResult = { user: User; token: string };

/**
 * Creates an account and its first session. Checks the invitation, but does not accept it. Throws
 * 403 without a valid invitation if registration is closed, 400 for a weak password, 409 if the
 * email address has an account, 429 after too many registrations.
 */
export async function register(
  input: Registration,
  client: Client,
  now: Date,
): Promise<SignInResult> {
  const isInvited = await isInvitedByEmail(input, now);
  await requireStrongPassword({ ...input, policy: input.password_policy, path: "password" });
  if (!client.isLocal)
    await countRequest(createThrottleKey("registration", getClientNetwork(client)), now);
  const isVerified = isInvited || !isVerificationOn();
  const passwordHash = await hashPassword(input.password, client);
  const user: User = {
    id: newId(),
    email: input.email,
    name: input.name,
    theme: null,
    createdAt: now,
    updatedAt: now,
  };
  try {
    return await runAccountTransaction(async (tx, recordEvent) => {
      await insertUser(tx, { ...user, passwordHash, emailVerifiedAt: isVerified ? now : null });
      await recordEvent({ kind: "registered", userId: user.id, client, now });
      if (!isVerified) await sendFirstVerification(tx, user, now);
      return { user, token: await createSession(tx, user.id, client, now) };
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new Problem("email_taken", "Email already registered");
    throw error;
  }
}

/** Inserts a user. The first user becomes the administrator of the installation. */
export async function insertUser(
  tx: Tx,
  data: Omit<Prisma.UserCreateManyInput, "isAdministrator">,
): Promise<void> {
  const hasUsers = async () => (await tx.user.findFirst({ select: { id: true } })) !== null;
  let isAdministrator = !(await hasUsers());
  if (isAdministrator) {
    // Concurrent first registrations wait for this lock, so only one of them finds no users.
    await lockInstallation(tx);
    isAdministrator = !(await hasUsers());
  }
  await tx.user.create({ data: { ...data, isAdministrator }, select: { id: true } });
}

async function isInvitedByEmail(
  { email, invitation_token: token }: Registration,
  now: Date,
): Promise<boolean> {
  const isClosed = env.REGISTRATION === "closed";
  if (!token && isClosed)
    throw new Problem(
      "forbidden",
      "Registration is closed. Ask a member of your organization for an invitation.",
    );
  const invitation = token ? await findInvitationByToken(token, now) : null;
  const isUsable = invitation !== null && (invitation.email === null || invitation.email === email);
  if (!isClosed || isUsable) return invitation?.email === email;
  throw new Problem(
    "forbidden",
    "Registration is closed, and this invitation is not valid: it was accepted " +
      "or revoked, has expired, or is for another email address. Ask for a new one.",
  );
}

/**
 * Verifies a user's password and starts a session. Throws the same 401, after the same time, for an
 * unknown email and a wrong password, so that a client can't find out which accounts exist. Throws
 * 403 for the correct password of a disabled account, 429 after too many failed attempts.
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
  const { passwordHash, disabledAt, ...row } = account;
  if (disabledAt !== null)
    throw new Problem(
      "forbidden",
      "Your account is disabled. Contact the administrator of this installation.",
    );
  const { id, email, name, theme, createdAt, updatedAt } = row;
  const user: User = { id, email, name, theme, createdAt, updatedAt };
  const rehashed = isHashOutdated(passwordHash) ? await hashPassword(input.password, client) : null;
  return runAccountTransaction(async (tx, recordEvent) => {
    await requireAttemptAllowed(tx, attempt, now);
    const { count: unchanged } = await tx.user.updateMany({
      where: { id: user.id, passwordHash, disabledAt: null },
      data: { passwordHash: rehashed ?? passwordHash },
    });
    if (unchanged === 0) throw new Problem("bad_credentials", "Invalid email or password");
    await sendNewDeviceNotice(tx, user, client, now);
    await recordEvent({ kind: "signed_in", userId: user.id, client, now });
    return { user, token: await createSession(tx, user.id, client, now) };
  });
}
