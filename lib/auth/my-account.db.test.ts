import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { createOrganizationId } from "@/e2e/support/organization-id";
import {
  createMember,
  later,
  createMembership,
  NOW,
  createActor,
} from "@/e2e/support/database-fixtures";
import type { Context, UserActor } from "@/lib/actor";
import { reader, transaction } from "@/lib/db/database";
import { env } from "@/lib/env";
import { limits } from "@/lib/limits";
import { createOrganization } from "@/lib/organizations/commands";
import { acceptInvitation, createInvitation } from "@/lib/organizations/invitations";
import { removeMember, transferOrganization } from "@/lib/organizations/members";
import { getOrganizationScope } from "@/lib/organizations/scope";
import { computeETag } from "@/lib/precondition";
import { hashToken, decrypt } from "@/lib/encryption";
import { createThrottleKey } from "@/lib/throttle";
import { login, register } from "./accounts";
import {
  confirmEmailChange,
  EMAIL_CHANGE_LIFETIME_MS,
  findEmailChange,
  requestEmailChange,
} from "./email-change";
import { updateAccount, changePassword, deleteAccount } from "./my-account";
import { confirmPasswordReset, requestPasswordReset } from "./password-reset";
import { serializeUser } from "./serialize";
import {
  endOtherSessions,
  endOwnSession,
  findSession,
  SESSION_LAST_USE_PRECISION_MS,
  listSessions,
  type Session,
} from "./sessions";

const client = { ipAddress: "198.51.100.7", userAgent: "test" };
const PASSWORD = "correct horse";
const NEW_PASSWORD = "battery staple";
const newEmail = () => `${randomUUID()}@example.com`;
const wrong = (path: string) => ({
  kind: "invalid",
  status: 400,
  extra: { errors: [{ path, message: "is incorrect" }] },
});
const badToken = { kind: "invalid", status: 400, extra: { errors: [{ path: "token" }] } };
const listEmailsTo = async (recipient: string) =>
  (await reader().emailJob.findMany({ where: { recipient }, orderBy: { id: "asc" } })).map(
    ({ template, data }): Record<string, string> => ({
      template,
      ...decrypt<Record<string, string>>(data),
    }),
  );

type Account = { context: Context<UserActor>; session: Session; email: string };

async function createAccount(): Promise<Account> {
  const email = newEmail();
  const { user, token } = await register({ email, password: PASSWORD, name: "Ada" }, client, NOW);
  return {
    email,
    session: (await findSession(hashToken(token), NOW))!,
    context: {
      actor: { kind: "user", userId: user.id, name: user.name },
      now: NOW,
      passwordAt: NOW,
      client,
    },
  };
}

const signIn = async ({ email }: Account, password = PASSWORD) =>
  (await findSession(hashToken((await login({ email, password }, client, NOW)).token), NOW))!;
const isActive = async ({ tokenHash }: Session) => (await findSession(tokenHash, NOW)) !== null;
const getToken = (link: string | null) => new URL(link!).searchParams.get("token")!;

describe("the name and the theme", () => {
  test("can be changed, and with If-Match only if the account has not changed in the meantime", async () => {
    const { context, session } = await createAccount();
    const at = {
      ...context,
      now: later(5),
      ifMatch: computeETag(JSON.stringify(serializeUser(session.user))),
    };
    const changed = { ...session.user, name: "Ada King", updatedAt: later(5) };
    expect(await updateAccount(at, { name: "Ada King" })).toEqual(changed);
    await expect(updateAccount(at, { name: "Eve" })).rejects.toMatchObject({
      kind: "precondition_failed",
    });
    expect(await updateAccount(context, {})).toEqual(changed);
    expect((await findSession(session.tokenHash, NOW))!.user).toEqual(changed);
    const themed = { ...changed, theme: "dark" };
    expect(await updateAccount(context, { theme: "dark" })).toEqual(themed);
    expect((await findSession(session.tokenHash, NOW))!.user).toEqual(themed);
  });
});

describe("the password", () => {
  test("can be changed, which ends all other sessions and revokes emailed links", async () => {
    const me = await createAccount();
    const other = await signIn(me);
    await requestPasswordReset({ email: me.email }, client, NOW);
    await requestEmailChange(me.context, { email: newEmail(), password: PASSWORD });
    expect(await reader().userToken.count({ where: { userId: me.session.user.id } })).toBe(2);
    await changePassword(me.context, me.session, {
      current_password: PASSWORD,
      new_password: NEW_PASSWORD,
    });
    expect([await isActive(me.session), await isActive(other)]).toEqual([true, false]);
    expect(await reader().userToken.count({ where: { userId: me.session.user.id } })).toBe(0);
    await expect(signIn(me)).rejects.toMatchObject({ kind: "bad_credentials" });
    await expect(signIn(me, NEW_PASSWORD)).resolves.toBeDefined();
  });

  test("must be correct to change the account; a wrong one counts as a failed sign-in", async () => {
    const { context, session, email } = await createAccount();
    const attempts = [
      () =>
        changePassword(context, session, { current_password: "wrong", new_password: NEW_PASSWORD }),
      () => requestEmailChange(context, { email: newEmail(), password: "wrong" }),
      () => deleteAccount(context, "wrong"),
    ];
    const paths = ["current_password", "password", "password"];
    for (let i = 0; i < limits.loginFailures; i++)
      await expect(attempts[i % 3]!()).rejects.toMatchObject(wrong(paths[i % 3]!));
    await expect(
      changePassword(context, session, { current_password: PASSWORD, new_password: NEW_PASSWORD }),
    ).rejects.toMatchObject({ kind: "too_many_requests" });
    await expect(login({ email, password: PASSWORD }, client, NOW)).rejects.toMatchObject({
      kind: "too_many_requests",
    });
    expect(await isActive(session)).toBe(true);
  });

  test("is changed by one of two concurrent requests; the other gets a wrong-password error", async () => {
    const { context, session, email } = await createAccount();
    const change = (new_password: string) =>
      changePassword(context, session, { current_password: PASSWORD, new_password });
    const results = await Promise.allSettled([change("the first one"), change("the second one")]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(results.find((result) => result.status === "rejected")!.reason).toMatchObject(
      wrong("current_password"),
    );
    await expect(
      login(
        {
          email,
          password: results[0]!.status === "fulfilled" ? "the first one" : "the second one",
        },
        client,
        NOW,
      ),
    ).resolves.toBeDefined();
  });
});

describe("sessions", () => {
  test("are listed newest first without ended ones, and the current one is marked", async () => {
    const me = await createAccount();
    const [second, expired] = [await signIn(me), await signIn(me)];
    await transaction((tx) =>
      tx.session.updateMany({ where: { id: expired.id }, data: { expiresAt: NOW } }),
    );
    await createAccount();
    const { sessions, next } = await listSessions(me.session, undefined, NOW);
    expect(sessions).toMatchObject([
      { id: second.id, current: false },
      {
        id: me.session.id,
        current: true,
        ipAddress: client.ipAddress,
        userAgent: "test",
        createdAt: NOW,
        lastUsedAt: NOW,
      },
    ]);
    expect(next).toBeNull();
  });

  test("can be ended only by their user, one at a time or all except the current one", async () => {
    const [me, other] = [await createAccount(), await createAccount()];
    const [second, third] = [await signIn(me), await signIn(me)];
    await expect(endOwnSession(me.context, me.session, other.session.id)).rejects.toMatchObject({
      kind: "not_found",
    });
    await endOwnSession(me.context, me.session, second.id);
    await expect(endOwnSession(me.context, me.session, second.id)).rejects.toMatchObject({
      kind: "not_found",
    });
    await endOtherSessions(me.context, me.session);
    expect([
      await isActive(me.session),
      await isActive(second),
      await isActive(third),
      await isActive(other.session),
    ]).toEqual([true, false, false, true]);
  });

  test("have a time of last use, accurate to five minutes", async () => {
    const { session } = await createAccount();
    const getLastUse = async () =>
      (await reader().session.findUniqueOrThrow({ where: { id: session.id } })).lastUsedAt;
    await findSession(session.tokenHash, later(SESSION_LAST_USE_PRECISION_MS - 1));
    await transaction(async () => undefined);
    expect(await getLastUse()).toEqual(NOW);
    await Promise.all(
      [0, 1, 2].map((ms) =>
        findSession(session.tokenHash, later(SESSION_LAST_USE_PRECISION_MS + ms)),
      ),
    );
    await expect.poll(getLastUse, { timeout: 5_000 }).not.toEqual(NOW);
    expect(
      (await getLastUse()).getTime() - later(SESSION_LAST_USE_PRECISION_MS).getTime(),
    ).toBeLessThanOrEqual(2);
  });
});

describe("the email address", () => {
  test("changes once, after a notice to the old address and a confirmation by the new one", async () => {
    const me = await createAccount();
    const { context, session, email: old } = me;
    const email = newEmail();
    await requestPasswordReset({ email: old }, client, NOW);
    await requestEmailChange(context, { email, password: PASSWORD });
    const [message] = await listEmailsTo(email);
    expect(message).toEqual({
      template: "email_change",
      name: "Ada",
      email: old,
      token: expect.any(String),
      expires_at: later(EMAIL_CHANGE_LIFETIME_MS).toISOString(),
    });
    expect((await listEmailsTo(old)).at(-1)).toEqual({
      template: "email_change_notice",
      name: "Ada",
      email,
    });
    expect(await findEmailChange(message!.token!, NOW)).toEqual({ from: old, to: email });
    expect(session.user.email).toBe(old);

    const results = await Promise.allSettled(
      [0, 1].map(() => confirmEmailChange(message!.token!, client, later(1))),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect((await findSession(session.tokenHash, NOW))!.user).toMatchObject({
      email,
      updatedAt: later(1),
    });
    await expect(login({ email: old, password: PASSWORD }, client, NOW)).rejects.toMatchObject({
      kind: "bad_credentials",
    });
    await expect(login({ email, password: PASSWORD }, client, NOW)).resolves.toBeDefined();
    await expect(confirmEmailChange(message!.token!, client, NOW)).rejects.toMatchObject(badToken);
    const reset = (await listEmailsTo(old)).find(({ template }) => template === "password_reset")!;
    await expect(
      confirmPasswordReset({ token: reset.token!, password: NEW_PASSWORD }, client, NOW),
    ).rejects.toMatchObject(badToken);
  });

  test("belongs to the first account that confirms it", async () => {
    const [one, two, email] = [await createAccount(), await createAccount(), newEmail()];
    for (const { context } of [one, two])
      await requestEmailChange(context, { email, password: PASSWORD });
    const tokens = (await listEmailsTo(email)).map(({ token }) => token!);
    const results = await Promise.allSettled(
      tokens.map((token) => confirmEmailChange(token, client, NOW)),
    );
    expect(results.filter(({ status }) => status === "rejected")).toMatchObject([
      { reason: { kind: "email_taken", status: 409 } },
    ]);
    expect(await reader().user.count({ where: { email } })).toBe(1);
  });

  test("cannot be changed to the current one or to that of another account", async () => {
    const [{ context, email }, other] = [await createAccount(), await createAccount()];
    await expect(requestEmailChange(context, { email, password: PASSWORD })).rejects.toMatchObject({
      kind: "invalid",
      extra: { errors: [{ path: "email" }] },
    });
    await expect(
      requestEmailChange(context, { email: other.email, password: PASSWORD }),
    ).rejects.toMatchObject({ kind: "email_taken" });
    expect(await listEmailsTo(other.email)).toEqual([]);
  });

  test("of another account is rejected, without using up that account's email limit", async () => {
    const [me, other] = [await createAccount(), await createAccount()];
    for (let attempt = 0; attempt < limits.emailsPerRecipient; attempt++)
      await expect(
        requestEmailChange(
          { ...me.context, now: later(attempt * limits.emailChangeWindowMinutes * 60_000) },
          { email: other.email, password: PASSWORD },
        ),
      ).rejects.toMatchObject({ kind: "email_taken" });
    const { hash } = createThrottleKey("account_email", other.email);
    expect(await reader().throttle.count({ where: { key: hash } })).toBe(0);
  });

  test(
    "can be confirmed only with the newest link, for exactly 24 hours, and not " +
      "with a token for another purpose",
    async () => {
      const { context, email: old } = await createAccount();
      const [first, second] = [newEmail(), newEmail()];
      await requestEmailChange(context, { email: first, password: PASSWORD });
      await requestEmailChange(context, { email: second, password: PASSWORD });
      await requestPasswordReset({ email: old }, client, NOW);
      const [stale, token] = [
        (await listEmailsTo(first))[0]!.token!,
        (await listEmailsTo(second))[0]!.token!,
      ];
      const reset = (await listEmailsTo(old)).at(-1)!.token!;
      for (const bad of [stale, reset, hashToken(token), "x"])
        await expect(confirmEmailChange(bad, client, NOW)).rejects.toMatchObject(badToken);
      expect([
        await findEmailChange(stale, NOW),
        await findEmailChange(reset, NOW),
        await findEmailChange(token, later(EMAIL_CHANGE_LIFETIME_MS)),
      ]).toEqual([null, null, null]);
      await expect(
        confirmEmailChange(token, client, later(EMAIL_CHANGE_LIFETIME_MS)),
      ).rejects.toMatchObject(badToken);
      await expect(
        confirmEmailChange(token, client, later(EMAIL_CHANGE_LIFETIME_MS - 1)),
      ).resolves.toBeUndefined();
    },
  );

  test("cannot be changed with a link from before a password reset", async () => {
    const { context, email: old } = await createAccount();
    const email = newEmail();
    await requestEmailChange(context, { email, password: PASSWORD });
    await requestPasswordReset({ email: old }, client, NOW);
    await confirmPasswordReset(
      { token: (await listEmailsTo(old)).at(-1)!.token!, password: NEW_PASSWORD },
      client,
      NOW,
    );
    await expect(
      confirmEmailChange((await listEmailsTo(email))[0]!.token!, client, NOW),
    ).rejects.toMatchObject(badToken);
  });

  test("cannot be changed for the rest of the hour after five requests", async () => {
    const { context } = await createAccount();
    for (let i = 0; i < limits.emailChanges; i++)
      await requestEmailChange(context, { email: newEmail(), password: PASSWORD });
    await expect(
      requestEmailChange(context, { email: newEmail(), password: PASSWORD }),
    ).rejects.toMatchObject({
      kind: "too_many_requests",
      extra: { headers: { "Retry-After": "3600" } },
    });
    await expect(
      requestEmailChange(
        { ...context, now: later(3_600_000) },
        { email: newEmail(), password: PASSWORD },
      ),
    ).resolves.toBeUndefined();
  });
});

describe("deleting the account", () => {
  test("fails for an organization's only owner; otherwise it removes the user but keeps audit entries", async () => {
    const { context, session } = await createAccount();
    const [own, shared] = [createOrganizationId(), await createMembership()];
    await createOrganization(context, { id: own, name: "Acme" });
    await transaction((tx) =>
      tx.membership.create({
        data: {
          organizationId: shared.scope.id,
          userId: context.actor.userId,
          role: "owner",
          createdAt: NOW,
        },
      }),
    );
    await expect(deleteAccount(context, PASSWORD)).rejects.toMatchObject({
      kind: "conflict",
      status: 409,
      detail: expect.stringContaining(`the only owner of Acme (${own}).`),
    });
    expect(await reader().membership.count({ where: { userId: context.actor.userId } })).toBe(2);

    const successor = await createMember(own, "viewer");
    await transferOrganization(context, await getOrganizationScope(context.actor, own, "owner"), {
      user_id: successor.context.actor.userId,
    });
    await deleteAccount(context, PASSWORD);
    expect(await isActive(session)).toBe(false);
    expect(await reader().user.count({ where: { id: context.actor.userId } })).toBe(0);
    expect(
      await reader().membership.findMany({
        where: { organizationId: { in: [own, shared.scope.id] } },
        select: { role: true },
      }),
    ).toEqual([{ role: "owner" }, { role: "owner" }]);
    const entries = await reader().auditEntry.findMany({
      where: { actorId: context.actor.userId, action: "member.left" },
      orderBy: { organizationId: "asc" },
    });
    expect(
      entries.map(({ organizationId, actorName, subjectId }) => [
        organizationId,
        actorName,
        subjectId,
      ]),
    ).toEqual([own, shared.scope.id].toSorted().map((id) => [id, "Ada", context.actor.userId]));
    await expect(deleteAccount(context, PASSWORD)).rejects.toMatchObject({
      kind: "unauthenticated",
    });
  });

  test("during a transfer of ownership to it leaves exactly one owner", async () => {
    for (let round = 0; round < 5; round++) {
      const { context: owner, scope } = await createMembership();
      const { context } = await createAccount();
      await transaction((tx) =>
        tx.membership.create({
          data: {
            organizationId: scope.id,
            userId: context.actor.userId,
            role: "viewer",
            createdAt: NOW,
          },
        }),
      );
      const results = await Promise.allSettled([
        transferOrganization(owner, scope, { user_id: context.actor.userId }),
        deleteAccount(context, PASSWORD),
      ]);
      expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      expect(
        await reader().membership.count({ where: { organizationId: scope.id, role: "owner" } }),
      ).toBe(1);
    }
  });

  test("fails for one of two owners who delete their accounts concurrently", async () => {
    for (let round = 0; round < 3; round++) {
      const [one, two, id] = [await createAccount(), await createAccount(), createOrganizationId()];
      await createOrganization(one.context, { id });
      await transaction((tx) =>
        tx.membership.create({
          data: {
            organizationId: id,
            userId: two.context.actor.userId,
            role: "owner",
            createdAt: NOW,
          },
        }),
      );
      const results = await Promise.allSettled([
        deleteAccount(one.context, PASSWORD),
        deleteAccount(two.context, PASSWORD),
      ]);
      expect(results.filter(({ status }) => status === "rejected")).toMatchObject([
        { reason: { kind: "conflict" } },
      ]);
      expect(
        await reader().membership.count({ where: { organizationId: id, role: "owner" } }),
      ).toBe(1);
    }
  });

  test("never leaves an organization without an owner, even if another owner leaves concurrently", async () => {
    for (let round = 0; round < 4; round++) {
      const { context: owner, scope } = await createMembership();
      const { context } = await createAccount();
      const { link } = await createInvitation(owner, scope, { role: "owner" });
      await Promise.allSettled([
        acceptInvitation(context, getToken(link)).then(() =>
          removeMember(owner, scope, owner.actor.userId),
        ),
        deleteAccount(context, PASSWORD),
      ]);
      expect(
        await reader().membership.count({ where: { organizationId: scope.id, role: "owner" } }),
      ).toBeGreaterThanOrEqual(1);
    }
  });
});

describe("closed registration", () => {
  afterEach(() => {
    env.REGISTRATION = "open";
  });

  test("requires a pending invitation (for the same address, if emailed), which stays pending", async () => {
    const [{ context, scope }, email] = [await createMembership(), newEmail()];
    const { link, invitation } = await createInvitation(context, scope, { role: "viewer" });
    await createInvitation(context, scope, { email, role: "viewer" });
    const emailedToken = (await listEmailsTo(email))[0]!.token!;
    env.REGISTRATION = "closed";
    const attempt = (address: string, invitation_token?: string | null, now = NOW) =>
      register(
        { email: address, password: PASSWORD, name: "Grace", invitation_token },
        client,
        now,
      );
    const forbidden = { kind: "forbidden", status: 403 };
    for (const token of [undefined, null, "", "x", hashToken(emailedToken), invitation.id])
      await expect(attempt(email, token)).rejects.toMatchObject(forbidden);
    await expect(attempt(newEmail(), emailedToken)).rejects.toMatchObject(forbidden);
    await expect(attempt(email, emailedToken, invitation.expiresAt)).rejects.toMatchObject(
      forbidden,
    );
    const { user } = await attempt(email, emailedToken);
    expect(await reader().membership.count({ where: { userId: user.id } })).toBe(0);
    await expect(attempt(newEmail(), getToken(link))).resolves.toBeDefined();
    await acceptInvitation(await createActor(), getToken(link));
    await expect(attempt(newEmail(), getToken(link))).rejects.toMatchObject(forbidden);
  });
});
