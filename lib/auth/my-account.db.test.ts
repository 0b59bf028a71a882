import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import {
  colleague,
  freeHandle,
  later,
  membership,
  NOW,
  createActor,
} from "@/e2e/support/database-fixtures";
import type { Context, UserActor } from "@/lib/actor";
import { reader, transaction } from "@/lib/db";
import { env } from "@/lib/env";
import { limits } from "@/lib/limits";
import { createOrganization } from "@/lib/organizations/commands";
import { acceptInvitation, createInvitation } from "@/lib/organizations/invitations";
import { removeMember, transferOrganization } from "@/lib/organizations/members";
import { getOrganizationScope } from "@/lib/organizations/scope";
import { etagOf } from "@/lib/precondition";
import { hashToken, decrypt } from "@/lib/encryption";
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
  SESSION_LAST_USE_STEP_MS,
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
  extra: { errors: [{ path, message: "is wrong" }] },
});
const badToken = { kind: "invalid", status: 400, extra: { errors: [{ path: "token" }] } };
const mailsTo = async (recipient: string) =>
  (await reader().mailJob.findMany({ where: { recipient }, orderBy: { id: "asc" } })).map(
    ({ template, data }): Record<string, string> => ({
      template,
      ...decrypt<Record<string, string>>(data),
    }),
  );

type Account = { context: Context<UserActor>; session: Session; email: string };

/** A signed-in user. */
async function account(): Promise<Account> {
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

/** One more session of theirs. */
const signIn = async ({ email }: Account, password = PASSWORD) =>
  (await findSession(hashToken((await login({ email, password }, client, NOW)).token), NOW))!;
const holds = async ({ tokenHash }: Session) => (await findSession(tokenHash, NOW)) !== null;
const tokenOf = (link: string | null) => new URL(link!).searchParams.get("token")!;

describe("the name", () => {
  test("changes, under If-Match only from what was read", async () => {
    const { context, session } = await account();
    const at = {
      ...context,
      now: later(5),
      ifMatch: etagOf(JSON.stringify(serializeUser(session.user))),
    };
    const changed = { ...session.user, name: "Ada King", updatedAt: later(5) };
    expect(await updateAccount(at, { name: "Ada King" })).toEqual(changed);
    await expect(updateAccount(at, { name: "Eve" })).rejects.toMatchObject({
      kind: "precondition_failed",
    });
    expect(await updateAccount(context, {})).toEqual(changed);
    expect((await findSession(session.tokenHash, NOW))!.user).toEqual(changed);
  });
});

describe("the password", () => {
  test("changes, ends all other sessions and what was mailed before", async () => {
    const me = await account();
    const other = await signIn(me);
    await requestPasswordReset({ email: me.email }, client, NOW);
    await requestEmailChange(me.context, { email: newEmail(), password: PASSWORD });
    expect(await reader().userToken.count({ where: { userId: me.session.user.id } })).toBe(2);
    await changePassword(me.context, me.session, {
      current_password: PASSWORD,
      new_password: NEW_PASSWORD,
    });
    expect([await holds(me.session), await holds(other)]).toEqual([true, false]);
    expect(await reader().userToken.count({ where: { userId: me.session.user.id } })).toBe(0);
    await expect(signIn(me)).rejects.toMatchObject({ kind: "bad_credentials" });
    await expect(signIn(me, NEW_PASSWORD)).resolves.toBeDefined();
  });

  test("stays when the current one is wrong, which counts like a failed login", async () => {
    const { context, session, email } = await account();
    const tries = [
      () =>
        changePassword(context, session, { current_password: "wrong", new_password: NEW_PASSWORD }),
      () => requestEmailChange(context, { email: newEmail(), password: "wrong" }),
      () => deleteAccount(context, "wrong"),
    ];
    const paths = ["current_password", "password", "password"];
    for (let i = 0; i < limits.loginFailures; i++)
      await expect(tries[i % 3]!()).rejects.toMatchObject(wrong(paths[i % 3]!));
    await expect(
      changePassword(context, session, { current_password: PASSWORD, new_password: NEW_PASSWORD }),
    ).rejects.toMatchObject({ kind: "too_many_requests" });
    await expect(login({ email, password: PASSWORD }, client, NOW)).rejects.toMatchObject({
      kind: "too_many_requests",
    });
    expect(await holds(session)).toBe(true);
  });

  test("changed twice at once is changed once: the other did not know the one that was current", async () => {
    const { context, session, email } = await account();
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
  test("are listed newest first, the current one marked, those that are over left out", async () => {
    const me = await account();
    const [second, over] = [await signIn(me), await signIn(me)];
    await transaction((tx) =>
      tx.session.updateMany({ where: { id: over.id }, data: { expiresAt: NOW } }),
    );
    await account();
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

  test("end one by one, or all but the current, for this user only", async () => {
    const [me, other] = [await account(), await account()];
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
      await holds(me.session),
      await holds(second),
      await holds(third),
      await holds(other.session),
    ]).toEqual([true, false, false, true]);
  });

  test("have the time of their last use, to five minutes", async () => {
    const { session } = await account();
    const lastUse = async () =>
      (await reader().session.findUniqueOrThrow({ where: { id: session.id } })).lastUsedAt;
    await findSession(session.tokenHash, later(SESSION_LAST_USE_STEP_MS - 1));
    await transaction(async () => undefined);
    expect(await lastUse()).toEqual(NOW);
    await Promise.all(
      [0, 1, 2].map((ms) => findSession(session.tokenHash, later(SESSION_LAST_USE_STEP_MS + ms))),
    );
    await expect.poll(lastUse, { timeout: 5_000 }).not.toEqual(NOW);
    expect(
      (await lastUse()).getTime() - later(SESSION_LAST_USE_STEP_MS).getTime(),
    ).toBeLessThanOrEqual(2);
  });
});

describe("the address", () => {
  test("is confirmed by the new one, announced to the old one, and changes once", async () => {
    const me = await account();
    const { context, session, email: old } = me;
    const email = newEmail();
    await requestPasswordReset({ email: old }, client, NOW);
    await requestEmailChange(context, { email, password: PASSWORD });
    const [mail] = await mailsTo(email);
    expect(mail).toEqual({
      template: "email_change",
      name: "Ada",
      email: old,
      token: expect.any(String),
      expires_at: later(EMAIL_CHANGE_LIFETIME_MS).toISOString(),
    });
    expect((await mailsTo(old)).at(-1)).toEqual({
      template: "email_change_notice",
      name: "Ada",
      email,
    });
    expect(await findEmailChange(mail!.token!, NOW)).toEqual({ from: old, to: email });
    expect(session.user.email).toBe(old);

    const results = await Promise.allSettled(
      [0, 1].map(() => confirmEmailChange(mail!.token!, client, later(1))),
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
    await expect(confirmEmailChange(mail!.token!, client, NOW)).rejects.toMatchObject(badToken);
    // The link to set a password went to an address that the account does not have any more.
    const reset = (await mailsTo(old)).find(({ template }) => template === "password_reset")!;
    await expect(
      confirmPasswordReset({ token: reset.token!, password: NEW_PASSWORD }, client, NOW),
    ).rejects.toMatchObject(badToken);
  });

  test("goes to who confirms first: the index decides", async () => {
    const [one, two, email] = [await account(), await account(), newEmail()];
    for (const { context } of [one, two])
      await requestEmailChange(context, { email, password: PASSWORD });
    const tokens = (await mailsTo(email)).map(({ token }) => token!);
    const results = await Promise.allSettled(
      tokens.map((token) => confirmEmailChange(token, client, NOW)),
    );
    expect(results.filter(({ status }) => status === "rejected")).toMatchObject([
      { reason: { kind: "email_taken", status: 409 } },
    ]);
    expect(await reader().user.count({ where: { email } })).toBe(1);
  });

  test("can be neither one's own nor another account's", async () => {
    const [{ context, email }, other] = [await account(), await account()];
    await expect(requestEmailChange(context, { email, password: PASSWORD })).rejects.toMatchObject({
      kind: "invalid",
      extra: { errors: [{ path: "email" }] },
    });
    await expect(
      requestEmailChange(context, { email: other.email, password: PASSWORD }),
    ).rejects.toMatchObject({ kind: "email_taken" });
    expect(await mailsTo(other.email)).toEqual([]);
  });

  test(
    "changes by the newest link alone, for 24 hours to the millisecond, and " +
      "by no token of another kind",
    async () => {
      const { context, email: old } = await account();
      const [first, second] = [newEmail(), newEmail()];
      await requestEmailChange(context, { email: first, password: PASSWORD });
      await requestEmailChange(context, { email: second, password: PASSWORD });
      await requestPasswordReset({ email: old }, client, NOW);
      const [stale, token] = [
        (await mailsTo(first))[0]!.token!,
        (await mailsTo(second))[0]!.token!,
      ];
      const reset = (await mailsTo(old)).at(-1)!.token!;
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

  test("a new password cancels a pending change", async () => {
    const { context, email: old } = await account();
    const email = newEmail();
    await requestEmailChange(context, { email, password: PASSWORD });
    await requestPasswordReset({ email: old }, client, NOW);
    await confirmPasswordReset(
      { token: (await mailsTo(old)).at(-1)!.token!, password: NEW_PASSWORD },
      client,
      NOW,
    );
    await expect(
      confirmEmailChange((await mailsTo(email))[0]!.token!, client, NOW),
    ).rejects.toMatchObject(badToken);
  });

  test("may be asked for five times in an hour", async () => {
    const { context } = await account();
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
  test("is refused to the only owner, naming what is owned, and then takes all with it but the audit log", async () => {
    const { context, session } = await account();
    const [own, shared] = [freeHandle(), await membership()];
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

    const heir = await colleague(own, "viewer");
    await transferOrganization(context, await getOrganizationScope(context.actor, own, "owner"), {
      user_id: heir.context.actor.userId,
    });
    await deleteAccount(context, PASSWORD);
    expect(await holds(session)).toBe(false);
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

  test("and transferring to it at once: the organization is never without an owner", async () => {
    for (let round = 0; round < 5; round++) {
      const { context: owner, scope } = await membership();
      const { context } = await account();
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

  test("of both owners at once: one is left", async () => {
    for (let round = 0; round < 3; round++) {
      const [one, two, id] = [await account(), await account(), freeHandle()];
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

  test("while it accepts to be an owner, and the other owner leaves: one is left, or the account stays", async () => {
    for (let round = 0; round < 4; round++) {
      const { context: owner, scope } = await membership();
      const { context } = await account();
      const { link } = await createInvitation(owner, scope, { role: "owner" });
      await Promise.allSettled([
        acceptInvitation(context, tokenOf(link)).then(() =>
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

describe("where registration is closed", () => {
  afterEach(() => {
    env.REGISTRATION = "open";
  });

  test("who holds a pending invitation that fits the address comes in, and is no member for that", async () => {
    const [{ context, scope }, email] = [await membership(), newEmail()];
    const { link, invitation } = await createInvitation(context, scope, { role: "viewer" });
    await createInvitation(context, scope, { email, role: "viewer" });
    const mailed = (await mailsTo(email))[0]!.token!;
    env.REGISTRATION = "closed";
    const attempt = (address: string, invitation_token?: string | null, now = NOW) =>
      register(
        { email: address, password: PASSWORD, name: "Grace", invitation_token },
        client,
        now,
      );
    const refused = { kind: "forbidden", status: 403 };
    for (const token of [undefined, null, "", "x", hashToken(mailed), invitation.id])
      await expect(attempt(email, token)).rejects.toMatchObject(refused);
    // For another address.
    await expect(attempt(newEmail(), mailed)).rejects.toMatchObject(refused);
    await expect(attempt(email, mailed, invitation.expiresAt)).rejects.toMatchObject(refused);
    const { user } = await attempt(email, mailed);
    expect(await reader().membership.count({ where: { userId: user.id } })).toBe(0);
    await expect(attempt(newEmail(), tokenOf(link))).resolves.toBeDefined();
    await acceptInvitation(await createActor(), tokenOf(link));
    // Accepted meanwhile.
    await expect(attempt(newEmail(), tokenOf(link))).rejects.toMatchObject(refused);
  });
});
