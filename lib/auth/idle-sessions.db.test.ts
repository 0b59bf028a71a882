import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { later, NOW } from "@/e2e/support/database-fixtures";
import { getUserSummary } from "@/lib/administration/queries";
import { reader } from "@/lib/db/database";
import { env } from "@/lib/env";
import { hashToken } from "@/lib/encryption";
import { getInstallationScope } from "@/lib/installation";
import { login, register } from "./accounts";
import { deleteExpiredAuthData } from "./housekeeping";
import { SESSION_LIFETIME_S } from "./session-cookie";
import { findSession, listSessions } from "./sessions";

const DAY_MS = 86_400_000;
const client = { ipAddress: "198.51.100.7", userAgent: "test" };

async function createSession() {
  const account = { email: `${randomUUID()}@example.com`, password: "correct horse", name: "Ada" };
  const { token, user } = await register(account, client, NOW);
  return { ...account, userId: user.id, hash: hashToken(token) };
}
const getLastUse = async (tokenHash: string) =>
  (await reader().session.findUniqueOrThrow({ where: { tokenHash } })).lastUsedAt;

beforeEach(() => void (env.SESSION_IDLE_DAYS = 2));
afterEach(() => void (env.SESSION_IDLE_DAYS = undefined));

test("a session ends after exactly SESSION_IDLE_DAYS without use", async () => {
  const { hash } = await createSession();
  expect(await findSession(hash, later(2 * DAY_MS))).toBeNull();
  expect(await findSession(hash, later(2 * DAY_MS - 1))).not.toBeNull();
});

test("a session that is used daily lasts 30 days, even with SESSION_IDLE_DAYS", async () => {
  const { hash } = await createSession();
  for (let day = 1; day < 30; day++) {
    expect(await findSession(hash, later(day * DAY_MS))).not.toBeNull();
    await expect.poll(() => getLastUse(hash)).toEqual(later(day * DAY_MS));
  }
  expect(await findSession(hash, later(SESSION_LIFETIME_S * 1000))).toBeNull();
});

test("without SESSION_IDLE_DAYS, an idle session lasts 30 days", async () => {
  env.SESSION_IDLE_DAYS = undefined;
  const { hash } = await createSession();
  expect(await findSession(hash, later(SESSION_LIFETIME_S * 1000 - 1))).not.toBeNull();
});

test("sessions ended by SESSION_IDLE_DAYS are not listed or counted, and housekeeping deletes them", async () => {
  const account = await createSession();
  const { token } = await login(account, client, later(DAY_MS));
  const now = later(2 * DAY_MS);
  const session = (await findSession(hashToken(token), now))!;
  const { sessions } = await listSessions(session, undefined, now);
  expect(sessions).toMatchObject([{ id: session.id, current: true }]);
  const user = await getUserSummary(getInstallationScope(true), account.userId, now);
  expect(user.sessions).toBe(1);
  await deleteExpiredAuthData(now);
  expect(
    await reader().session.findMany({ where: { userId: account.userId }, select: { id: true } }),
  ).toEqual([{ id: session.id }]);
});
