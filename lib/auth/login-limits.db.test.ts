import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { later, NOW } from "@/e2e/support/database-fixtures";
import type { UserActor } from "@/lib/actor";
import { reader } from "@/lib/db/database";
import { limits } from "@/lib/limits";
import { decrypt } from "@/lib/encryption";
import { login, register } from "./accounts";
import { requirePassword } from "./my-account";
import { confirmPasswordReset, requestPasswordReset } from "./password-reset";

const rejected = { kind: "bad_credentials", status: 401 };
const blocked = { kind: "too_many_requests", status: 429 };
const from = (ipAddress: string) => ({
  ipAddress,
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
});
const HOME = from("198.51.100.7");
const attacker = (index: number) => from(`203.0.113.${index}`);
const newEmail = () => `${randomUUID()}@example.com`;
const defaults = { ...limits };

async function newAccount() {
  const account = { email: newEmail(), password: "correct horse", name: "Ada" };
  const { user } = await register(account, HOME, NOW);
  return {
    ...account,
    actor: { kind: "user", userId: user.id, name: user.name } satisfies UserActor,
  };
}

async function listEmailsTo(recipient: string) {
  const rows = await reader().emailJob.findMany({ where: { recipient }, orderBy: { id: "asc" } });
  return rows.map(({ template, data }) => ({
    template,
    ...decrypt<Record<string, unknown>>(data),
  }));
}

beforeEach(
  () =>
    void Object.assign(limits, {
      loginFailures: 3,
      clientLoginFailures: 5,
      accountLoginFailures: 4,
    }),
);
afterEach(() => void Object.assign(limits, defaults));

describe("failed sign-ins", () => {
  test("for one email from one IPv6 /64 are counted together", async () => {
    const account = await newAccount();
    for (const host of [1, 2, 3])
      await expect(
        login({ ...account, password: "wrong" }, from(`2001:db8:1:2::${host}`), NOW),
      ).rejects.toMatchObject(rejected);
    await expect(login(account, from("2001:db8:1:2:ffff::4"), NOW)).rejects.toMatchObject(blocked);
    await expect(login(account, from("2001:db8:1:3::1"), NOW)).resolves.toBeDefined();
  });

  test("from one client are limited across all emails, and other clients are not affected", async () => {
    const account = await newAccount();
    const client = from("2001:db8:2:2::1");
    for (let index = 0; index < limits.clientLoginFailures; index++)
      await expect(
        login({ email: newEmail(), password: "wrong" }, client, NOW),
      ).rejects.toMatchObject(rejected);
    await expect(login(account, from("2001:db8:2:2::2"), NOW)).rejects.toMatchObject(blocked);
    await expect(login(account, HOME, NOW)).resolves.toBeDefined();
    await expect(
      login(account, client, later(limits.loginWindowMinutes * 60_000)),
    ).resolves.toBeDefined();
  });

  test("for one email are limited across all clients, even for an unknown email", async () => {
    const account = await newAccount();
    for (const email of [account.email, newEmail()]) {
      for (let index = 0; index < limits.accountLoginFailures; index++)
        await expect(
          login({ email, password: "wrong" }, attacker(index), NOW),
        ).rejects.toMatchObject(rejected);
      await expect(login({ ...account, email }, attacker(99), NOW)).rejects.toMatchObject(blocked);
    }
    await expect(
      login(account, attacker(99), later(limits.accountLoginWindowMinutes * 60_000)),
    ).resolves.toBeDefined();
  });

  test("for one email are limited across concurrent requests of several clients", async () => {
    const account = await newAccount();
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        login({ ...account, password: "wrong" }, attacker(index), NOW),
      ),
    );
    const kinds = results.map((result) => (result as PromiseRejectedResult).reason.kind as string);
    expect(kinds.filter((kind) => kind === "bad_credentials")).toHaveLength(
      limits.accountLoginFailures,
    );
  });

  test(
    "by other clients don't lock the user out on a known network, after a password " +
      "reset, or within a session",
    async () => {
      const account = await newAccount();
      for (let index = 0; index < 2 * limits.accountLoginFailures; index++)
        await login({ ...account, password: "wrong" }, attacker(index), NOW).catch(() => undefined);
      await expect(login(account, attacker(99), NOW)).rejects.toMatchObject(blocked);
      await expect(login(account, HOME, NOW)).resolves.toBeDefined();
      await expect(
        requirePassword(
          { actor: account.actor, client: attacker(99), now: NOW },
          account.password,
          "password",
        ),
      ).resolves.toBeDefined();

      await requestPasswordReset(account, attacker(99), NOW);
      const { token } = (await listEmailsTo(account.email)).at(-1) as { token?: string };
      await confirmPasswordReset({ token: token!, password: "battery staple" }, attacker(99), NOW);
      await expect(
        login({ ...account, password: "battery staple" }, attacker(99), NOW),
      ).resolves.toBeDefined();
    },
  );

  test("from a process on the same machine are limited only per email", async () => {
    const local = { ...from("127.0.0.1"), isLocal: true };
    const account = await newAccount();
    for (let index = 0; index < 2 * limits.clientLoginFailures; index++)
      await expect(
        login({ email: newEmail(), password: "wrong" }, local, NOW),
      ).rejects.toMatchObject(rejected);
    for (let index = 0; index < limits.loginFailures; index++)
      await expect(login({ ...account, password: "wrong" }, local, NOW)).rejects.toMatchObject(
        rejected,
      );
    await expect(login(account, local, NOW)).rejects.toMatchObject(blocked);
  });
});

describe("the email about a blocked sign-in", () => {
  const notice = {
    template: "security_notice",
    notice: "sign_in_blocked",
    name: "Ada",
    device: "Firefox on Linux",
    at: NOW.toISOString(),
  };

  test("is sent to the account's owner once a day, even if two limits are reached", async () => {
    const account = await newAccount();
    for (let index = 0; index < limits.accountLoginFailures; index++)
      await login({ ...account, password: "wrong" }, attacker(index), NOW).catch(() => undefined);
    expect(await listEmailsTo(account.email)).toEqual([{ ...notice, ip_address: "203.0.113.3" }]);
    for (let index = 0; index < limits.loginFailures; index++)
      await login({ ...account, password: "wrong" }, HOME, NOW).catch(() => undefined);
    expect(await listEmailsTo(account.email)).toHaveLength(1);
    const nextDay = later(24 * 60 * 60_000);
    for (let index = 0; index < limits.loginFailures; index++)
      await login({ ...account, password: "wrong" }, HOME, nextDay).catch(() => undefined);
    expect(await listEmailsTo(account.email)).toMatchObject([
      notice,
      { ...notice, ip_address: HOME.ipAddress, at: nextDay.toISOString() },
    ]);
  });

  test("is not sent to an address without an account", async () => {
    const email = newEmail();
    for (let index = 0; index < 2 * limits.accountLoginFailures; index++)
      await login({ email, password: "wrong" }, attacker(index), NOW).catch(() => undefined);
    expect(await listEmailsTo(email)).toEqual([]);
  });
});
