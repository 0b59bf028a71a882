import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { later, NOW } from "@/e2e/support/database-fixtures";
import type { Client, UserActor } from "@/lib/actor";
import { reader, transaction } from "@/lib/db/database";
import { env } from "@/lib/env";
import { limits } from "@/lib/limits";
import { log } from "@/lib/log";
import { hashToken, decrypt } from "@/lib/encryption";
import { login, register } from "./accounts";
import { ACTIVITY_PAGE_SIZE, ACTIVITY_RETENTION_DAYS, listActivity } from "./activity";
import { confirmEmailChange, requestEmailChange } from "./email-change";
import { confirmVerification } from "./email-verification";
import { deleteExpiredAuthData } from "./housekeeping";
import { changePassword, deleteAccount, reauthenticate } from "./my-account";
import { confirmPasswordReset, requestPasswordReset } from "./password-reset";
import { endOtherSessions, endOwnSession, endSession, findSession } from "./sessions";

const firefox = (version: number) =>
  `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;
const HOME: Client = { ipAddress: "198.51.100.7", userAgent: firefox(145) };
const PASSWORD = "correct horse";
const DAY_MS = 86_400_000;

const info = vi.spyOn(log, "info");
const getLoggedEvents = () =>
  info.mock.calls
    .filter(([, message]) => message === "account event")
    .map(([fields]) => fields as unknown);
beforeEach(() => void info.mockClear());
afterEach(() => void (limits.loginFailures = 10));

async function newAccount() {
  const email = `${randomUUID()}@example.com`;
  const { user, token } = await register({ email, password: PASSWORD, name: "Ada" }, HOME, NOW);
  const actor: UserActor = { kind: "user", userId: user.id, name: user.name };
  return {
    email,
    id: user.id,
    context: { actor, now: NOW, passwordAt: NOW, client: HOME },
    session: (await findSession(hashToken(token), NOW))!,
  };
}
const signIn = async (email: string, client = HOME, now = NOW) =>
  (await findSession(
    hashToken((await login({ email, password: PASSWORD }, client, now)).token),
    now,
  ))!;
const listKinds = async (id: string) =>
  (await listActivity(id, undefined)).entries.map(({ kind }) => kind).toReversed();

async function listEmailsTo(recipient: string) {
  const rows = await reader().emailJob.findMany({ where: { recipient }, orderBy: { id: "asc" } });
  return rows.map(({ template, data }): Record<string, string> => ({
    template,
    ...decrypt<Record<string, string>>(data),
  }));
}
const listNoticesTo = async (recipient: string) =>
  (await listEmailsTo(recipient)).filter(({ template }) => template === "security_notice");

describe("account activity", () => {
  test("lists successful and failed sign-ins with client and time, newest first", async () => {
    const { email, id } = await newAccount();
    await login(
      { email, password: "wrong" },
      { ipAddress: "203.0.113.9", userAgent: "curl/8" },
      later(1),
    ).catch(() => undefined);
    await signIn(email, HOME, later(2));
    expect((await listActivity(id, undefined)).entries).toEqual([
      {
        id: expect.any(String),
        kind: "signed_in",
        createdAt: later(2),
        ipAddress: HOME.ipAddress,
        userAgent: HOME.userAgent,
      },
      {
        id: expect.any(String),
        kind: "sign_in_failed",
        createdAt: later(1),
        ipAddress: "203.0.113.9",
        userAgent: "curl/8",
      },
      {
        id: expect.any(String),
        kind: "registered",
        createdAt: NOW,
        ipAddress: HOME.ipAddress,
        userAgent: HOME.userAgent,
      },
    ]);
  });

  test("lists and logs every change to the password, email, and sessions", async () => {
    const { email, id, context, session } = await newAccount();
    const others = [await signIn(email), await signIn(email), await signIn(email)];
    await endOwnSession(context, session, others[0]!.id);
    await endOtherSessions(context, session);
    await endOtherSessions(context, session);
    await reauthenticate(context, session, { password: "wrong" }).catch(() => undefined);
    await reauthenticate(context, session, { password: PASSWORD });
    const newEmail = `${randomUUID()}@example.com`;
    await requestEmailChange(context, { email: newEmail, password: PASSWORD });
    await confirmEmailChange((await listEmailsTo(newEmail))[0]!.token!, HOME, NOW);
    await changePassword(context, session, {
      current_password: PASSWORD,
      new_password: "battery staple",
    });
    await endSession(context, session);
    await requestPasswordReset({ email: newEmail }, HOME, NOW);
    await confirmPasswordReset(
      { token: (await listEmailsTo(newEmail)).at(-1)!.token!, password: PASSWORD },
      HOME,
      NOW,
    );
    const kinds = [
      ...[
        "registered",
        "signed_in",
        "signed_in",
        "signed_in",
        "session_ended",
        "other_sessions_ended",
        "password_failed",
        "password_confirmed",
      ],
      ...[
        "email_change_requested",
        "email_changed",
        "password_changed",
        "signed_out",
        "password_reset",
      ],
    ];
    expect((await listKinds(id)).toSorted()).toEqual(kinds.toSorted());
    expect(getLoggedEvents()).toEqual(
      kinds.map((event) => ({ event, user_id: id, client: HOME.ipAddress })),
    );
  });

  test("omits a failed sign-in with an unknown email, which is logged without the email", async () => {
    const email = `${randomUUID()}@example.com`;
    await login({ email, password: "wrong" }, HOME, NOW).catch(() => undefined);
    expect(getLoggedEvents()).toEqual([
      { event: "sign_in_failed", user_id: null, client: HOME.ipAddress },
    ]);
    expect(JSON.stringify(info.mock.calls)).not.toContain(email);
  });

  test("is deleted with the account, and the deletion is logged", async () => {
    const { id, context } = await newAccount();
    await deleteAccount(context, PASSWORD);
    expect(getLoggedEvents().at(-1)).toEqual({
      event: "account_deleted",
      user_id: id,
      client: HOME.ipAddress,
    });
    expect(await reader().accountEvent.count({ where: { userId: id } })).toBe(0);
  });

  test("is paginated, and contains only events of its own account", async () => {
    const [ada, bob] = [await newAccount(), await newAccount()];
    const row = (index: number) => ({
      id: `ffffffff-0000-7000-8000-${String(index).padStart(12, "0")}`,
      userId: ada.id,
      kind: "signed_in",
      createdAt: NOW,
      ipAddress: "",
      network: "",
      userAgent: "",
      device: "",
    });
    await transaction((tx) =>
      tx.accountEvent.createMany({
        data: Array.from({ length: ACTIVITY_PAGE_SIZE }, (_, index) => row(index)),
      }),
    );
    const first = await listActivity(ada.id, undefined);
    expect(first.entries).toHaveLength(ACTIVITY_PAGE_SIZE);
    expect(await listActivity(ada.id, first.next!)).toMatchObject({
      entries: [{ kind: "registered" }],
      next: null,
    });
    expect(await listKinds(bob.id)).toEqual(["registered"]);
    await transaction((tx) => tx.accountEvent.deleteMany({ where: { userId: ada.id } }));
  });

  test("is deleted after 90 days", async () => {
    const { email, id } = await newAccount();
    await signIn(email, HOME, later(1));
    await deleteExpiredAuthData(later(ACTIVITY_RETENTION_DAYS * DAY_MS));
    expect(await listKinds(id)).toEqual(["signed_in"]);
  });
});

describe("the account's owner gets an email", () => {
  test(
    "about a sign-in from a new device, at most once a day, but not about a " +
      "known device on another network",
    async () => {
      const { email } = await newAccount();
      const phone: Client = {
        ...HOME,
        userAgent:
          "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1",
      };
      const windows: Client = {
        ...HOME,
        userAgent: "Mozilla/5.0 (Windows NT 10.0; rv:145.0) Gecko/20100101 Firefox/145.0",
      };
      await signIn(email);
      await signIn(email, { ...HOME, userAgent: firefox(146) });
      for (const address of ["2001:db8:1:2::1", "203.0.113.9"])
        await signIn(email, { ...HOME, ipAddress: address });
      expect(await listNoticesTo(email)).toEqual([]);
      for (const client of [phone, windows, { ...phone, ipAddress: "203.0.113.9" }])
        await signIn(email, client, later(1));
      const notice = {
        template: "security_notice",
        notice: "new_device",
        name: "Ada",
        ip_address: HOME.ipAddress,
      };
      const first = { ...notice, device: "Safari on iPhone", at: later(1).toISOString() };
      expect(await listNoticesTo(email)).toEqual([first]);
      const nextDay = later(DAY_MS + 1);
      await signIn(email, { ...HOME, userAgent: "Evil-Text/1" }, nextDay);
      expect(await listNoticesTo(email)).toEqual([
        first,
        { ...notice, device: "Unknown client", at: nextDay.toISOString() },
      ]);
    },
  );

  test("about account security only after confirming the address", async () => {
    env.SMTP_URL = "smtp://127.0.0.1:1";
    try {
      const { email, context, session } = await newAccount();
      limits.loginFailures = 1;
      await signIn(email, { ...HOME, userAgent: "curl/8" });
      await login({ email, password: "wrong" }, { ...HOME, ipAddress: "203.0.113.9" }, NOW).catch(
        () => undefined,
      );
      await requestEmailChange(context, {
        email: `${randomUUID()}@example.com`,
        password: PASSWORD,
      });
      await changePassword(context, session, {
        current_password: PASSWORD,
        new_password: "battery staple",
      });
      expect((await listEmailsTo(email)).map(({ template }) => template)).toEqual([
        "email_verification",
      ]);
      await confirmVerification((await listEmailsTo(email))[0]!.token!, NOW);
      await changePassword(context, session, {
        current_password: "battery staple",
        new_password: PASSWORD,
      });
      expect(await listNoticesTo(email)).toMatchObject([{ notice: "password_changed" }]);
    } finally {
      delete env.SMTP_URL;
    }
  });

  test("about a new device after a successful sign-in, not after a failed one", async () => {
    const { email } = await newAccount();
    const otherClient: Client = { ipAddress: "203.0.113.9", userAgent: "curl/8" };
    await login({ email, password: "wrong" }, otherClient, NOW).catch(() => undefined);
    expect(await listNoticesTo(email)).toEqual([]);
    await signIn(email, otherClient);
    expect(await listNoticesTo(email)).toMatchObject([
      { notice: "new_device", device: "Unknown client" },
    ]);
  });

  test("about a new device, unless it has a session from before the activity log existed", async () => {
    const { email, id } = await newAccount();
    await transaction((tx) => tx.accountEvent.deleteMany({ where: { userId: id } }));
    await signIn(email);
    expect(await listNoticesTo(email)).toEqual([]);
  });

  test("about a password change and a password reset", async () => {
    const { email, context, session } = await newAccount();
    await changePassword(context, session, {
      current_password: PASSWORD,
      new_password: "battery staple",
    });
    await requestPasswordReset({ email }, HOME, NOW);
    await confirmPasswordReset(
      { token: (await listEmailsTo(email)).at(-1)!.token!, password: PASSWORD },
      HOME,
      later(1),
    );
    expect(await listNoticesTo(email)).toMatchObject([
      { notice: "password_changed", at: NOW.toISOString() },
      { notice: "password_changed", at: later(1).toISOString() },
    ]);
  });

  test("when sign-in is blocked, which is also recorded in the activity", async () => {
    limits.loginFailures = 2;
    const { email, id } = await newAccount();
    for (let index = 0; index < 3; index++)
      await login({ email, password: "wrong" }, HOME, NOW).catch(() => undefined);
    expect(await listNoticesTo(email)).toMatchObject([{ notice: "sign_in_blocked" }]);
    expect(await listKinds(id)).toEqual([
      "registered",
      "sign_in_failed",
      "sign_in_failed",
      "sign_in_blocked",
    ]);
  });
});

test("a user can sign in from a known network during a block, even without an active session", async () => {
  const defaults = { ...limits };
  Object.assign(limits, { accountLoginFailures: 2 });
  try {
    const { email, context, session } = await newAccount();
    await endSession(context, session);
    for (let index = 0; index < 2; index++)
      await login(
        { email, password: "wrong" },
        { ipAddress: `203.0.113.${index}`, userAgent: "x" },
        NOW,
      ).catch(() => undefined);
    await expect(
      login({ email, password: PASSWORD }, { ipAddress: "203.0.113.99", userAgent: "x" }, NOW),
    ).rejects.toMatchObject({ kind: "too_many_requests" });
    await expect(signIn(email)).resolves.toBeDefined();
  } finally {
    Object.assign(limits, defaults);
  }
});
