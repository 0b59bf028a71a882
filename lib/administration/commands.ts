import { type Context, NO_CLIENT, type SystemActor, type UserActor } from "@/lib/actor";
import { type AuditChange, createAuditEntries, INSTALLATION_LOG } from "@/lib/audit/commands";
import { insertUser } from "@/lib/auth/accounts";
import { runAccountTransaction } from "@/lib/auth/activity";
import { confirmPasswordReset, RESET_LIFETIME_MS } from "@/lib/auth/password-reset";
import { requireStrongPassword } from "@/lib/auth/password-strength";
import { hashPassword } from "@/lib/auth/passwords";
import { reader, transaction, type Tx } from "@/lib/db/database";
import { isUniqueViolation } from "@/lib/db/database-errors";
import { repeatWhileChanged } from "@/lib/email/queued-deliveries";
import { generateToken } from "@/lib/encryption";
import { notFound, Problem } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { getInstallationScope, type InstallationScope, lockInstallation } from "@/lib/installation";
import { cancelQueuedEmails, cancelSuspendedBatch } from "@/lib/notifications/outbox";
import { lockOrganization, runWrite } from "@/lib/organizations/commands";
import { getSystemScope } from "@/lib/organizations/scope";
import { versions } from "@/lib/publishing/version-tracker";

const LOCAL_CLIENT = { ...NO_CLIENT, userAgent: "candor command line", isLocal: true };
const COMMAND_LINE: SystemActor = { kind: "system", name: "Command line" };

/** Creates the context of a `candor` command, which the operator runs without signing in. */
const createLocalContext = (now: Date): Context => ({
  ...{ actor: COMMAND_LINE, client: LOCAL_CLIENT, now },
});

const recordAction = (tx: Tx, context: Context, change: AuditChange): Promise<void> =>
  createAuditEntries(tx, context, INSTALLATION_LOG, change);

type Person = { id: string; email: string };
const toUserSubject = ({ id, email }: Person) => ({ type: "user", id, name: email });

/**
 * Adds an entry to the installation's audit log. The actor is the server if `isScheduled` is true,
 * otherwise the command line.
 */
export const recordLocalAction = (
  change: AuditChange,
  now: Date,
  { isScheduled = false } = {},
): Promise<void> =>
  transaction((tx) =>
    recordAction(
      tx,
      isScheduled ? { actor: { kind: "system" }, now } : createLocalContext(now),
      change,
    ),
  );

/**
 * Creates an account with a confirmed email address, even if registration is closed. Throws 409 if
 * the address has an account, 400 if the password is weak.
 */
export async function createUser(
  input: { email: string; name: string; password: string },
  now: Date,
): Promise<Person> {
  const { email, name, password } = input;
  await requireStrongPassword({ password, email, policy: null, path: "password" });
  const passwordHash = await hashPassword(password, LOCAL_CLIENT);
  const user = { id: newId(), email, name, createdAt: now, updatedAt: now };
  try {
    await runAccountTransaction(async (tx, recordEvent) => {
      await insertUser(tx, { ...user, passwordHash, emailVerifiedAt: now });
      await recordEvent({ kind: "registered", userId: user.id, client: LOCAL_CLIENT, now });
      const change = { action: "user.created", subject: toUserSubject(user) };
      await recordAction(tx, createLocalContext(now), change);
    });
  } catch (error) {
    if (isUniqueViolation(error))
      throw new Problem(
        "email_taken",
        `${email} already has an account. Use another email address.`,
      );
    throw error;
  }
  return { id: user.id, email };
}

async function findUserId(email: string): Promise<string> {
  const user = await reader().user.findUnique({ where: { email }, select: { id: true } });
  if (user === null) throw notFound(`An account with the email ${email}`);
  return user.id;
}

/**
 * Sets a user's password, ends their sessions, and notifies them by email. Throws 404 for an
 * unknown email address, 400 for a weak password.
 */
export async function replacePassword(email: string, password: string, now: Date): Promise<void> {
  const userId = await findUserId(email);
  const { token, hash } = generateToken();
  const expiresAt = new Date(now.getTime() + RESET_LIFETIME_MS);
  await transaction((tx) =>
    tx.userToken.create({
      data: { hash, userId, purpose: "password_reset", createdAt: now, expiresAt },
      select: { hash: true },
    }),
  );
  await confirmPasswordReset({ token, password }, LOCAL_CLIENT, now);
  const subject = toUserSubject({ id: userId, email });
  await recordLocalAction({ action: "user.password_changed", subject }, now);
}

/**
 * Makes a user an administrator of the installation, or removes the administrator role. Throws 404
 * for an unknown email address.
 */
export async function setAdministrator(
  email: string,
  isAdministrator: boolean,
  now: Date,
): Promise<void> {
  const id = await findUserId(email);
  await transaction(async (tx) => {
    await lockInstallation(tx);
    const { count } = await tx.user.updateMany({
      where: { id, isAdministrator: !isAdministrator },
      data: { isAdministrator },
    });
    if (count === 0) return;
    const action = isAdministrator ? "user.administrator_added" : "user.administrator_removed";
    await recordAction(tx, createLocalContext(now), {
      action,
      subject: toUserSubject({ id, email }),
    });
  });
}

type UserContext = Context<UserActor>;

/**
 * Locks the installation until the transaction ends. Throws 403 if the actor is no longer an
 * enabled administrator.
 */
async function lockAsAdministrator(tx: Tx, { actor }: UserContext): Promise<void> {
  await lockInstallation(tx);
  const where = { id: actor.userId, isAdministrator: true, disabledAt: null };
  getInstallationScope((await tx.user.count({ where })) > 0);
}

/**
 * Disables or enables a user. A disabled user can't sign in, and their sessions and API tokens stop
 * working immediately. Throws 404 for an unknown user, and 409 for the actor's own account, so that
 * one administrator always stays enabled.
 */
export async function setUserDisabled(
  context: UserContext,
  _: InstallationScope,
  userId: string,
  isDisabled: boolean,
): Promise<void> {
  const { actor, now } = context;
  if (userId === actor.userId)
    throw new Problem(
      "conflict",
      "You can't disable your own account. Ask another administrator to do it.",
    );
  await transaction(async (tx) => {
    await lockAsAdministrator(tx, context);
    const user = await requireUser(tx, userId);
    if ((user.disabledAt !== null) === isDisabled) return;
    const disabledAt = isDisabled ? now : null;
    await tx.user.update({ where: { id: userId }, data: { disabledAt }, select: { id: true } });
    if (isDisabled) await tx.session.deleteMany({ where: { userId } });
    const action = isDisabled ? "user.disabled" : "user.enabled";
    await recordAction(tx, context, { action, subject: toUserSubject(user) });
  });
}

/** Ends all sessions of a user. Throws 404 if the user does not exist. */
export async function endUserSessions(
  context: UserContext,
  _: InstallationScope,
  userId: string,
): Promise<void> {
  await transaction(async (tx) => {
    await lockAsAdministrator(tx, context);
    const user = await requireUser(tx, userId);
    const { count } = await tx.session.deleteMany({ where: { userId } });
    const change = { action: "user.sessions_ended", subject: toUserSubject(user) };
    if (count > 0) await recordAction(tx, context, { ...change, before: { sessions: count } });
  });
}

async function requireUser(tx: Tx, id: string) {
  const select = { id: true, email: true, disabledAt: true };
  const user = await tx.user.findUnique({ where: { id }, select });
  if (user === null) throw notFound("This user");
  return user;
}

/**
 * Suspends an organization, or ends its suspension. Members can only read a suspended organization,
 * and it has no public page. Cancels queued notifications; no new ones are sent. Throws 404 if the
 * organization does not exist.
 */
export async function setOrganizationSuspended(
  context: UserContext,
  _: InstallationScope,
  id: string,
  isSuspended: boolean,
): Promise<void> {
  const { now } = context;
  const scope = getSystemScope(id);
  // The organization's audit log shows the change, but not which administrator made it.
  const system: Context<SystemActor> = { actor: { kind: "system" }, now };
  const cancelBatch = (tx: Tx) => cancelSuspendedBatch(tx, id, now);
  // Deliveries that the suspension left in the queue must not be sent after it ends.
  if (!isSuspended) await repeatWhileChanged(cancelBatch);
  const version = await transaction(async (tx) => {
    await lockAsAdministrator(tx, context);
    const locked = await lockOrganization(tx, scope, system.actor);
    const organization = await tx.organization.findFirst({
      where: { id, memberships: { some: {} } },
      select: { name: true, suspendedAt: true },
    });
    if (organization === null) throw notFound("This organization");
    if ((organization.suspendedAt !== null) === isSuspended) return undefined;
    if (!isSuspended) await cancelBatch(tx);
    const suspendedAt = isSuspended ? now : null;
    await tx.organization.update({ where: { id }, data: { suspendedAt }, select: { id: true } });
    // The notification worker cancels further batches. It sends nothing for the organization.
    if (isSuspended) await cancelBatch(tx);
    await cancelQueuedEmails(tx, id);
    const change = {
      action: isSuspended ? "organization.suspended" : "organization.unsuspended",
      subject: { type: "organization", id, name: organization.name },
    };
    await recordAction(tx, context, change);
    const written = await runWrite(tx, system, { ...scope, ...locked }, async ({ audit }) =>
      audit(change),
    );
    return written.version;
  });
  if (version !== undefined) versions.recordCommit(id, version);
}
