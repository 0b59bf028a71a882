import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { later, NOW } from "@/e2e/support/database-fixtures";
import { reader, transaction } from "@/lib/db/database";
import { hashToken, decrypt } from "@/lib/encryption";
import { login, register } from "./accounts";
import { deleteExpiredAuthData } from "./housekeeping";
import { confirmPasswordReset, requestPasswordReset, RESET_LIFETIME_MS } from "./password-reset";
import { findSession } from "./sessions";

const client = { ipAddress: "198.51.100.7", userAgent: "test" };
const otherClient = { ipAddress: "203.0.113.9", userAgent: "test" };
const NEW_PASSWORD = "battery staple";
const badToken = { kind: "invalid", status: 400, extra: { errors: [{ path: "token" }] } };
const MINUTE_MS = 60_000;

/** Requests a password reset without the minimum response time. */
const requestReset = (body: { email: string }, from: typeof client, now: Date) =>
  requestPasswordReset(body, from, now, async () => {});

async function newAccount() {
  const account = { email: `${randomUUID()}@example.com`, password: "correct horse", name: "Ada" };
  return { ...account, ...(await register(account, client, NOW)) };
}

const listJobsTo = (email: string) =>
  reader().emailJob.findMany({ where: { recipient: email }, orderBy: { id: "asc" } });

async function readEmailedToken(email: string): Promise<string> {
  const [job] = (await listJobsTo(email)).slice(-1);
  return decrypt<{ token: string }>(job!.data).token;
}

describe("requesting a password reset", () => {
  test("creates an encrypted email job and a hashed token that is valid for 30 minutes", async () => {
    const { email, user } = await newAccount();
    await requestReset({ email }, client, NOW);
    const [job, ...others] = await listJobsTo(email);
    expect(others).toEqual([]);
    expect(job).toMatchObject({
      template: "password_reset",
      state: "pending",
      attempts: 0,
      nextAttemptAt: NOW,
      createdAt: NOW,
      error: null,
    });
    const data = decrypt<{ token: string }>(job!.data);
    expect(data).toEqual({
      name: "Ada",
      token: expect.stringMatching(/^[\w-]{43}$/),
      expires_at: later(RESET_LIFETIME_MS).toISOString(),
    });
    const tokens = await reader().userToken.findMany({ where: { userId: user.id } });
    expect(tokens).toEqual([
      {
        hash: hashToken(data.token),
        userId: user.id,
        purpose: "password_reset",
        data: null,
        createdAt: NOW,
        expiresAt: later(RESET_LIFETIME_MS),
      },
    ]);
    expect(JSON.stringify([job, tokens])).not.toContain(data.token);
  });

  test("for an unknown email returns the same result and sends nothing", async () => {
    const email = `${randomUUID()}@example.com`;
    await expect(requestReset({ email }, client, NOW)).resolves.toBeUndefined();
    expect(await listJobsTo(email)).toEqual([]);
  });

  test("takes a minimum time for known and unknown emails", async () => {
    for (const email of [(await newAccount()).email, `${randomUUID()}@example.com`]) {
      const steps: unknown[] = [];
      let endMinimumTime = () => {};
      const wait = (ms: number) => {
        steps.push(ms);
        return new Promise<void>((resolve) => (endMinimumTime = resolve));
      };
      const request = requestPasswordReset({ email }, client, NOW, wait).then(() =>
        steps.push("response"),
      );
      await expect.poll(() => steps).toEqual([150]);
      await requestReset({ email: `${randomUUID()}@example.com` }, otherClient, NOW);
      expect(steps).toEqual([150]);
      endMinimumTime();
      await request;
    }
  });

  test.each([
    ["known", true],
    ["unknown", false],
  ])("for a %s email fails the 21st time in an hour, from any client", async (_name, known) => {
    const email = known ? (await newAccount()).email : `${randomUUID()}@example.com`;
    for (let i = 0; i < 20; i++)
      await requestReset({ email }, { ...client, ipAddress: `203.0.113.${i}` }, NOW);
    await expect(requestReset({ email }, otherClient, later(59 * MINUTE_MS))).rejects.toMatchObject(
      { kind: "too_many_requests", status: 429 },
    );
    expect(await listJobsTo(email)).toHaveLength(known ? 20 : 0);
    await expect(
      requestReset({ email }, otherClient, later(60 * MINUTE_MS)),
    ).resolves.toBeUndefined();
  });

  test("works on a network that the user has signed in from, even if other clients reached the limit", async () => {
    const { email } = await newAccount();
    const request = (from: typeof client) => requestReset({ email }, from, NOW);
    for (let i = 0; i < 20; i++) await request({ ...client, ipAddress: `203.0.113.${i}` });
    for (let i = 0; i < 5; i++) await request(client);
    expect(await listJobsTo(email)).toHaveLength(25);
    for (const from of [client, otherClient])
      await expect(request(from)).rejects.toMatchObject({ kind: "too_many_requests" });
  });

  test.each([
    ["known", true],
    ["unknown", false],
  ])(
    "for a %s email fails the sixth time in 15 minutes from the same client",
    async (_name, known) => {
      const email = known ? (await newAccount()).email : `${randomUUID()}@example.com`;
      for (let i = 0; i < 5; i++) await requestReset({ email }, client, later(i * MINUTE_MS));
      await expect(requestReset({ email }, client, later(14 * MINUTE_MS))).rejects.toMatchObject({
        kind: "too_many_requests",
        status: 429,
        extra: { headers: { "Retry-After": "60" } },
      });
      expect(await listJobsTo(email)).toHaveLength(known ? 5 : 0);
      await expect(
        requestReset({ email }, otherClient, later(14 * MINUTE_MS)),
      ).resolves.toBeUndefined();
      await expect(requestReset({ email }, client, later(15 * MINUTE_MS))).resolves.toBeUndefined();
    },
  );

  test("does not count as a failed sign-in", async () => {
    const { email, password } = await newAccount();
    for (let i = 0; i < 5; i++) await requestReset({ email }, client, NOW);
    for (let i = 0; i < 9; i++)
      await expect(login({ email, password: "wrong" }, client, NOW)).rejects.toMatchObject({
        kind: "bad_credentials",
      });
    await expect(login({ email, password }, client, NOW)).resolves.toBeDefined();
  });

  test("several times at once leaves one valid token", async () => {
    const { email, user } = await newAccount();
    await Promise.all(Array.from({ length: 5 }, () => requestReset({ email }, client, NOW)));
    expect(await listJobsTo(email)).toHaveLength(5);
    expect(await reader().userToken.count({ where: { userId: user.id } })).toBe(1);
  });
});

describe("setting the new password", () => {
  test("replaces the old one and ends all sessions", async () => {
    const { email, password, user, token: session } = await newAccount();
    await login({ email, password }, otherClient, NOW);
    await requestReset({ email }, client, NOW);
    await confirmPasswordReset(
      { token: await readEmailedToken(email), password: NEW_PASSWORD },
      client,
      later(MINUTE_MS),
    );
    expect(await reader().session.count({ where: { userId: user.id } })).toBe(0);
    expect(await findSession(hashToken(session), later(MINUTE_MS))).toBeNull();
    expect((await reader().user.findUniqueOrThrow({ where: { id: user.id } })).updatedAt).toEqual(
      later(MINUTE_MS),
    );
    await expect(login({ email, password }, client, later(MINUTE_MS))).rejects.toMatchObject({
      kind: "bad_credentials",
    });
    await expect(
      login({ email, password: NEW_PASSWORD }, client, later(MINUTE_MS)),
    ).resolves.toMatchObject({ user: { id: user.id } });
  });

  test("works once per link, even in concurrent requests", async () => {
    const { email } = await newAccount();
    await requestReset({ email }, client, NOW);
    const token = await readEmailedToken(email);
    const results = await Promise.allSettled(
      [0, 1].map(() => confirmPasswordReset({ token, password: NEW_PASSWORD }, client, NOW)),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(
      confirmPasswordReset({ token, password: "another one" }, client, NOW),
    ).rejects.toMatchObject(badToken);
    await expect(login({ email, password: NEW_PASSWORD }, client, NOW)).resolves.toBeDefined();
  });

  test("works for exactly 30 minutes", async () => {
    const [{ email: late }, { email: early }] = [await newAccount(), await newAccount()];
    for (const email of [late, early]) await requestReset({ email }, client, NOW);
    await expect(
      confirmPasswordReset(
        { token: await readEmailedToken(late), password: NEW_PASSWORD },
        client,
        later(RESET_LIFETIME_MS),
      ),
    ).rejects.toMatchObject(badToken);
    await expect(
      confirmPasswordReset(
        { token: await readEmailedToken(early), password: NEW_PASSWORD },
        client,
        later(RESET_LIFETIME_MS - 1),
      ),
    ).resolves.toBeUndefined();
  });

  test("works only with the newest link", async () => {
    const { email } = await newAccount();
    await requestReset({ email }, client, NOW);
    const first = await readEmailedToken(email);
    await requestReset({ email }, client, later(1));
    await expect(
      confirmPasswordReset({ token: first, password: NEW_PASSWORD }, client, later(2)),
    ).rejects.toMatchObject(badToken);
    await expect(
      confirmPasswordReset(
        { token: await readEmailedToken(email), password: NEW_PASSWORD },
        client,
        later(2),
      ),
    ).resolves.toBeUndefined();
  });

  test("rejects a token for another purpose", async () => {
    const { user } = await newAccount();
    await transaction((tx) =>
      tx.userToken.create({
        data: {
          hash: hashToken(user.id),
          userId: user.id,
          purpose: "something_else",
          createdAt: NOW,
          expiresAt: later(MINUTE_MS),
        },
      }),
    );
    await expect(
      confirmPasswordReset({ token: user.id, password: NEW_PASSWORD }, client, NOW),
    ).rejects.toMatchObject(badToken);
    expect(await reader().userToken.count({ where: { userId: user.id } })).toBe(1);
  });

  test("unblocks sign-in after too many wrong passwords", async () => {
    const { email } = await newAccount();
    for (let i = 0; i < 11; i++)
      await login({ email, password: "wrong" }, client, NOW).catch(() => undefined);
    await requestReset({ email }, client, NOW);
    await confirmPasswordReset(
      { token: await readEmailedToken(email), password: NEW_PASSWORD },
      client,
      NOW,
    );
    await expect(login({ email, password: NEW_PASSWORD }, client, NOW)).resolves.toBeDefined();
  });

  test("leaves no session of a concurrent sign-in with the old password", async () => {
    const { email, password, user } = await newAccount();
    await requestReset({ email }, client, NOW);
    const token = await readEmailedToken(email);
    const attempts = Array.from({ length: 4 }, () => login({ email, password }, otherClient, NOW));
    await Promise.allSettled([
      confirmPasswordReset({ token, password: NEW_PASSWORD }, client, NOW),
      ...attempts,
    ]);
    expect(await reader().session.count({ where: { userId: user.id } })).toBe(0);
  });
});

test("housekeeping deletes expired tokens only", async () => {
  const [expired, valid] = [await newAccount(), await newAccount()];
  await requestReset({ email: expired.email }, client, NOW);
  await requestReset({ email: valid.email }, client, later(1));
  await deleteExpiredAuthData(later(RESET_LIFETIME_MS));
  const remaining = await reader().userToken.findMany({
    where: { userId: { in: [expired.user.id, valid.user.id] } },
  });
  expect(remaining.map(({ userId }) => userId)).toEqual([valid.user.id]);
});
