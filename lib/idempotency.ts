import { createHash } from "node:crypto";
import { deserialize, serialize } from "node:v8";
import type { Context } from "./actor";
import type { Tx } from "./db";
import { Problem } from "./errors";
import { open, seal } from "./sealing";

/** For how long a key gives the same answer. */
export const IDEMPOTENCY_LIFETIME_MS = 24 * 60 * 60_000;

/** One hash for several parts, none of which can pass for a part of its neighbour. */
export const hashOf = (...parts: string[]): string => createHash("sha256").update(JSON.stringify(parts)).digest("hex");

/**
 * Runs the work of a call that creates, once per key: what it returned is kept in the transaction of the change and given
 * back to whoever repeats the call within {@link IDEMPOTENCY_LIFETIME_MS}. 422 when the key came with another request.
 * Of two at the same moment one is refused by the unique key, and finds the other's when it runs again.
 */
export async function once<T>(tx: Tx, { idempotency, now }: Pick<Context, "idempotency" | "now">, work: () => Promise<T>): Promise<T> {
  if (idempotency === undefined) return work();
  const earlier = await recall<T>(tx, { idempotency, now });
  if (earlier !== null) return earlier.value;
  const { keyHash, requestHash } = idempotency;
  const value = await work();
  await tx.idempotencyKey.deleteMany({ where: { keyHash, expiresAt: { lte: now } } });
  const data = { keyHash, requestHash, value: seal(serialize(value).toString("base64")), expiresAt: new Date(now.getTime() + IDEMPOTENCY_LIFETIME_MS) };
  await tx.idempotencyKey.create({ data, select: { keyHash: true } });
  return value;
}

/** What the call with this key returned before, or null. 422 when the key came with another request. */
export async function recall<T>(db: Tx, { idempotency, now }: Pick<Context, "idempotency" | "now">): Promise<{ value: T } | null> {
  if (idempotency === undefined) return null;
  const known = await db.idempotencyKey.findUnique({ where: { keyHash: idempotency.keyHash } });
  if (known === null || known.expiresAt <= now) return null;
  if (known.requestHash !== idempotency.requestHash) throw new Problem("idempotency_key_reused", "This Idempotency-Key was sent with another request.");
  idempotency.replayed = true;
  return { value: deserialize(Buffer.from(open<string>(known.value), "base64")) as T };
}

/** Deletes the keys whose time is up. */
export const forgetKeys = (tx: Tx, now: Date): Promise<unknown> => tx.idempotencyKey.deleteMany({ where: { expiresAt: { lte: now } } });
