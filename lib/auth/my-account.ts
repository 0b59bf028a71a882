import type { Context, UserActor } from "@/lib/actor";
import { isMissingRecord, reader, transaction, type Tx } from "@/lib/db";
import { invalid, unauthenticated } from "@/lib/errors";
import { leaveAll } from "@/lib/organizations/members";
import { requireMatch } from "@/lib/precondition";
import { count, refuseBlocked, type ThrottleKey, throttleKey } from "@/lib/throttle";
import type { User } from "./accounts";
import { hashPassword, verifyPassword } from "./passwords";
import type { AccountChange, PasswordChange } from "./schema";
import { serializeUser } from "./serialize";
import type { Session } from "./sessions";

type Me = Context<UserActor>;

const userFields = { id: true, email: true, name: true, createdAt: true, updatedAt: true } as const;

/** Locks the actor's account until the transaction ends. 401 when it is gone. */
async function lockAccount(tx: Tx, { actor }: Me): Promise<{ user: User; passwordHash: string }> {
  try {
    const unchanged = { claimedOrganizations: { increment: 0 } };
    const { passwordHash, ...user } = await tx.user.update({ where: { id: actor.userId }, data: unchanged, select: { ...userFields, passwordHash: true } });
    return { user, passwordHash };
  } catch (error) {
    if (isMissingRecord(error)) throw unauthenticated();
    throw error;
  }
}

/** Changes the name. */
export async function changeAccount(context: Me, { name }: AccountChange): Promise<User> {
  return transaction(async (tx) => {
    const { user } = await lockAccount(tx, context);
    requireMatch(context, serializeUser(user));
    if (name === undefined) return user;
    const changed = { name, updatedAt: context.now };
    await tx.user.update({ where: { id: user.id }, data: changed, select: { id: true } });
    return { ...user, ...changed };
  });
}

/** That somebody knows the password. It holds in a transaction that finds both unchanged. */
export type Proof = { readonly path: string; readonly passwordHash: string; readonly key: ThrottleKey };

const wrongPassword = (path: string) => invalid([{ path, message: "is wrong" }]);

/** Asks for the account's password: 400 naming `path` when it is wrong, and counted like a failed login: 429 past the limit. */
export async function provePassword({ actor, client, now }: Me, password: string, path: string): Promise<Proof> {
  const account = await reader().user.findUnique({ where: { id: actor.userId }, select: { email: true, passwordHash: true } });
  if (account === null) throw unauthenticated();
  const { email, passwordHash } = account;
  const key = throttleKey("login", email, client?.ipAddress ?? "");
  await refuseBlocked(reader(), key, now);
  if (await verifyPassword(password, passwordHash)) return { path, passwordHash, key };
  await count(key, now);
  throw wrongPassword(path);
}

/** Locks the account of which the password was proved. 400, 429 and 401 when that holds no more. */
export async function lockProved(tx: Tx, context: Me, { path, passwordHash, key }: Proof): Promise<User> {
  await refuseBlocked(tx, key, context.now);
  const account = await lockAccount(tx, context);
  if (account.passwordHash !== passwordHash) throw wrongPassword(path);
  return account.user;
}

/** Sets a new password. All other sessions end, and so does what was mailed before: links to set a password or an address. */
export async function changePassword(context: Me, session: Session, input: PasswordChange): Promise<void> {
  const proof = await provePassword(context, input.current_password, "current_password");
  const passwordHash = await hashPassword(input.new_password);
  await transaction(async (tx) => {
    const { id: userId } = await lockProved(tx, context, proof);
    await tx.user.update({ where: { id: userId }, data: { passwordHash, updatedAt: context.now }, select: { id: true } });
    await tx.session.deleteMany({ where: { userId, tokenHash: { not: session.tokenHash } } });
    await tx.userToken.deleteMany({ where: { userId } });
  });
}

/** Deletes the account, and takes it out of all organizations. 409 naming those of which it is the only owner. */
export async function deleteAccount(context: Me, password: string): Promise<void> {
  const proof = await provePassword(context, password, "password");
  await transaction(async (tx) => {
    const user = await lockProved(tx, context, proof);
    await leaveAll(tx, context, user);
    await tx.user.delete({ where: { id: user.id }, select: { id: true } });
  });
}
