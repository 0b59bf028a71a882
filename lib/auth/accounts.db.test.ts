import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { later, NOW } from "@/e2e/support/database-fixtures";
import { reader, transaction } from "@/lib/db/database";
import { login, register } from "./accounts";
import { deleteExpiredAuthData } from "./housekeeping";
import { limits } from "@/lib/limits";
import { hashToken } from "@/lib/encryption";
import { countRequest, createThrottleKey } from "@/lib/throttle";
import { SESSION_LIFETIME_S } from "./session-cookie";
import { endSession, findSession } from "./sessions";

/** `afterVerify` runs after a password is verified and before the result is used. */
const hooks = vi.hoisted(() => ({ afterVerify: async (): Promise<void> => undefined }));
vi.mock(import("./passwords"), async (original) => {
  const passwords = await original();
  const verifyPassword: typeof passwords.verifyPassword = async (...args) => {
    const isMatch = await passwords.verifyPassword(...args);
    await hooks.afterVerify();
    return isMatch;
  };
  return { ...passwords, verifyPassword };
});

const client = { ipAddress: "198.51.100.7", userAgent: "test" };
const newAccount = () => ({
  email: `${randomUUID()}@example.com`,
  password: "correct horse",
  name: "Ada",
});
const MINUTE_MS = 60_000;

describe("register", () => {
  test("stores neither the password nor the token in plain text", async () => {
    const account = newAccount();
    const { user, token } = await register(account, client, NOW);
    const row = await reader().user.findUniqueOrThrow({
      where: { id: user.id },
      include: { sessions: true },
    });
    expect(row.passwordHash).toMatch(/^\$2[aby]\$04\$/);
    expect(JSON.stringify(row)).not.toContain(account.password);
    expect(JSON.stringify(row)).not.toContain(token);
    expect(row.sessions).toMatchObject([
      {
        tokenHash: hashToken(token),
        ipAddress: client.ipAddress,
        userAgent: "test",
        createdAt: NOW,
      },
    ]);
  });

  test("creates one account for ten concurrent requests with the same email, and rejects nine with 409", async () => {
    const account = newAccount();
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => register(account, client, NOW)),
    );
    const errors = results
      .filter((result) => result.status === "rejected")
      .map(({ reason }) => reason as unknown);
    expect(errors).toEqual(
      Array(9).fill(expect.objectContaining({ kind: "email_taken", status: 409 })),
    );
    expect(await reader().user.count({ where: { email: account.email } })).toBe(1);
  });

  test("accepts a User-Agent that the database cannot store, and truncates it to 512 characters", async () => {
    const { user } = await register(
      newAccount(),
      { ...client, userAgent: `\0\ud83d${"x".repeat(5_000)}` },
      NOW,
    );
    const [session] = await reader().session.findMany({ where: { userId: user.id } });
    expect(session!.userAgent.length).toBeLessThanOrEqual(512);
  });
});

describe("a session", () => {
  test("lasts exactly 30 days", async () => {
    const { user, token } = await register(newAccount(), client, NOW);
    const end = SESSION_LIFETIME_S * 1000;
    expect((await findSession(hashToken(token), later(end - 1)))?.user).toEqual(user);
    expect(await findSession(hashToken(token), later(end))).toBeNull();
  });

  test("can be ended only once", async () => {
    const { user, token } = await register(newAccount(), client, NOW);
    const session = (await findSession(hashToken(token), NOW))!;
    const context = {
      actor: { kind: "user", userId: user.id, name: user.name },
      now: NOW,
    } as const;
    expect([await endSession(context, session), await endSession(context, session)]).toEqual([
      true,
      false,
    ]);
    expect(await findSession(session.tokenHash, NOW)).toBeNull();
  });

  test("is deleted by housekeeping after it has expired, and not before", async () => {
    const [expired, active] = [
      await register(newAccount(), client, NOW),
      await register(newAccount(), client, later(1)),
    ];
    await deleteExpiredAuthData(later(SESSION_LIFETIME_S * 1000));
    const remaining = await reader().session.findMany({
      where: { userId: { in: [expired.user.id, active.user.id] } },
    });
    expect(remaining.map(({ userId }) => userId)).toEqual([active.user.id]);
  });
});

describe("login", () => {
  const rejected = { kind: "bad_credentials", status: 401, detail: "Invalid email or password" };
  const blocked = { kind: "too_many_requests", status: 429 };

  test("returns the same error for an unknown email and a wrong password", async () => {
    const account = newAccount();
    await register(account, client, NOW);
    await expect(
      login({ email: account.email, password: "wrong" }, client, NOW),
    ).rejects.toMatchObject(rejected);
    await expect(
      login({ email: `${randomUUID()}@example.com`, password: "wrong" }, client, NOW),
    ).rejects.toMatchObject(rejected);
  });

  test("rejects a password of which only the first 72 bytes are correct", async () => {
    const account = { ...newAccount(), password: "x".repeat(72) };
    await register(account, client, NOW);
    await expect(
      login({ email: account.email, password: "x".repeat(73) }, client, NOW),
    ).rejects.toMatchObject(rejected);
  });

  test("is blocked after 10 failures until 15 minutes after the first, even with the correct password", async () => {
    const account = newAccount();
    await register(account, client, NOW);
    for (let i = 0; i < 10; i++)
      await expect(
        login({ ...account, password: "wrong" }, client, later(i * MINUTE_MS)),
      ).rejects.toMatchObject(rejected);
    await expect(login(account, client, later(14 * MINUTE_MS))).rejects.toMatchObject({
      ...blocked,
      extra: { headers: { "Retry-After": "60" } },
    });
    await expect(
      login(account, { ...client, ipAddress: "203.0.113.9" }, later(14 * MINUTE_MS)),
    ).resolves.toBeDefined();
    await expect(login(account, client, later(15 * MINUTE_MS))).resolves.toBeDefined();
  });

  test("allows at most 10 wrong passwords, even in concurrent requests", async () => {
    const account = newAccount();
    await register(account, client, NOW);
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, () => login({ ...account, password: "wrong" }, client, NOW)),
    );
    const kinds = results.map((result) => (result as PromiseRejectedResult).reason.kind as string);
    expect(kinds.filter((kind) => kind === "bad_credentials")).toHaveLength(10);
    expect(kinds.filter((kind) => kind === "too_many_requests")).toHaveLength(20);
  });

  test("rejects the correct password if the limit was reached while it was verified", async () => {
    const account = newAccount();
    const { user } = await register(account, client, NOW);
    const key = createThrottleKey("login", account.email, client.ipAddress);
    for (let i = 1; i < limits.loginFailures; i++) await countRequest(key, NOW);
    hooks.afterVerify = () => countRequest(key, NOW);
    try {
      await expect(login(account, client, NOW)).rejects.toMatchObject(blocked);
    } finally {
      hooks.afterVerify = async () => undefined;
    }
    expect(await reader().session.count({ where: { userId: user.id } })).toBe(1);
  });

  test("does not count correct passwords as failures", async () => {
    const account = newAccount();
    await register(account, client, NOW);
    for (let i = 0; i < 12; i++) await expect(login(account, client, NOW)).resolves.toBeDefined();
  });

  test("rehashes a password whose hash has a lower cost than configured", async () => {
    const account = newAccount();
    const { user } = await register(account, client, NOW);
    const { passwordHash } = await reader().user.findUniqueOrThrow({ where: { id: user.id } });
    const { env } = await import("@/lib/env");
    env.PASSWORD_COST = 5;
    try {
      await login(account, client, NOW);
    } finally {
      env.PASSWORD_COST = 4;
    }
    const after = await reader().user.findUniqueOrThrow({ where: { id: user.id } });
    expect(after.passwordHash).not.toBe(passwordHash);
    expect(after.passwordHash).toMatch(/^\$2[aby]\$05\$/);
    await expect(login(account, client, NOW)).resolves.toBeDefined();
  });

  test("creates no session if the password was changed while it was being verified", async () => {
    const account = newAccount();
    const { user } = await register(account, client, NOW);
    const [attempt] = await Promise.allSettled([
      login(account, client, NOW),
      transaction((tx) =>
        tx.user.update({ where: { id: user.id }, data: { passwordHash: "changed" } }),
      ),
    ]);
    expect(attempt).toMatchObject({ status: "rejected", reason: rejected });
    expect(await reader().session.count({ where: { userId: user.id } })).toBe(1);
  });
});
