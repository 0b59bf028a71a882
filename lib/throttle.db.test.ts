import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { later, NOW } from "@/e2e/support/database-fixtures";
import { deleteExpiredAuthData } from "@/lib/auth/housekeeping";
import { reader, transaction } from "@/lib/db/database";
import { limits } from "@/lib/limits";
import { countRequest, createThrottleKey, refundQuota } from "@/lib/throttle";

const newKey = () => createThrottleKey("login", randomUUID());
const WINDOW_MS = limits.loginWindowMinutes * 60_000;
const readRow = ({ hash }: { hash: string }) =>
  reader().throttle.findUnique({ where: { key: hash } });
const blocked = { kind: "too_many_requests", status: 429 };

test("the count of a rate limit starts again in the next window, which has the same length", async () => {
  const key = newKey();
  for (let i = 0; i < limits.loginFailures; i++) await countRequest(key, later(i));
  expect(await readRow(key)).toEqual({
    key: key.hash,
    count: limits.loginFailures,
    expiresAt: later(WINDOW_MS),
  });
  await expect(countRequest(key, later(WINDOW_MS - 1))).rejects.toMatchObject(blocked);

  await countRequest(key, later(WINDOW_MS));
  expect(await readRow(key)).toEqual({ key: key.hash, count: 1, expiresAt: later(2 * WINDOW_MS) });
  for (let i = 1; i < limits.loginFailures; i++) await countRequest(key, later(WINDOW_MS + i));
  await expect(countRequest(key, later(2 * WINDOW_MS - 1))).rejects.toMatchObject(blocked);
});

test("housekeeping deletes only rate limit counts whose window has ended", async () => {
  const [ended, current] = [newKey(), newKey()];
  await countRequest(ended, NOW);
  await countRequest(current, later(1));
  await deleteExpiredAuthData(later(WINDOW_MS));
  expect(await readRow(ended)).toBeNull();
  expect(await readRow(current)).not.toBeNull();
});

test("a refund reduces the count of its window, and does not affect the next window", async () => {
  const key = newKey();
  const refund = (ms: number) => transaction((tx) => refundQuota(tx, [key], 1, later(ms)));
  await countRequest(key, NOW);
  await countRequest(key, NOW);
  await refund(1);
  expect(await readRow(key)).toMatchObject({ count: 1 });
  await refund(WINDOW_MS);
  await countRequest(key, later(WINDOW_MS));
  expect(await readRow(key)).toMatchObject({ count: 1 });
});
