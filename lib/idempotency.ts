import { hash } from "node:crypto";
import { deserialize, serialize } from "node:v8";
import type { Context } from "./actor";
import type { Tx } from "./db/database";
import { Problem } from "./errors";
import { encrypt, tryDecrypt } from "./encryption";

export const IDEMPOTENCY_LIFETIME_MS = 24 * 60 * 60_000;

export const hashParts = (...parts: string[]): string =>
  hash("sha256", JSON.stringify(parts), "hex");

/**
 * Runs `work` once per Idempotency-Key, and returns the stored result to later requests. Replaces
 * results from before `sinceMs`, such as those of a deleted organization. Throws the errors of
 * `findStoredResult`. If two requests race, one transaction fails and must be rerun.
 */
export async function runOnce<T>(
  tx: Tx,
  { idempotency, now }: Pick<Context, "idempotency" | "now">,
  work: () => Promise<T>,
  sinceMs = 0,
): Promise<T> {
  if (idempotency === undefined) return work();
  const storedResult = await findStoredResult<T>(tx, { idempotency, now }, sinceMs);
  if (storedResult !== null) return storedResult.value;
  const { keyHash, requestHash } = idempotency;
  const value = await work();
  await tx.idempotencyKey.deleteMany({
    where: { keyHash, expiresAt: { lt: getEarliestExpiry(now, sinceMs) } },
  });
  const data = {
    keyHash,
    requestHash,
    value: encrypt(serialize(value).toString("base64")),
    expiresAt: new Date(now.getTime() + IDEMPOTENCY_LIFETIME_MS),
  };
  await tx.idempotencyKey.create({ data, select: { keyHash: true } });
  return value;
}

/** Results that expire before the returned time have expired or were stored before `sinceMs`. */
const getEarliestExpiry = (now: Date, sinceMs: number): Date =>
  new Date(Math.max(now.getTime() + 1, sinceMs + IDEMPOTENCY_LIFETIME_MS));

/**
 * Returns the result of an earlier request with the same Idempotency-Key, or null. Throws 422 if
 * the key was used for a different request, and 409 if the result can't be decrypted.
 */
export async function findStoredResult<T>(
  db: Tx,
  { idempotency, now }: Pick<Context, "idempotency" | "now">,
  sinceMs = 0,
): Promise<{ value: T } | null> {
  if (idempotency === undefined) return null;
  const row = await db.idempotencyKey.findUnique({ where: { keyHash: idempotency.keyHash } });
  if (row === null || row.expiresAt < getEarliestExpiry(now, sinceMs)) return null;
  if (row.requestHash !== idempotency.requestHash)
    throw new Problem(
      "idempotency_key_reused",
      "This Idempotency-Key was used for a different request. Send a new key.",
    );
  const value = tryDecrypt<string>(row.value);
  if (value === null)
    throw new Problem(
      "conflict",
      "The result of the first request with this Idempotency-Key can't be decrypted. " +
        "Check whether that request took effect before you send a new one with another key.",
    );
  idempotency.replayed = true;
  return { value: deserialize(Buffer.from(value, "base64")) as T };
}

export const deleteExpiredKeys = (tx: Tx, now: Date): Promise<unknown> =>
  tx.idempotencyKey.deleteMany({ where: { expiresAt: { lte: now } } });
