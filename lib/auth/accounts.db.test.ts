import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { later, NOW } from "@/e2e/support/database-fixtures";
import { reader, transaction } from "@/lib/db";
import { login, register } from "./accounts";
import { deleteExpiredAuthData } from "./housekeeping";
import { limits } from "@/lib/limits";
import { hashToken } from "@/lib/encryption";
import { countRequest, throttleKey } from "@/lib/throttle";
import { SESSION_LIFETIME_S } from "./session-cookie";
import { endSession, findSession } from "./sessions";

/** Happens when a password has been compared, and before what follows from it. */
const meanwhile = vi.hoisted(() => ({ happens: async (): Promise<void> => undefined }));
vi.mock(import("./passwords"), async (original) => {
  const passwords = await original();
  const verifyPassword: typeof passwords.verifyPassword = async (...of) => {
    const matches = await passwords.verifyPassword(...of);
    await meanwhile.happens();
    return matches;
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
  test("keeps neither the password nor the token", async () => {
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

  test("of one email by ten at once makes one account and nine conflicts", async () => {
    const account = newAccount();
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => register(account, client, NOW)),
    );
    const refused = results
      .filter((result) => result.status === "rejected")
      .map(({ reason }) => reason as unknown);
    expect(refused).toEqual(
      Array(9).fill(expect.objectContaining({ kind: "email_taken", status: 409 })),
    );
    expect(await reader().user.count({ where: { email: account.email } })).toBe(1);
  });

  test("stores a user agent that no database would take", async () => {
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
  test("lasts 30 days to the millisecond, whatever the traffic", async () => {
    const { user, token } = await register(newAccount(), client, NOW);
    const end = SESSION_LIFETIME_S * 1000;
    expect((await findSession(hashToken(token), later(end - 1)))?.user).toEqual(user);
    expect(await findSession(hashToken(token), later(end))).toBeNull();
  });

  test("ends once", async () => {
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

  test("whose time is up is swept away, and only such a one", async () => {
    const [gone, kept] = [
      await register(newAccount(), client, NOW),
      await register(newAccount(), client, later(1)),
    ];
    await deleteExpiredAuthData(later(SESSION_LIFETIME_S * 1000));
    const left = await reader().session.findMany({
      where: { userId: { in: [gone.user.id, kept.user.id] } },
    });
    expect(left.map(({ userId }) => userId)).toEqual([kept.user.id]);
  });
});

describe("login", () => {
  const wrong = { kind: "bad_credentials", status: 401, detail: "Invalid email or password" };
  const blocked = { kind: "too_many_requests", status: 429 };

  test("answers an unknown email and a wrong password alike", async () => {
    const account = newAccount();
    await register(account, client, NOW);
    await expect(
      login({ email: account.email, password: "wrong" }, client, NOW),
    ).rejects.toMatchObject(wrong);
    await expect(
      login({ email: `${randomUUID()}@example.com`, password: "wrong" }, client, NOW),
    ).rejects.toMatchObject(wrong);
  });

  test("refuses a password of which bcrypt would only read the right beginning", async () => {
    const account = { ...newAccount(), password: "x".repeat(72) };
    await register(account, client, NOW);
    await expect(
      login({ email: account.email, password: "x".repeat(73) }, client, NOW),
    ).rejects.toMatchObject(wrong);
  });

  test("after 10 failures is blocked for the right password too, until 15 minutes after the first", async () => {
    const account = newAccount();
    await register(account, client, NOW);
    for (let i = 0; i < 10; i++)
      await expect(
        login({ ...account, password: "wrong" }, client, later(i * MINUTE_MS)),
      ).rejects.toMatchObject(wrong);
    await expect(login(account, client, later(14 * MINUTE_MS))).rejects.toMatchObject({
      ...blocked,
      extra: { headers: { "Retry-After": "60" } },
    });
    await expect(
      login(account, { ...client, ipAddress: "203.0.113.9" }, later(14 * MINUTE_MS)),
    ).resolves.toBeDefined();
    await expect(login(account, client, later(15 * MINUTE_MS))).resolves.toBeDefined();
  });

  test("lets no more than 10 wrong ones be tried, though they come at once", async () => {
    const account = newAccount();
    await register(account, client, NOW);
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, () => login({ ...account, password: "wrong" }, client, NOW)),
    );
    const kinds = results.map((result) => (result as PromiseRejectedResult).reason.kind as string);
    expect(kinds.filter((kind) => kind === "bad_credentials")).toHaveLength(10);
    expect(kinds.filter((kind) => kind === "too_many_requests")).toHaveLength(20);
  });

  test("refuses the right password when the failures ran out while it was checked", async () => {
    const account = newAccount();
    const { user } = await register(account, client, NOW);
    const key = throttleKey("login", account.email, client.ipAddress);
    for (let i = 1; i < limits.loginFailures; i++) await countRequest(key, NOW);
    meanwhile.happens = () => countRequest(key, NOW);
    try {
      await expect(login(account, client, NOW)).rejects.toMatchObject(blocked);
    } finally {
      meanwhile.happens = async () => undefined;
    }
    expect(await reader().session.count({ where: { userId: user.id } })).toBe(1);
  });

  test("does not count the right ones", async () => {
    const account = newAccount();
    await register(account, client, NOW);
    for (let i = 0; i < 12; i++) await expect(login(account, client, NOW)).resolves.toBeDefined();
  });

  test("brings a hash of a lower cost up to date", async () => {
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

  test("opens no session when the password was changed while it was checked", async () => {
    const account = newAccount();
    const { user } = await register(account, client, NOW);
    const attempt = login(account, client, NOW);
    await transaction((tx) =>
      tx.user.update({ where: { id: user.id }, data: { passwordHash: "changed" } }),
    );
    await expect(attempt).rejects.toMatchObject(wrong);
    expect(await reader().session.count({ where: { userId: user.id } })).toBe(1);
  });
});
