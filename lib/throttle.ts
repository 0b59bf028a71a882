import { createHash } from "node:crypto";
import { transaction, type Tx } from "./db";
import { Problem } from "./errors";
import { limits } from "./limits";

/** What is counted, each for itself. */
const purposes = {
  login: { most: () => limits.loginFailures, minutes: () => limits.loginWindowMinutes, detail: "Too many failed logins for this email." },
  password_reset: { most: () => limits.passwordResets, minutes: () => limits.passwordResetWindowMinutes, detail: "Too many password resets for this email." },
  subscription: { most: () => limits.subscriptions, minutes: () => limits.subscriptionWindowMinutes, detail: "Too many subscriptions from here." },
  email_change: { most: () => limits.emailChanges, minutes: () => limits.emailChangeWindowMinutes, detail: "Too many changes of address." },
  invitation: { most: () => limits.invitations, minutes: () => limits.invitationWindowMinutes, detail: "Too many invitations by you." },
  test_message: { most: () => limits.testMessages, minutes: () => limits.testMessageWindowMinutes, detail: "Too many test messages of this organization." },
  domain_check: { most: () => limits.domainChecks, minutes: () => limits.domainCheckWindowMinutes, detail: "Too many checks of this organization's domain." },
  confirmation: { most: () => 1, minutes: () => limits.confirmationIntervalMinutes, detail: "This address was asked to confirm a moment ago." },
};
type Purpose = keyof typeof purposes;
export type ThrottleKey = { purpose: Purpose; hash: string };

/** The key of what is counted: an email, a client. A hash, so that what strangers typed is not kept. */
export function throttleKey(purpose: Purpose, ...of: string[]): ThrottleKey {
  return { purpose, hash: createHash("sha256").update([purpose, ...of].join("\n")).digest("hex") };
}

/**
 * Throws 429 while the key is used up (decisions "Limits"). Asked before a password is looked at, and once more by
 * whoever found it right: of many tries made at once, those that come to an end after the last failure are refused.
 */
export async function refuseBlocked(db: Tx, key: ThrottleKey, now: Date): Promise<void> {
  const row = await db.throttle.findUnique({ where: { key: key.hash } });
  if (row !== null && row.count >= purposes[key.purpose].most() && row.expiresAt > now) throw blocked(key, row.expiresAt, now);
}

const endOfWindow = (purpose: Purpose, now: Date) => new Date(now.getTime() + purposes[purpose].minutes() * 60_000);

/** Counts one; 429 when there had been enough already. The first opens the window in which they count. */
export async function count(key: ThrottleKey, now: Date): Promise<void> {
  const until = endOfWindow(key.purpose, now);
  const [row] = await transaction(
    (tx) => tx.$queryRaw<{ count: number; expiresAt: Date }[]>`
      INSERT INTO throttles (key, count, expires_at) VALUES (${key.hash}, 1, ${until})
      ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN throttles.expires_at <= ${now} THEN 1 ELSE throttles.count + 1 END,
        expires_at = CASE WHEN throttles.expires_at <= ${now} THEN ${until} ELSE throttles.expires_at END
      RETURNING count, expires_at AS "expiresAt"`,
  );
  if (row !== undefined && row.count > purposes[key.purpose].most()) throw blocked(key, row.expiresAt, now);
}

/** Takes back all that was counted under a key. */
export async function forgiveAll(tx: Tx, { hash }: ThrottleKey): Promise<void> {
  await tx.throttle.deleteMany({ where: { key: hash } });
}

/**
 * Of many keys of one purpose that each may be used once in its window, uses those that are free, and returns the hashes
 * of the others with the end of their window. Who loses a race for one is refused by the unique index: run it again.
 */
export async function takeTurns(tx: Tx, keys: readonly ThrottleKey[], now: Date): Promise<Map<string, Date>> {
  const ends = new Map(keys.map(({ purpose, hash }) => [hash, endOfWindow(purpose, now)]));
  const among = { key: { in: [...ends.keys()] } };
  await tx.throttle.deleteMany({ where: { ...among, expiresAt: { lte: now } } });
  const taken = new Map((await tx.throttle.findMany({ where: among })).map(({ key, expiresAt }) => [key, expiresAt]));
  const free = [...ends].filter(([key]) => !taken.has(key));
  if (free.length > 0) await tx.throttle.createMany({ data: free.map(([key, expiresAt]) => ({ key, count: 1, expiresAt })) });
  return taken;
}

/** The 429 of a key that is used up until the given time. */
export function blocked({ purpose }: ThrottleKey, until: Date, now: Date): Problem {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  return new Problem("too_many_requests", `${purposes[purpose].detail} Try again later.`, { headers: { "Retry-After": String(seconds) } });
}
