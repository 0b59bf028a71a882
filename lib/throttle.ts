import { hash } from "node:crypto";
import type { Context } from "./actor";
import { getClientNetwork } from "./client-network";
import { transaction, type Tx } from "./db/database";
import { Problem } from "./errors";
import { env } from "./env";
import { limits } from "./limits";

const purposes = {
  login: {
    limit: () => limits.loginFailures,
    windowMinutes: () => limits.loginWindowMinutes,
    detail: "Too many failed sign-ins for this email address. Try again later.",
  },
  login_client: {
    limit: () => limits.clientLoginFailures,
    windowMinutes: () => limits.loginWindowMinutes,
    detail: "Too many failed sign-ins from this network. Try again later.",
  },
  login_account: {
    limit: () => limits.accountLoginFailures,
    windowMinutes: () => limits.accountLoginWindowMinutes,
    detail:
      "Too many failed sign-ins for this email address. Sign in from a network you have used " +
      "before, reset your password, or try again later.",
  },
  lockout_notice: {
    limit: () => 1,
    windowMinutes: () => 24 * 60,
    detail: "The user was already notified in the last 24 hours.",
  },
  new_device_notice: {
    limit: () => 1,
    windowMinutes: () => 24 * 60,
    detail: "The user was already notified in the last 24 hours.",
  },
  registration: {
    limit: () => limits.registrations,
    windowMinutes: () => 60,
    detail: "Too many registrations from this network. Try again later.",
  },
  password_reset: {
    limit: () => limits.passwordResets,
    windowMinutes: () => limits.passwordResetWindowMinutes,
    detail: "Too many password resets for this email address. Try again later.",
  },
  password_reset_account: {
    limit: () => limits.accountPasswordResets,
    windowMinutes: () => limits.accountPasswordResetWindowMinutes,
    detail: "Too many password resets for this email address. Try again later.",
  },
  subscription: {
    limit: () => limits.subscriptions,
    windowMinutes: () => limits.subscriptionWindowMinutes,
    detail: "Too many subscriptions from this network. Try again later.",
  },
  email_change: {
    limit: () => limits.emailChanges,
    windowMinutes: () => limits.emailChangeWindowMinutes,
    detail: "Too many email changes. Try again later.",
  },
  invitation: {
    limit: () => limits.invitations,
    windowMinutes: () => limits.invitationWindowMinutes,
    detail: "Too many invitations. Try again later.",
  },
  confirmation_email: {
    limit: () => limits.confirmationEmails,
    windowMinutes: () => limits.confirmationEmailWindowMinutes,
    detail: "Too many confirmation emails. Try again later.",
  },
  unconfirmed_subscriber: {
    limit: () => limits.unconfirmedSubscribers,
    windowMinutes: () => limits.unconfirmedSubscriberWindowMinutes,
    detail:
      "Too many subscribers added without confirmation. Require confirmation, " +
      "ask the administrator of this installation to raise LIMIT_UNCONFIRMED_SUBSCRIBERS, " +
      "or try again later.",
  },
  recipient: {
    limit: () => limits.emailsPerRecipient,
    windowMinutes: () => limits.emailsPerRecipientWindowMinutes,
    detail: "Too many emails to this address. Try again later.",
  },
  account_email: {
    limit: () => limits.emailsPerRecipient,
    windowMinutes: () => limits.emailsPerRecipientWindowMinutes,
    detail: "Too many emails to this address. Try again later.",
  },
  verification_email: {
    limit: () => limits.verificationEmails,
    windowMinutes: () => limits.verificationEmailWindowMinutes,
    detail: "Too many confirmation emails to your address. Try again later.",
  },
  test_message: {
    limit: () => limits.testMessages,
    windowMinutes: () => limits.testMessageWindowMinutes,
    detail: "Too many test messages for this organization. Try again later.",
  },
  domain_check: {
    limit: () => limits.domainChecks,
    windowMinutes: () => limits.domainCheckWindowMinutes,
    detail: "Too many domain checks for this organization. Try again later.",
  },
  daily_emails: {
    limit: () => env.SMTP_DAILY_LIMIT ?? Number.MAX_SAFE_INTEGER,
    windowMinutes: () => 24 * 60,
    detail: "Too many emails in 24 hours.",
  },
  scheduled_backup: {
    limit: () => 1,
    windowMinutes: () => 20,
    detail: "A backup was just written.",
  },
  confirmation: {
    limit: () => 1,
    windowMinutes: () => limits.confirmationIntervalMinutes,
    detail: "A confirmation email was just sent to this address. Try again later.",
  },
};
type Purpose = keyof typeof purposes;
export type ThrottleKey = { purpose: Purpose; hash: string };

/** Hashes the parts, so that stored keys contain no personal data. */
export function createThrottleKey(purpose: Purpose, ...parts: string[]): ThrottleKey {
  return {
    purpose,
    hash: hash("sha256", [purpose, ...parts].join("\n"), "hex"),
  };
}

/** Throws 429 if the count has reached the limit. Does not count the request. */
export async function requireNotBlocked(db: Tx, key: ThrottleKey, now: Date): Promise<void> {
  const row = await db.throttle.findUnique({ where: { key: key.hash } });
  if (row !== null && row.count >= purposes[key.purpose].limit() && row.expiresAt > now)
    throw createThrottleError(key, row.expiresAt, now);
}

const getWindowEnd = (purpose: Purpose, now: Date) =>
  new Date(now.getTime() + purposes[purpose].windowMinutes() * 60_000);

type ThrottleCount = { key: ThrottleKey; count: number; expiresAt: Date };

/** Adds `amount` to the count of a key, or to zero in a new window if the last one has ended. */
export async function incrementCount(
  tx: Tx,
  key: ThrottleKey,
  now: Date,
  amount = 1,
): Promise<ThrottleCount> {
  const windowEnd = getWindowEnd(key.purpose, now);
  const [row] = await tx.$queryRaw<[{ count: number; expiresAt: Date }]>`
    INSERT INTO throttles (key, count, expires_at) VALUES (${key.hash}, ${amount}, ${windowEnd})
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN throttles.expires_at <= ${now} THEN ${amount} ELSE throttles.count + ${amount} END,
      expires_at = CASE WHEN throttles.expires_at <= ${now} THEN ${windowEnd} ELSE throttles.expires_at END
    RETURNING count, expires_at AS "expiresAt"`;
  return { key, ...row };
}

export function requireNotExceeded({ key, count, expiresAt }: ThrottleCount, now: Date): void {
  if (count > purposes[key.purpose].limit()) throw createThrottleError(key, expiresAt, now);
}

export async function countRequest(key: ThrottleKey, now: Date): Promise<void> {
  requireNotExceeded(await transaction((tx) => incrementCount(tx, key, now)), now);
}

/** `granted` is the allowed part of an amount. `error` is the 429 for the rest, or null. */
export type QuotaResult = { granted: number; error: Problem | null };

/** Counts the part of `amount` that every key allows. A rollback of `tx` restores the counts. */
export async function consumeQuota(
  tx: Tx,
  keys: readonly ThrottleKey[],
  amount: number,
  now: Date,
): Promise<QuotaResult> {
  let granted = amount;
  let error: Problem | null = null;
  if (amount === 0) return { granted, error };
  for (const key of keys) {
    const row = await incrementCount(tx, key, now, amount);
    const allowed = Math.max(0, amount - Math.max(0, row.count - purposes[key.purpose].limit()));
    if (allowed < granted)
      [granted, error] = [allowed, createThrottleError(key, row.expiresAt, now)];
  }
  if (granted < amount) await refundQuota(tx, keys, amount - granted, now);
  return { granted, error };
}

/**
 * Reduces the counts for requests that were not made. Skips windows that have ended, because the
 * next one starts at zero.
 */
export async function refundQuota(
  tx: Tx,
  keys: readonly ThrottleKey[],
  amount: number,
  now: Date,
): Promise<void> {
  await tx.throttle.updateMany({
    where: { key: { in: keys.map(({ hash }) => hash) }, expiresAt: { gt: now } },
    data: { count: { decrement: amount } },
  });
}

export async function requireQuota(tx: Tx, keys: readonly ThrottleKey[], now: Date): Promise<void> {
  const { error } = await consumeQuota(tx, keys, 1, now);
  if (error !== null) throw error;
}

export function createSenderThrottleKeys(
  purpose: Purpose,
  organizationId: string,
  { actor, client }: Context,
): ThrottleKey[] {
  const accountId =
    actor.kind === "user" ? actor.userId : actor.kind === "token" ? actor.createdBy : null;
  return [
    createThrottleKey(purpose, "organization", organizationId),
    ...(accountId === null ? [] : [createThrottleKey(purpose, "account", accountId)]),
    ...(client === undefined || client.isLocal
      ? []
      : [createThrottleKey(purpose, "client", getClientNetwork(client))]),
  ];
}

export async function setWindowEnd(tx: Tx, { hash }: ThrottleKey, expiresAt: Date): Promise<void> {
  await tx.throttle.updateMany({ where: { key: hash }, data: { expiresAt } });
}

export async function resetCount(tx: Tx, { hash }: ThrottleKey): Promise<void> {
  await tx.throttle.deleteMany({ where: { key: hash } });
}

/**
 * Claims keys with a limit of 1 by starting their windows. Returns the keys that can't be claimed
 * yet: a map from their hashes to the ends of their windows. If two transactions claim the same key
 * at the same time, one fails and must be rerun.
 */
export async function claimThrottleKeys(
  tx: Tx,
  keys: readonly ThrottleKey[],
  now: Date,
): Promise<Map<string, Date>> {
  const ends = new Map(keys.map(({ purpose, hash }) => [hash, getWindowEnd(purpose, now)]));
  const where = { key: { in: [...ends.keys()] } };
  await tx.throttle.deleteMany({ where: { ...where, expiresAt: { lte: now } } });
  const used = new Map(
    (await tx.throttle.findMany({ where })).map(({ key, expiresAt }) => [key, expiresAt]),
  );
  const free = [...ends].filter(([key]) => !used.has(key));
  if (free.length > 0)
    await tx.throttle.createMany({
      data: free.map(([key, expiresAt]) => ({ key, count: 1, expiresAt })),
    });
  return used;
}

export function createThrottleError({ purpose }: ThrottleKey, windowEnd: Date, now: Date): Problem {
  const seconds = Math.max(1, Math.ceil((windowEnd.getTime() - now.getTime()) / 1000));
  return new Problem("too_many_requests", purposes[purpose].detail, {
    headers: { "Retry-After": String(seconds) },
  });
}
