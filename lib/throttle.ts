import { createHash } from "node:crypto";
import type { Context } from "./actor";
import { getClientNetwork } from "./client-network";
import { transaction, type Tx } from "./db";
import { Problem } from "./errors";
import { limits } from "./limits";

/** What is counted, each for itself. */
const purposes = {
  login: {
    most: () => limits.loginFailures,
    minutes: () => limits.loginWindowMinutes,
    detail: "Too many failed logins for this email.",
  },
  login_client: {
    most: () => limits.clientLoginFailures,
    minutes: () => limits.loginWindowMinutes,
    detail: "Too many failed logins from this network.",
  },
  login_account: {
    most: () => limits.accountLoginFailures,
    minutes: () => limits.accountLoginWindowMinutes,
    detail:
      "Too many failed logins for this email. Sign in from a network you used before, or reset your password.",
  },
  lockout_notice: { most: () => 1, minutes: () => 24 * 60, detail: "The owner was notified." },
  new_device_notice: { most: () => 1, minutes: () => 24 * 60, detail: "The owner was notified." },
  registration: {
    most: () => limits.registrations,
    minutes: () => 60,
    detail: "Too many registrations from this network.",
  },
  password_reset: {
    most: () => limits.passwordResets,
    minutes: () => limits.passwordResetWindowMinutes,
    detail: "Too many password resets for this email.",
  },
  password_reset_account: {
    most: () => limits.accountPasswordResets,
    minutes: () => limits.accountPasswordResetWindowMinutes,
    detail: "Too many password resets for this email.",
  },
  subscription: {
    most: () => limits.subscriptions,
    minutes: () => limits.subscriptionWindowMinutes,
    detail: "Too many subscriptions from this network.",
  },
  email_change: {
    most: () => limits.emailChanges,
    minutes: () => limits.emailChangeWindowMinutes,
    detail: "Too many email changes.",
  },
  invitation: {
    most: () => limits.invitations,
    minutes: () => limits.invitationWindowMinutes,
    detail: "Too many invitations.",
  },
  confirmation_email: {
    most: () => limits.confirmationEmails,
    minutes: () => limits.confirmationEmailWindowMinutes,
    detail: "Too many confirmation emails.",
  },
  unconfirmed_subscriber: {
    most: () => limits.unconfirmedSubscribers,
    minutes: () => limits.unconfirmedSubscriberWindowMinutes,
    detail:
      "Too many subscribers added without confirmation. Let them confirm, or " +
      "ask the administrator of the installation to raise LIMIT_UNCONFIRMED_SUBSCRIBERS.",
  },
  recipient: {
    most: () => limits.emailsPerRecipient,
    minutes: () => limits.emailsPerRecipientWindowMinutes,
    detail: "Too many emails to this address.",
  },
  account_email: {
    most: () => limits.emailsPerRecipient,
    minutes: () => limits.emailsPerRecipientWindowMinutes,
    detail: "Too many emails to this address.",
  },
  verification_email: {
    most: () => limits.verificationEmails,
    minutes: () => limits.verificationEmailWindowMinutes,
    detail: "Too many emails to confirm your address.",
  },
  test_message: {
    most: () => limits.testMessages,
    minutes: () => limits.testMessageWindowMinutes,
    detail: "Too many test messages for this organization.",
  },
  domain_check: {
    most: () => limits.domainChecks,
    minutes: () => limits.domainCheckWindowMinutes,
    detail: "Too many checks of this organization's domain.",
  },
  confirmation: {
    most: () => 1,
    minutes: () => limits.confirmationIntervalMinutes,
    detail: "A confirmation email was just sent to this address.",
  },
};
type Purpose = keyof typeof purposes;
export type ThrottleKey = { purpose: Purpose; hash: string };

/**
 * The key of what is counted: an email, a client. A hash, so that what strangers typed is not kept.
 */
export function createThrottleKey(purpose: Purpose, ...of: string[]): ThrottleKey {
  return {
    purpose,
    hash: createHash("sha256")
      .update([purpose, ...of].join("\n"))
      .digest("hex"),
  };
}

/**
 * Throws 429 while the key is used up. Asked before a password is looked at,
 * and once more by
 * a correct password too: of many concurrent attempts, those that finish after the last
 * failure are refused.
 */
export async function requireNotBlocked(db: Tx, key: ThrottleKey, now: Date): Promise<void> {
  const row = await db.throttle.findUnique({ where: { key: key.hash } });
  if (row !== null && row.count >= purposes[key.purpose].most() && row.expiresAt > now)
    throw createThrottleError(key, row.expiresAt, now);
}

const endOfWindow = (purpose: Purpose, now: Date) =>
  new Date(now.getTime() + purposes[purpose].minutes() * 60_000);

/** A key's count in its window. */
export type ThrottleCount = { key: ThrottleKey; count: number; expiresAt: Date };

/** Counts one, or `amount`. The first opens the window in which they count. */
export async function incrementCount(
  tx: Tx,
  key: ThrottleKey,
  now: Date,
  amount = 1,
): Promise<ThrottleCount> {
  const until = endOfWindow(key.purpose, now);
  const [row] = await tx.$queryRaw<[{ count: number; expiresAt: Date }]>`
    INSERT INTO throttles (key, count, expires_at) VALUES (${key.hash}, ${amount}, ${until})
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN throttles.expires_at <= ${now} THEN ${amount} ELSE throttles.count + ${amount} END,
      expires_at = CASE WHEN throttles.expires_at <= ${now} THEN ${until} ELSE throttles.expires_at END
    RETURNING count, expires_at AS "expiresAt"`;
  return { key, ...row };
}

/** 429 when more was counted than is allowed. */
export function requireNotExceeded({ key, count, expiresAt }: ThrottleCount, now: Date): void {
  if (count > purposes[key.purpose].most()) throw createThrottleError(key, expiresAt, now);
}

/** Counts one; 429 when there had been enough already. */
export async function countRequest(key: ThrottleKey, now: Date): Promise<void> {
  requireNotExceeded(await transaction((tx) => incrementCount(tx, key, now)), now);
}

/** What a limit left of what was asked for, and the 429 for the rest. */
export type QuotaResult = { granted: number; error: Problem | null };

/**
 * Counts up to `amount` under all of the keys: as many as each of them still allows. What the
 * transaction takes back does not count.
 */
export async function consumeQuota(
  tx: Tx,
  keys: readonly ThrottleKey[],
  amount: number,
  now: Date,
): Promise<QuotaResult> {
  let granted = amount;
  let refusal: Problem | null = null;
  if (amount === 0) return { granted, error: refusal };
  for (const key of keys) {
    const row = await incrementCount(tx, key, now, amount);
    const allowed = Math.max(0, amount - Math.max(0, row.count - purposes[key.purpose].most()));
    if (allowed < granted)
      [granted, refusal] = [allowed, createThrottleError(key, row.expiresAt, now)];
  }
  for (const key of granted < amount ? keys : [])
    await incrementCount(tx, key, now, granted - amount);
  return { granted, error: refusal };
}

/** Like {@link consumeQuota} for one: throws the 429. */
export async function requireQuota(tx: Tx, keys: readonly ThrottleKey[], now: Date): Promise<void> {
  const { error: refusal } = await consumeQuota(tx, keys, 1, now);
  if (refusal !== null) throw refusal;
}

/**
 * The keys of what is sent to strangers for an organization: of itself, of the account that causes
 * it, and of the client.
 */
export function createSenderThrottleKeys(
  purpose: Purpose,
  organizationId: string,
  { actor, client }: Context,
): ThrottleKey[] {
  const account =
    actor.kind === "user" ? actor.userId : actor.kind === "token" ? actor.createdBy : null;
  return [
    createThrottleKey(purpose, "organization", organizationId),
    ...(account === null ? [] : [createThrottleKey(purpose, "account", account)]),
    ...(client === undefined || client.isLocal
      ? []
      : [createThrottleKey(purpose, "client", getClientNetwork(client))]),
  ];
}

/** The key of what one address is sent without having asked for it. */
export const createRecipientThrottleKey = (email: string): ThrottleKey =>
  createThrottleKey("recipient", email);

/**
 * The key of account emails to one address: organizations' emails to it don't count, so that they
 * can't block them.
 */
export const createAccountEmailThrottleKey = (email: string): ThrottleKey =>
  createThrottleKey("account_email", email);

/** Takes back all that was counted under a key. */
export async function resetCount(tx: Tx, { hash }: ThrottleKey): Promise<void> {
  await tx.throttle.deleteMany({ where: { key: hash } });
}

/**
 * Of many keys of one purpose that each may be used once in its window, uses those that are free,
 * and returns the hashes
 * of the others with the end of their window. Who loses a race for one is refused by the unique
 * index: run it again.
 */
export async function claimThrottleKeys(
  tx: Tx,
  keys: readonly ThrottleKey[],
  now: Date,
): Promise<Map<string, Date>> {
  const ends = new Map(keys.map(({ purpose, hash }) => [hash, endOfWindow(purpose, now)]));
  const among = { key: { in: [...ends.keys()] } };
  await tx.throttle.deleteMany({ where: { ...among, expiresAt: { lte: now } } });
  const taken = new Map(
    (await tx.throttle.findMany({ where: among })).map(({ key, expiresAt }) => [key, expiresAt]),
  );
  const free = [...ends].filter(([key]) => !taken.has(key));
  if (free.length > 0)
    await tx.throttle.createMany({
      data: free.map(([key, expiresAt]) => ({ key, count: 1, expiresAt })),
    });
  return taken;
}

/** The 429 of a key that is used up until the given time. */
export function createThrottleError({ purpose }: ThrottleKey, until: Date, now: Date): Problem {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  return new Problem("too_many_requests", `${purposes[purpose].detail} Try again later.`, {
    headers: { "Retry-After": String(seconds) },
  });
}
