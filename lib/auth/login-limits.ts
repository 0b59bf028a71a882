import type { Client } from "@/lib/actor";
import { getClientNetwork } from "@/lib/client-network";
import { reader, type Tx } from "@/lib/db";
import { limits } from "@/lib/limits";
import {
  resetCount,
  incrementCount,
  requireNotExceeded,
  requireNotBlocked,
  throttleKey,
} from "@/lib/throttle";
import { runAccountTransaction, sendSecurityNotice, isKnownClient } from "./activity";

/**
 * Who gives a password. A session's own attempts are counted apart, so that no one else can use
 * them up.
 */
export type PasswordAttempt = {
  email: string;
  userId: string | null;
  client: Client;
  hasSession: boolean;
};

const getEmailAndNetworkKey = ({ email, client }: Pick<PasswordAttempt, "email" | "client">) =>
  throttleKey("login", email, getClientNetwork(client));
const getNetworkKey = (client: Client) => throttleKey("login_client", getClientNetwork(client));
const getAccountKey = ({ email, hasSession }: Pick<PasswordAttempt, "email" | "hasSession">) =>
  throttleKey("login_account", email, hasSession ? "session" : "sign-in");

/**
 * Throws 429 while the attempt may not be made: too many failures of this email from this client,
 * of this client over all emails, or of this email over all clients. The last spares networks on
 * which the account's owner has been, so that strangers can't lock its owner out.
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
 * Counts and records a failed attempt, and emails the owner when it uses up a limit of the account.
 * 429 past a limit.
 */
export async function countFailedAttempt(attempt: PasswordAttempt, now: Date): Promise<void> {
  const { userId, client } = attempt;
  const counted = await runAccountTransaction(async (tx, recordEvent) => {
    await recordEvent({
      kind: attempt.hasSession ? "password_failed" : "sign_in_failed",
      userId,
      client,
      now,
    });
    // Always in this order: two transactions never wait for each other's rows.
    const pair = await incrementCount(tx, getEmailAndNetworkKey(attempt), now);
    if (client.isLocal) return { pair };
    return {
      pair,
      ofClient: await incrementCount(tx, getNetworkKey(client), now),
      ofAccount: await incrementCount(tx, getAccountKey(attempt), now),
    };
  });
  if (
    counted.pair.count === limits.loginFailures ||
    counted.ofAccount?.count === limits.accountLoginFailures
  ) {
    await recordBlock(attempt, now);
  }
  requireNotExceeded(counted.pair, now);
  if (counted.ofClient) requireNotExceeded(counted.ofClient, now);
  if (counted.ofAccount && !(await isOnKnownNetwork(reader(), attempt)))
    requireNotExceeded(counted.ofAccount, now);
}

/** Allows attempts again: the client has proved to be the owner. */
export async function resetFailedAttempts(tx: Tx, email: string, client: Client): Promise<void> {
  await resetCount(tx, getEmailAndNetworkKey({ email, client }));
  for (const hasSession of [false, true])
    await resetCount(tx, getAccountKey({ email, hasSession }));
}

// An unknown email costs the same queries as a known one, so the response time does not reveal it.
const isOnKnownNetwork = (db: Tx, { userId, client }: PasswordAttempt): Promise<boolean> =>
  isKnownClient(db, userId ?? "", client, "network");

/** The email is sent at most once a day, so that a stranger's attempts do not become a flood. */
async function recordBlock({ userId, email, client }: PasswordAttempt, now: Date): Promise<void> {
  await runAccountTransaction(async (tx, recordEvent) => {
    await recordEvent({ kind: "sign_in_blocked", userId, client, now });
    const account =
      userId === null
        ? null
        : await tx.user.findUnique({ where: { id: userId }, select: { id: true, name: true } });
    if (
      account === null ||
      (await incrementCount(tx, throttleKey("lockout_notice", email), now)).count > 1
    )
      return;
    await sendSecurityNotice(tx, { ...account, email }, "sign_in_blocked", client, now);
  });
}
