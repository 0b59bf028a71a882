import type { Client } from "@/lib/actor";
import { getClientNetwork } from "@/lib/client-network";
import { reader, type Tx } from "@/lib/db/database";
import { limits } from "@/lib/limits";
import { signInFailures } from "@/lib/metrics";
import {
  resetCount,
  incrementCount,
  requireNotExceeded,
  requireNotBlocked,
  createThrottleKey,
} from "@/lib/throttle";
import { runAccountTransaction, sendSecurityNotice, isKnownClient } from "./activity";

/**
 * An attempt to enter a password, either to sign in or within a session (`hasSession`). The limit
 * per account counts the two kinds separately, so that failed sign-ins from other networks can't
 * block password prompts within a session.
 */
export type PasswordAttempt = {
  email: string;
  userId: string | null;
  client: Client;
  hasSession: boolean;
};

const getEmailAndNetworkKey = ({ email, client }: Pick<PasswordAttempt, "email" | "client">) =>
  createThrottleKey("login", email, getClientNetwork(client));
const getNetworkKey = (client: Client) =>
  createThrottleKey("login_client", getClientNetwork(client));
const getAccountKey = ({ email, hasSession }: Pick<PasswordAttempt, "email" | "hasSession">) =>
  createThrottleKey("login_account", email, hasSession ? "session" : "sign-in");

/**
 * Throws 429 after too many failed attempts. The limit per account does not apply on networks that
 * the user has signed in from.
 */
export async function requireAttemptAllowed(
  db: Tx,
  attempt: PasswordAttempt,
  now: Date,
): Promise<void> {
  await requireNotBlocked(db, getEmailAndNetworkKey(attempt), now);
  if (attempt.client.isLocal) return;
  await requireNotBlocked(db, getNetworkKey(attempt.client), now);
  try {
    await requireNotBlocked(db, getAccountKey(attempt), now);
  } catch (blocked) {
    if (!(await isOnKnownNetwork(db, attempt))) throw blocked;
  }
}

/**
 * Counts a failed attempt. Emails the account's owner, at most once a day, when a limit for the
 * email address is reached. Throws 429 if a limit is exceeded.
 */
export async function countFailedAttempt(attempt: PasswordAttempt, now: Date): Promise<void> {
  const { userId, client } = attempt;
  signInFailures.inc();
  const counts = await runAccountTransaction(async (tx, recordEvent) => {
    await recordEvent({
      kind: attempt.hasSession ? "password_failed" : "sign_in_failed",
      userId,
      client,
      now,
    });
    // Incrementing the counts in a fixed order prevents deadlocks.
    const emailAndNetwork = await incrementCount(tx, getEmailAndNetworkKey(attempt), now);
    if (client.isLocal) return { emailAndNetwork };
    return {
      emailAndNetwork,
      network: await incrementCount(tx, getNetworkKey(client), now),
      account: await incrementCount(tx, getAccountKey(attempt), now),
    };
  });
  if (
    counts.emailAndNetwork.count === limits.loginFailures ||
    counts.account?.count === limits.accountLoginFailures
  ) {
    await recordBlock(attempt, now);
  }
  requireNotExceeded(counts.emailAndNetwork, now);
  if (counts.network) requireNotExceeded(counts.network, now);
  if (counts.account && !(await isOnKnownNetwork(reader(), attempt)))
    requireNotExceeded(counts.account, now);
}

/**
 * Resets the counts of failed attempts for an email address, from this network and in total. Call
 * this only after the client has authenticated.
 */
export async function resetFailedAttempts(tx: Tx, email: string, client: Client): Promise<void> {
  await resetCount(tx, getEmailAndNetworkKey({ email, client }));
  for (const hasSession of [false, true])
    await resetCount(tx, getAccountKey({ email, hasSession }));
}

// Runs the same queries for unknown emails, so that timing does not reveal which accounts exist.
const isOnKnownNetwork = (db: Tx, { userId, client }: PasswordAttempt): Promise<boolean> =>
  isKnownClient(db, userId ?? "", client, "network");

async function recordBlock({ userId, email, client }: PasswordAttempt, now: Date): Promise<void> {
  await runAccountTransaction(async (tx, recordEvent) => {
    await recordEvent({ kind: "sign_in_blocked", userId, client, now });
    const account =
      userId === null
        ? null
        : await tx.user.findUnique({ where: { id: userId }, select: { id: true, name: true } });
    if (
      account === null ||
      (await incrementCount(tx, createThrottleKey("lockout_notice", email), now)).count > 1
    )
      return;
    await sendSecurityNotice(tx, { ...account, email }, "sign_in_blocked", client, now);
  });
}
