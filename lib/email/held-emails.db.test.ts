import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createOrganizationId } from "@/e2e/support/organization-id";
import { createMember, later, createMembership, NOW } from "@/e2e/support/database-fixtures";
import { register } from "@/lib/auth/accounts";
import { confirmEmailChange } from "@/lib/auth/email-change";
import {
  confirmVerification,
  findVerification,
  getVerification,
  resendVerification,
  VERIFICATION_LIFETIME_MS,
} from "@/lib/auth/email-verification";
import { confirmPasswordReset, requestPasswordReset } from "@/lib/auth/password-reset";
import type { Context, UserActor } from "@/lib/actor";
import { reader, transaction } from "@/lib/db/database";
import { redeliver, sendTest } from "@/lib/deliveries/commands";
import { env } from "@/lib/env";
import { createIncident } from "@/lib/incidents/commands";
import { newIncident } from "@/lib/incidents/schema";
import { createEmailJobRow } from "@/lib/email/email-jobs";
import { deleteOrganization } from "@/lib/organizations/commands";
import {
  acceptInvitation,
  createInvitation,
  revokeInvitation,
} from "@/lib/organizations/invitations";
import { changeMember } from "@/lib/organizations/members";
import { type OrganizationScope } from "@/lib/organizations/scope";
import { generateToken, decrypt } from "@/lib/encryption";
import { createSubscriber, reactivateSubscriber } from "@/lib/subscribers/commands";
import { deleteSubscriber } from "@/lib/subscribers/removal";
import { importSubscribers } from "@/lib/subscribers/imports";
import { newSubscriber } from "@/lib/subscribers/schema";
import { confirmSubscription, subscribe } from "@/lib/subscribers/self-service";
import type { NotificationMessage } from "@/lib/notifications/channel";
import { NotificationWorker } from "@/lib/notifications/notification-worker";
import { countHeldEmails, expireOrReleaseHeldEmails, releaseHeldEmails } from "./held-emails";

const DAY_MS = 24 * 60 * 60_000;
const client = { ipAddress: "198.51.100.7", userAgent: "test" };
const newEmail = () => `${randomUUID()}@example.com`;
const findJobs = (recipient: string) =>
  reader().emailJob.findMany({ where: { recipient }, orderBy: { id: "asc" } });
const listStates = async (recipient: string) =>
  (await findJobs(recipient)).map(({ template, state }) => `${template} ${state}`);
const readToken = async (recipient: string) =>
  decrypt<{ token: string }>((await findJobs(recipient)).at(-1)!.data).token;

const invitationData = (id: string) => ({
  organization: { id, name: "Acme" },
  inviter: "Ada",
  role: "viewer",
  token: "token",
  expires_at: later(DAY_MS).toISOString(),
});

beforeEach(() => void (env.SMTP_URL = "smtp://127.0.0.1:1"));
afterEach(() => {
  delete env.SMTP_URL;
  env.EMAIL_VERIFICATION = "on";
});

/** Sends all due emails and notifications. Returns the addresses of notified subscribers. */
async function deliver(now: Date): Promise<string[]> {
  const sent: string[] = [];
  const send = async ({ subscriber }: NotificationMessage) => {
    sent.push(subscriber.address);
    return { ok: true, statusCode: 200, error: null, response: "" };
  };
  const senders = { email: send, webhook: send, slack: send, discord: send, teams: send };
  const sendJob = async () => ({ ok: true, statusCode: 250, error: null, response: "" });
  await new NotificationWorker({ senders, sendJob, now: () => now, random: () => 0 }).drain();
  return sent.toSorted();
}

const report = (context: Context, scope: OrganizationScope) =>
  createIncident(context, scope, newIncident.parse({ title: "API is down", impact: "major" }));
const addEmail = async (context: Context, scope: OrganizationScope, address = newEmail()) => {
  const { subscriber } = await createSubscriber(
    context,
    scope,
    newSubscriber.parse({ channel: "email", address, skip_confirmation: true }),
  );
  return subscriber;
};

/** Subscribes a visitor who opens the confirmation link, and returns their address. */
async function confirmed(scope: OrganizationScope): Promise<string> {
  const address = newEmail();
  await subscribe({ client, now: NOW }, scope.id, { channel: "email", address });
  await confirmSubscription(await readToken(address), NOW);
  return address;
}

/** Emails a user a verification link, and returns its token. */
async function requestLink({ actor, ...context }: Context<UserActor>): Promise<string> {
  await resendVerification({ ...context, actor });
  const { email } = await reader().user.findUniqueOrThrow({ where: { id: actor.userId } });
  return readToken(email);
}

const verify = async (context: Context<UserActor>, now = NOW) =>
  confirmVerification(await requestLink(context), now);

describe("while no owner or admin is verified", () => {
  test("only self-confirmed subscribers and webhooks are notified; others follow after verification", async () => {
    const { context, scope } = await createMembership();
    const [added, imported, self] = [
      (await addEmail(context, scope)).address,
      newEmail(),
      await confirmed(scope),
    ];
    await importSubscribers(context, scope, `address,confirmed\n${imported},true\n`);
    const webhook = "https://receiver.example/hook";
    await createSubscriber(
      context,
      scope,
      newSubscriber.parse({ channel: "webhook", address: webhook }),
    );
    await report(context, scope);
    expect(await deliver(later(1_000))).toEqual([self, webhook].toSorted());
    expect(
      await reader().delivery.count({
        where: { organizationId: scope.id, state: "held", channel: "email" },
      }),
    ).toBe(2);
    expect(await countHeldEmails(scope.id)).toEqual({
      isVerified: false,
      count: 2,
      expiresAt: later(7 * DAY_MS + 1_000),
    });
    await verify(context);
    expect(await deliver(later(2_000))).toEqual([added, imported].toSorted());
    expect(await countHeldEmails(scope.id)).toEqual({
      isVerified: true,
      count: 0,
      expiresAt: null,
    });
    await report(context, scope);
    expect(await deliver(later(3_000))).toHaveLength(4);
  });

  test("invitations and confirmation emails are held, and are sent after verification", async () => {
    const { context, scope } = await createMembership();
    const [guest, unconfirmed, imported, visitor] = [
      newEmail(),
      newEmail(),
      newEmail(),
      newEmail(),
    ];
    await createInvitation(context, scope, { email: guest, role: "viewer" });
    await createSubscriber(
      context,
      scope,
      newSubscriber.parse({ channel: "email", address: unconfirmed }),
    );
    await importSubscribers(context, scope, `address\n${imported}\n`);
    await subscribe({ client, now: NOW }, scope.id, { channel: "email", address: visitor });
    expect(await listStates(visitor)).toEqual(["subscription_confirmation pending"]);
    expect(await Promise.all([guest, unconfirmed, imported].map(listStates))).toEqual([
      ["invitation held"],
      ["subscription_confirmation held"],
      ["subscription_confirmation held"],
    ]);
    expect((await countHeldEmails(scope.id)).count).toBe(3);
    await verify(context);
    expect(await Promise.all([guest, unconfirmed, imported].map(listStates))).toEqual([
      ["invitation pending"],
      ["subscription_confirmation pending"],
      ["subscription_confirmation pending"],
    ]);
  });

  test("1,000 held emails are sent after verification", async () => {
    const { context, scope } = await createMembership();
    const [guest, mark] = [newEmail(), randomUUID()];
    await createInvitation(context, scope, { email: guest, role: "viewer" });
    const [invitation] = await findJobs(guest);
    await transaction((tx) =>
      tx.emailJob.createMany({
        data: Array.from({ length: 999 }, (_, index) => ({
          ...invitation!,
          id: `${mark}-${index}`,
          recipient: `${index}-${mark}@example.com`,
        })),
      }),
    );
    await verify(context);
    const states = await reader().emailJob.groupBy({
      by: ["state"],
      where: { organizationId: scope.id },
      _count: true,
    });
    expect(states).toEqual([{ state: "pending", _count: 1_000 }]);
  });

  test("redeliveries and test messages are held too", async () => {
    const { context, scope } = await createMembership();
    const { id } = await addEmail(context, scope);
    const tested = await sendTest(context, scope, id);
    expect(tested.state).toBe("held");
    await expect(redeliver(context, scope, `${tested.eventId}_${id}`)).rejects.toMatchObject({
      kind: "conflict",
      detail: expect.stringContaining("confirms their email address"),
    });
    await expireOrReleaseHeldEmails(later(7 * DAY_MS));
    expect((await redeliver(context, scope, `${tested.eventId}_${id}`)).state).toBe("held");
    expect(await deliver(later(8 * DAY_MS))).toEqual([]);
  });

  test("a subscriber who confirms gets the held emails", async () => {
    const { context, scope } = await createMembership();
    const { address } = await addEmail(context, scope);
    await report(context, scope);
    expect(await deliver(later(1_000))).toEqual([]);
    await subscribe({ client, now: later(2_000) }, scope.id, { channel: "email", address });
    await confirmSubscription(await readToken(address), later(3_000));
    expect(await deliver(later(4_000))).toEqual([address]);
  });

  test("held emails expire after 7 days", async () => {
    const { context, scope } = await createMembership();
    const guest = newEmail();
    await addEmail(context, scope);
    await createInvitation(context, scope, { email: guest, role: "viewer" });
    await report(context, scope);
    await deliver(NOW);
    await expireOrReleaseHeldEmails(later(7 * DAY_MS - 1));
    expect((await countHeldEmails(scope.id)).count).toBe(2);
    await expireOrReleaseHeldEmails(later(7 * DAY_MS));
    expect((await countHeldEmails(scope.id)).count).toBe(0);
    expect(
      await reader().delivery.findMany({
        where: { organizationId: scope.id },
        select: { state: true },
      }),
    ).toEqual([{ state: "cancelled" }]);
    expect(await findJobs(guest)).toMatchObject([
      { state: "dead", data: "", error: expect.stringContaining("within 7 days") },
    ]);
  });

  test("many messages are released or expire in batches", async () => {
    const { context, scope } = await createMembership();
    for (let count = 0; count < 3; count++) await addEmail(context, scope);
    await report(context, scope);
    await deliver(NOW);
    const where = { organizationId: scope.id };
    const setState = (state: string) =>
      transaction((tx) => tx.delivery.updateMany({ where, data: { state } }));
    const listDeliveryStates = async () =>
      (await reader().delivery.findMany({ where })).map(({ state }) => state).toSorted();
    await expireOrReleaseHeldEmails(later(7 * DAY_MS), 2);
    expect(await listDeliveryStates()).toEqual(["cancelled", "cancelled", "cancelled"]);
    await verify(context);
    await setState("held");
    await transaction((tx) => releaseHeldEmails(tx, scope.id, NOW, 2));
    expect(await listDeliveryStates()).toEqual(["held", "pending", "pending"]);
    await setState("held");
    await expireOrReleaseHeldEmails(NOW, 2);
    expect(await listDeliveryStates()).toEqual(["pending", "pending", "pending"]);
  });

  test("messages to a quarantined subscriber stay held, and don't expire", async () => {
    const { context, scope } = await createMembership();
    await addEmail(context, scope);
    await report(context, scope);
    await deliver(NOW);
    const where = { organizationId: scope.id };
    await transaction((tx) => tx.subscriber.updateMany({ where, data: { state: "quarantined" } }));
    expect((await countHeldEmails(scope.id)).count).toBe(0);
    await verify(context);
    await expireOrReleaseHeldEmails(later(7 * DAY_MS));
    expect(await reader().delivery.findMany({ where, select: { state: true } })).toEqual([
      { state: "held" },
    ]);
  });

  test("messages stay held when the subscriber is reactivated, until the organization is verified", async () => {
    const { context, scope } = await createMembership();
    const { id, address } = await addEmail(context, scope);
    await report(context, scope);
    await deliver(NOW);
    const where = { organizationId: scope.id };
    await transaction((tx) => tx.subscriber.updateMany({ where, data: { state: "quarantined" } }));
    expect(await reactivateSubscriber(context, scope, id, true)).toMatchObject({
      subscriber: { state: "active" },
      ...{ replayed: 0, cancelled: 0 },
    });
    expect(await deliver(NOW)).toEqual([]);
    await verify(context);
    expect(await deliver(NOW)).toEqual([address]);
  });

  test("held emails for revoked invitations and deleted subscribers are deleted", async () => {
    const { context, scope } = await createMembership();
    const guest = newEmail();
    const { invitation } = await createInvitation(context, scope, { email: guest, role: "viewer" });
    await createInvitation(context, scope, { email: newEmail(), role: "viewer" });
    await revokeInvitation(context, scope, invitation.id);
    const { subscriber } = await createSubscriber(
      context,
      scope,
      newSubscriber.parse({ channel: "email", address: newEmail() }),
    );
    await deleteSubscriber(context, scope, subscriber.id);
    expect((await countHeldEmails(scope.id)).count).toBe(1);
  });

  test("held emails are deleted with the organization", async () => {
    const { context, scope } = await createMembership();
    const guest = newEmail();
    await createInvitation(context, scope, { email: guest, role: "viewer" });
    await deleteOrganization(context, scope);
    await expireOrReleaseHeldEmails(NOW);
    expect(await findJobs(guest)).toEqual([]);
  });

  test("an email of an organization that no longer exists is never sent", async () => {
    const guest = newEmail();
    const organizationId = createOrganizationId();
    await transaction((tx) =>
      tx.emailJob.create({
        data: createEmailJobRow({
          recipient: guest,
          template: "invitation",
          data: invitationData(organizationId),
          now: NOW,
          organizationId,
          state: "held",
        }),
        select: { id: true },
      }),
    );
    await expireOrReleaseHeldEmails(NOW);
    env.EMAIL_VERIFICATION = "off";
    await expireOrReleaseHeldEmails(NOW);
    expect(await listStates(guest)).toEqual(["invitation held"]);
    await expireOrReleaseHeldEmails(later(7 * DAY_MS));
    expect(await listStates(guest)).toEqual(["invitation dead"]);
  });

  test("a verified user who becomes an admin releases the held emails", async () => {
    const { context, scope } = await createMembership();
    const { context: editor } = await createMember(scope.id, "editor");
    await verify(editor);
    await addEmail(context, scope);
    await sendTest(context, scope, (await addEmail(context, scope)).id);
    expect((await countHeldEmails(scope.id)).count).toBe(1);
    await changeMember(context, scope, editor.actor.userId, { role: "admin" });
    expect(await deliver(NOW)).toHaveLength(1);
  });

  test("no email is held with EMAIL_VERIFICATION=off or without SMTP_URL, and held ones are released", async () => {
    const { context, scope } = await createMembership();
    const { id } = await addEmail(context, scope);
    await sendTest(context, scope, id);
    env.EMAIL_VERIFICATION = "off";
    expect((await sendTest(context, scope, id)).state).toBe("pending");
    expect(await countHeldEmails(scope.id)).toMatchObject({ isVerified: true, count: 0 });
    env.EMAIL_VERIFICATION = "on";
    delete env.SMTP_URL;
    expect((await sendTest(context, scope, id)).state).toBe("pending");
    await expireOrReleaseHeldEmails(NOW);
    expect(await deliver(NOW)).toHaveLength(3);
  });

  test("emails of another, verified organization are not held", async () => {
    const [one, other] = [await createMembership(), await createMembership()];
    await verify(other.context);
    const { address } = await addEmail(other.context, other.scope);
    await addEmail(one.context, one.scope);
    await report(one.context, one.scope);
    await report(other.context, other.scope);
    expect(await deliver(NOW)).toEqual([address]);
  });
});

describe("an account's email address", () => {
  const newAccount = async (over: object = {}) => {
    const account = {
      email: newEmail(),
      password: "correct horse",
      name: "Ada https://evil.example",
      ...over,
    };
    const { user } = await register(account, client, NOW);
    return {
      ...account,
      context: {
        actor: { kind: "user", userId: user.id, name: user.name },
        now: NOW,
      } as Context<UserActor>,
    };
  };

  test("is confirmed once by the newest link, within 7 days", async () => {
    const { email, context } = await newAccount();
    const first = await readToken(email);
    expect(
      JSON.stringify(decrypt((await findJobs(email))[0]!.data)),
      "the email omits the account's name, because the address may be another person's",
    ).not.toContain("evil");
    expect(await getVerification(context)).toEqual({ email, isVerified: false });
    await resendVerification(context);
    const token = await readToken(email);
    const refused = { kind: "invalid", extra: { errors: [{ path: "token" }] } };
    await expect(confirmVerification(first, NOW)).rejects.toMatchObject(refused);
    expect(await findVerification(token, NOW)).toEqual({ email });
    expect(await findVerification(token, later(VERIFICATION_LIFETIME_MS))).toBeNull();
    await expect(confirmVerification(token, later(VERIFICATION_LIFETIME_MS))).rejects.toMatchObject(
      refused,
    );
    await confirmVerification(token, NOW);
    expect(await getVerification(context)).toEqual({ email, isVerified: true });
    await expect(confirmVerification(token, NOW)).rejects.toMatchObject(refused);
    await expect(resendVerification(context)).rejects.toMatchObject({ kind: "conflict" });
  });

  test("counts as confirmed while verification is turned off", async () => {
    const { email, context } = await newAccount();
    env.EMAIL_VERIFICATION = "off";
    expect(await getVerification(context)).toEqual({ email, isVerified: true });
    env.EMAIL_VERIFICATION = "on";
    expect(await getVerification(context)).toEqual({ email, isVerified: false });
  });

  test("gets a new link at most five times an hour", async () => {
    const { context } = await newAccount();
    for (let i = 0; i < 5; i++) await resendVerification(context);
    await expect(resendVerification(context)).rejects.toMatchObject({
      kind: "too_many_requests",
      status: 429,
    });
  });

  test("counts as confirmed without SMTP_URL, and gets no email to confirm it", async () => {
    delete env.SMTP_URL;
    const { email, context } = await newAccount();
    expect(await getVerification(context)).toEqual({ email, isVerified: true });
    expect(await findJobs(email)).toEqual([]);
  });

  test("is confirmed by the link that resets the password", async () => {
    const { email, context } = await newAccount();
    await requestPasswordReset({ email }, client, NOW);
    await confirmPasswordReset(
      { token: await readToken(email), password: "battery staple" },
      client,
      NOW,
    );
    expect(await getVerification(context)).toEqual({ email, isVerified: true });
  });

  test("is confirmed by the link that changes it", async () => {
    const { context } = await newAccount();
    const { token, hash } = generateToken();
    const email = newEmail();
    const row = {
      hash,
      userId: context.actor.userId,
      purpose: "email_change",
      data: email,
      createdAt: NOW,
      expiresAt: later(DAY_MS),
    };
    await transaction((tx) => tx.userToken.create({ data: row, select: { hash: true } }));
    await confirmEmailChange(token, { ipAddress: "198.51.100.7", userAgent: "test" }, NOW);
    expect(await getVerification(context)).toEqual({ email, isVerified: true });
  });

  test("is confirmed by an emailed invitation, but not by an invitation link that was not emailed", async () => {
    const { context: owner, scope } = await createMembership();
    const someone = await newAccount();
    const { link } = await createInvitation(owner, scope, { role: "viewer" });
    await acceptInvitation(someone.context, new URL(link!).searchParams.get("token")!);
    expect((await getVerification(someone.context)).isVerified).toBe(false);
    const guest = await newAccount();
    await createInvitation(owner, scope, { email: guest.email, role: "viewer" });
    const token = await readToken(guest.email);
    await acceptInvitation(guest.context, token);
    expect((await getVerification(guest.context)).isVerified).toBe(true);
    const email = newEmail();
    await createInvitation(owner, scope, { email, role: "viewer" });
    const invited = await newAccount({ email, invitation_token: await readToken(email) });
    expect((await getVerification(invited.context)).isVerified).toBe(true);
  });
});

test("limits for emails to unconfirmed addresses count per organization and account, not per token", async () => {
  const { context, scope } = await createMembership();
  const token = (tokenId: string): Context => ({
    now: NOW,
    actor: {
      kind: "token",
      tokenId,
      name: "CI",
      organizationId: scope.id,
      role: "admin",
      grants: ["members"],
      createdBy: context.actor.userId,
    },
  });
  const rows = Array.from({ length: 3 }, (_, index) => ({
    id: `${scope.id}-${index}`,
    tokenHash: `${scope.id}-${index}`,
  }));
  await transaction((tx) =>
    tx.apiToken.createMany({
      data: rows.map((row) => ({
        ...row,
        organizationId: scope.id,
        name: "CI",
        role: "admin",
        hint: "",
        createdBy: context.actor.userId,
        createdAt: NOW,
      })),
    }),
  );
  for (let index = 0; index < 50; index++)
    await createInvitation(token(rows[index % 3]!.id), scope, {
      email: newEmail(),
      role: "viewer",
    });
  await expect(
    createInvitation(token(rows[0]!.id), scope, { email: newEmail(), role: "viewer" }),
  ).rejects.toMatchObject({ kind: "too_many_requests" });
  await expect(
    createInvitation(context, scope, { email: newEmail(), role: "viewer" }),
  ).rejects.toMatchObject({ kind: "too_many_requests" });
});

test("an address gets at most 20 invitations and confirmation emails a day, from all senders together", async () => {
  const address = newEmail();
  const inviters = await Promise.all(Array.from({ length: 21 }, () => createMembership()));
  for (const { context } of inviters) await verify(context);
  for (const { context, scope } of inviters.slice(0, 20))
    await createInvitation(context, scope, { email: address, role: "viewer" });
  const { context, scope } = inviters[20]!;
  await expect(
    createInvitation(context, scope, { email: address, role: "viewer" }),
  ).rejects.toMatchObject({ kind: "too_many_requests" });
  await expect(
    createSubscriber(context, scope, newSubscriber.parse({ channel: "email", address })),
  ).rejects.toMatchObject({ kind: "too_many_requests" });
  await subscribe({ client, now: NOW }, scope.id, { channel: "email", address });
  expect(await findJobs(address)).toHaveLength(20);
});

test("held emails count toward their recipient's limit when released, separately from account emails", async () => {
  const address = newEmail();
  const { context, scope } = await createMembership();
  const row = (index: number) =>
    createEmailJobRow({
      recipient: address,
      template: "invitation",
      data: invitationData(scope.id),
      now: later(index),
      organizationId: scope.id,
      state: "held",
    });
  await transaction((tx) =>
    tx.emailJob.createMany({ data: Array.from({ length: 20 }, (_, index) => row(index)) }),
  );
  await createInvitation(context, scope, { email: address, role: "viewer" });
  const other = await createMembership();
  await verify(other.context);
  await createInvitation(other.context, other.scope, { email: address, role: "viewer" });
  await verify(context);
  const count = (state: string) =>
    reader().emailJob.count({ where: { recipient: address, template: "invitation", state } });
  expect([await count("pending"), await count("held")]).toEqual([20, 2]);
  await register({ email: address, password: "correct horse", name: "Ada" }, client, NOW);
  expect(
    await reader().emailJob.count({
      where: { recipient: address, template: "email_verification" },
    }),
  ).toBe(1);
  await expireOrReleaseHeldEmails(later(DAY_MS));
  expect(await count("held")).toBe(0);
});

test("an account can add at most 2,000 unconfirmed subscribers in 30 days, across organizations", async () => {
  const { context, scope } = await createMembership();
  const lines = Array.from({ length: 2_001 }, (_, index) => `${index}@${scope.id}.example,true`);
  const file = `address,confirmed\n${lines.join("\n")}\n`;
  const rows = await importSubscribers(context, scope, file);
  expect(rows.filter(({ status }) => status === "created")).toHaveLength(2_000);
  expect(rows.at(-1)).toMatchObject({
    status: "failed",
    message: expect.stringContaining("LIMIT_UNCONFIRMED_SUBSCRIBERS"),
  });
  const id = createOrganizationId();
  await transaction((tx) =>
    tx.organization.create({
      data: {
        id,
        name: id,
        createdAt: NOW,
        updatedAt: NOW,
        memberships: { create: { userId: context.actor.userId, role: "owner", createdAt: NOW } },
      },
    }),
  );
  await expect(
    addEmail(context, { ...scope, id: id as OrganizationScope["id"], createdAtMs: NOW.getTime() }),
  ).rejects.toMatchObject({ kind: "too_many_requests" });
  expect((await addEmail({ ...context, now: later(30 * DAY_MS) }, scope)).state).toBe("active");
});
