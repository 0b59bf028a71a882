import { type Context, NO_CLIENT, type UserActor } from "@/lib/actor";
import { reader, transaction, type Tx } from "@/lib/db/database";
import { isMissingRecord } from "@/lib/db/database-errors";
import { invalidField, unauthenticated } from "@/lib/errors";
import { leaveAllOrganizations } from "@/lib/organizations/members";
import { requireMatch } from "@/lib/precondition";
import type { User } from "./accounts";
import { type AccountEvent, runAccountTransaction, sendSecurityNotice } from "./activity";
import { countFailedAttempt, type PasswordAttempt, requireAttemptAllowed } from "./login-limits";
import { requireStrongPassword } from "./password-strength";
import { hashPassword, verifyPassword } from "./passwords";
import type { AccountChange, PasswordChange, Reauthentication } from "./schema";
import { serializeUser } from "./serialize";
import type { Session } from "./sessions";

type UserContext = Context<UserActor>;

const userFields = {
  id: true,
  email: true,
  name: true,
  theme: true,
  createdAt: true,
  updatedAt: true,
} as const;

async function lockAccount(
  tx: Tx,
  { actor }: UserContext,
): Promise<{ user: User; passwordHash: string }> {
  try {
    const { passwordHash, ...user } = await tx.user.update({
      where: { id: actor.userId },
      data: { claimedOrganizations: { increment: 0 } },
      select: { ...userFields, passwordHash: true },
    });
    return { user, passwordHash };
  } catch (error) {
    if (isMissingRecord(error)) throw unauthenticated();
    throw error;
  }
}

/**
 * Changes the actor's name and theme. Throws 401 if the account was deleted, 412 if it changed
 * since it was read.
 */
export async function updateAccount(context: UserContext, change: AccountChange): Promise<User> {
  return transaction(async (tx) => {
    const { user } = await lockAccount(tx, context);
    requireMatch(context, serializeUser(user));
    const { name = user.name, theme = user.theme } = change;
    if (name === user.name && theme === user.theme) return user;
    const updatedAt = name === user.name ? user.updatedAt : context.now;
    const changed = { name, theme, updatedAt };
    await tx.user.update({ where: { id: user.id }, data: changed, select: { id: true } });
    return { ...user, ...changed };
  });
}

export const createAccountEvent = (
  { actor, client = NO_CLIENT, now }: UserContext,
  kind: AccountEvent["kind"],
): AccountEvent => ({ kind, userId: actor.userId, client, now });

/** A verified password. It is valid until the account's password hash changes. */
type VerifiedPassword = {
  readonly path: string;
  readonly passwordHash: string;
  readonly attempt: PasswordAttempt;
};

const createPasswordError = (path: string) => invalidField(path, "is incorrect");

/**
 * Verifies the actor's password. Throws 400 for `path` if the password is wrong, 401 if the account
 * was deleted, 429 after too many failed attempts.
 */
export async function requirePassword(
  { actor, client = NO_CLIENT, now }: UserContext,
  password: string,
  path: string,
): Promise<VerifiedPassword> {
  const account = await reader().user.findUnique({
    where: { id: actor.userId },
    select: { email: true, passwordHash: true },
  });
  if (account === null) throw unauthenticated();
  const { email, passwordHash } = account;
  const attempt = { email, userId: actor.userId, client, hasSession: true };
  await requireAttemptAllowed(reader(), attempt, now);
  if (await verifyPassword(password, passwordHash, client)) return { path, passwordHash, attempt };
  await countFailedAttempt(attempt, now);
  throw createPasswordError(path);
}

/**
 * Locks the actor's account until the transaction ends. Throws 400 if the password changed after it
 * was verified, 401 if the account was deleted, 429 after too many failed attempts.
 */
export async function lockAccountWithPassword(
  tx: Tx,
  context: UserContext,
  { path, passwordHash, attempt }: VerifiedPassword,
): Promise<User> {
  await requireAttemptAllowed(tx, attempt, context.now);
  const account = await lockAccount(tx, context);
  if (account.passwordHash !== passwordHash) throw createPasswordError(path);
  return account.user;
}

/**
 * Verifies the password, so that the session may call sensitive operations for a limited time.
 * Throws like `requirePassword`.
 */
export async function reauthenticate(
  context: UserContext,
  session: Session,
  { password }: Reauthentication,
): Promise<void> {
  const verified = await requirePassword(context, password, "password");
  await runAccountTransaction(async (tx, recordEvent) => {
    await lockAccountWithPassword(tx, context, verified);
    await tx.session.updateMany({ where: { id: session.id }, data: { passwordAt: context.now } });
    await recordEvent(createAccountEvent(context, "password_confirmed"));
  });
}

/**
 * Changes the password, ends all other sessions, and revokes all emailed links except those that
 * verify the email address. Throws 400 for a wrong or weak password, 429 after too many failed
 * attempts.
 */
export async function changePassword(
  context: UserContext,
  session: Session,
  input: PasswordChange,
): Promise<void> {
  const verified = await requirePassword(context, input.current_password, "current_password");
  const { email } = verified.attempt;
  await requireStrongPassword({
    password: input.new_password,
    email,
    policy: input.password_policy,
    path: "new_password",
  });
  const passwordHash = await hashPassword(input.new_password, context.client ?? NO_CLIENT);
  await runAccountTransaction(async (tx, recordEvent) => {
    const user = await lockAccountWithPassword(tx, context, verified);
    const userId = user.id;
    await tx.user.update({
      where: { id: userId },
      data: { passwordHash, updatedAt: context.now },
      select: { id: true },
    });
    await tx.session.deleteMany({ where: { userId, tokenHash: { not: session.tokenHash } } });
    await tx.session.updateMany({ where: { id: session.id }, data: { passwordAt: context.now } });
    await tx.userToken.deleteMany({ where: { userId, purpose: { not: "email_verification" } } });
    await recordEvent(createAccountEvent(context, "password_changed"));
    await sendSecurityNotice(
      tx,
      user,
      "password_changed",
      context.client ?? NO_CLIENT,
      context.now,
    );
  });
}

/**
 * Deletes the actor's account and its memberships. Throws 400 for a wrong password, 409 with the
 * organizations that would have no owner, 429 after too many failed attempts.
 */
export async function deleteAccount(context: UserContext, password: string): Promise<void> {
  const verified = await requirePassword(context, password, "password");
  await runAccountTransaction(async (tx, recordEvent) => {
    const user = await lockAccountWithPassword(tx, context, verified);
    await recordEvent(createAccountEvent(context, "account_deleted"));
    await leaveAllOrganizations(tx, context, user);
    await tx.user.delete({ where: { id: user.id }, select: { id: true } });
  });
}
