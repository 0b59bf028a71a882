import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { later, membership, NOW } from "@/e2e/support/database-fixtures";
import { type Receiver, startReceiver } from "@/e2e/support/receiver";
import { createComponent } from "@/lib/components/commands";
import { reader, transaction } from "@/lib/db";
import { env } from "@/lib/env";
import { newId } from "@/lib/ids";
import { createIncident } from "@/lib/incidents/commands";
import { newIncident } from "@/lib/incidents/schema";
import { limits } from "@/lib/limits";
import { open } from "@/lib/sealing";
import { deleteUnconfirmed } from "./housekeeping";
import { newSubscription } from "./schema";
import { changeSubscription, confirmSubscription, endSubscription, getSubscription, reactivateSubscription, subscribe, unsubscribe } from "./self-service";

const MINUTE_MS = 60_000;
const email = () => `${newId()}@example.com`;
const missing = { kind: "not_found", status: 404 };

async function organization() {
  const { context, scope } = await membership();
  const ids: string[] = [];
  for (const name of ["API", "Web"]) ids.push((await createComponent(context, scope, { name, description: "" })).id);
  // A client of its own for each, so that none is throttled for another.
  const client = { ipAddress: newId(), userAgent: "test" };
  const ask = (input: Record<string, unknown>, now = NOW) => subscribe({ client, now }, scope.id, newSubscription.parse({ contact_email: "ops@example.com", ...input }));
  const rows = () => reader().subscriber.findMany({ where: { organizationId: scope.id }, include: { components: true, confirmations: true } });
  return { context, scope, ids, client, ask, rows };
}

const mailsTo = (recipient: string) => reader().mailJob.findMany({ where: { recipient }, orderBy: { id: "asc" } });
const lastToken = async (recipient: string) => open<{ token: string }>((await mailsTo(recipient)).at(-1)!.data).token;
const tokensOf = async (id: string) => open<{ manage: string; unsubscribe: string }>((await reader().subscriber.findUniqueOrThrow({ where: { id } })).tokens);

/** An address that has confirmed, with its tokens. */
async function confirmed(made: Awaited<ReturnType<typeof organization>>, input: Record<string, unknown> = {}) {
  const address = email();
  await made.ask({ channel: "email", address, ...input });
  const { subscriber } = await confirmSubscription(await lastToken(address), NOW);
  return { address, subscriber, ...(await tokensOf(subscriber.id)) };
}

describe("a subscription by email", () => {
  test("hears of nothing before it is confirmed, and then of what it asked for", async () => {
    const { ask, rows, ids, scope } = await organization();
    const address = email();
    expect(await ask({ channel: "email", address, component_ids: [ids[0]] })).toEqual({ status: "pending" });
    expect(await rows()).toMatchObject([{ state: "unconfirmed", confirmedAt: null, address }]);
    expect((await mailsTo(address)).map(({ template }) => template)).toEqual(["subscription_confirmation"]);
    const subscription = await confirmSubscription(await lastToken(address), later(5));
    expect(subscription).toMatchObject({
      organization: { id: scope.id, name: scope.id },
      subscriber: { address, state: "active", everything: false, componentIds: [ids[0]], confirmedAt: later(5) },
      components: [{ id: ids[0], name: "API" }, { id: ids[1], name: "Web" }],
    });
  });

  test("of an address that is active changes nothing until it is confirmed again", async () => {
    const made = await organization();
    const { address, subscriber } = await confirmed(made);
    expect(await made.ask({ channel: "email", address, component_ids: [made.ids[1]] }, later(6 * MINUTE_MS))).toEqual({ status: "pending" });
    expect(await made.rows()).toMatchObject([{ state: "active", everything: true, components: [] }]);
    const { subscriber: after } = await confirmSubscription(await lastToken(address), later(7 * MINUTE_MS));
    expect(after).toMatchObject({ id: subscriber.id, state: "active", everything: false, componentIds: [made.ids[1]], confirmedAt: NOW });
    expect(await mailsTo(address)).toHaveLength(2);
  });

  test("is answered alike, and mailed once in five minutes, however often and wherever it is asked for", async () => {
    const [one, other] = [await organization(), await organization()];
    const address = email();
    for (const at of [0, 1, 2, 4]) {
      expect(await one.ask({ channel: "email", address }, later(at * MINUTE_MS))).toEqual({ status: "pending" });
      expect(await other.ask({ channel: "email", address }, later(at * MINUTE_MS))).toEqual({ status: "pending" });
    }
    expect(await mailsTo(address)).toHaveLength(1);
    await one.ask({ channel: "email", address }, later(5 * MINUTE_MS));
    expect(await mailsTo(address)).toHaveLength(2);
    expect(await one.rows()).toHaveLength(1);
  });

  test("is asked to confirm no more once five mails lie unanswered, until they expire or one is answered", async () => {
    const { ask, rows } = await organization();
    const address = email();
    const day = 24 * 60 * MINUTE_MS;
    for (let hour = 0; hour < 24; hour++) expect(await ask({ channel: "email", address }, later(hour * 60 * MINUTE_MS))).toEqual({ status: "pending" });
    expect(await mailsTo(address)).toHaveLength(5);
    await ask({ channel: "email", address }, later(7 * day));
    expect(await mailsTo(address)).toHaveLength(6);
    const first = open<{ token: string }>((await mailsTo(address))[1]!.data).token;
    await confirmSubscription(first, later(7 * day));
    expect(await rows()).toMatchObject([{ state: "active" }]);
    await ask({ channel: "email", address }, later(7 * day + 10 * MINUTE_MS));
    expect(await mailsTo(address)).toHaveLength(7);
  });

  test("asked for by ten at once makes one row and one mail", async () => {
    const { ask, rows } = await organization();
    const address = email();
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask({ channel: "email", address })));
    expect(answers).toEqual(Array(10).fill({ status: "pending" }));
    expect(await rows()).toMatchObject([{ confirmations: [{}] }]);
    expect(await mailsTo(address)).toHaveLength(1);
  });

  test("names ids that the organization lacks, and sends no mail", async () => {
    const { ask } = await organization();
    const address = email();
    await expect(ask({ channel: "email", address, component_ids: ["x"] })).rejects.toMatchObject({ kind: "invalid", extra: { errors: [{ path: "component_ids.0" }] } });
    await expect(ask({ channel: "email", address, everything: false })).rejects.toMatchObject({ kind: "invalid", extra: { errors: [{ path: "everything" }] } });
    expect(await mailsTo(address)).toEqual([]);
  });

  test("of an organization that nobody holds is not found", async () => {
    const { client } = await organization();
    for (const id of [`org-${newId()}`, "not.a.handle", ""]) {
      await expect(subscribe({ client, now: NOW }, id, newSubscription.parse({ channel: "email", address: email() }))).rejects.toMatchObject(missing);
    }
  });

  test("is refused to a client that asks too often, until its time is up", async () => {
    const { ask } = await organization();
    for (let i = 0; i < limits.subscriptions; i++) await ask({ channel: "email", address: email() });
    const refused = { kind: "too_many_requests", status: 429, extra: { headers: { "Retry-After": "60" } } };
    await expect(ask({ channel: "email", address: email() }, later((limits.subscriptionWindowMinutes - 1) * MINUTE_MS))).rejects.toMatchObject(refused);
    await expect(ask({ channel: "email", address: email() }, later(limits.subscriptionWindowMinutes * MINUTE_MS))).resolves.toBeDefined();
  });
});

describe("a confirmation", () => {
  test("used by ten at once takes effect once", async () => {
    const { ask, rows } = await organization();
    const address = email();
    await ask({ channel: "email", address });
    const token = await lastToken(address);
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => confirmSubscription(token, NOW)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refused = results.filter((result) => result.status === "rejected").map(({ reason }) => reason as unknown);
    expect(refused).toEqual(Array(9).fill(expect.objectContaining(missing)));
    expect(await rows()).toMatchObject([{ state: "active", confirmations: [] }]);
  });

  test("holds for seven days", async () => {
    const { ask } = await organization();
    const [early, late] = [email(), email()];
    const end = 7 * 24 * 60 * MINUTE_MS;
    for (const address of [early, late]) await ask({ channel: "email", address });
    await expect(confirmSubscription(await lastToken(early), later(end - 1))).resolves.toBeDefined();
    await expect(confirmSubscription(await lastToken(late), later(end))).rejects.toMatchObject(missing);
  });

  test("leaves out what has gone meanwhile", async () => {
    const { ask, ids, context, scope } = await organization();
    const address = email();
    const incident = await createIncident(context, scope, newIncident.parse({ title: "Down", impact: "major" }));
    await ask({ channel: "email", address, component_ids: ids, incident_ids: [incident.id] });
    await transaction((tx) => tx.component.delete({ where: { id: ids[0]! } }));
    expect((await confirmSubscription(await lastToken(address), NOW)).subscriber).toMatchObject({ everything: false, componentIds: [ids[1]], incidentIds: [incident.id] });
  });

  test("that never came is forgotten with its address, and nothing else is", async () => {
    const made = await organization();
    const { subscriber, address: kept } = await confirmed(made);
    await made.ask({ channel: "email", address: kept }, later(10 * MINUTE_MS));
    await made.ask({ channel: "email", address: email() }, later(10 * MINUTE_MS));
    await deleteUnconfirmed(later(9 * MINUTE_MS + 7 * 24 * 60 * MINUTE_MS));
    expect(await made.rows()).toHaveLength(2);
    await deleteUnconfirmed(later(10 * MINUTE_MS + 7 * 24 * 60 * MINUTE_MS));
    expect(await made.rows()).toMatchObject([{ id: subscriber.id, state: "active", confirmations: [] }]);
  });
});

describe("a token", () => {
  test("serves its one purpose and no other", async () => {
    const made = await organization();
    const { manage, unsubscribe: leave, address } = await confirmed(made);
    await made.ask({ channel: "email", address }, later(6 * MINUTE_MS));
    const confirm = await lastToken(address);
    for (const wrong of [leave, confirm, "", "x", manage.slice(1)]) {
      await expect(getSubscription(wrong)).rejects.toMatchObject(missing);
      await expect(changeSubscription(wrong, {}, NOW)).rejects.toMatchObject(missing);
      await expect(endSubscription(wrong, NOW)).rejects.toMatchObject(missing);
    }
    for (const wrong of [manage, confirm, "", "x", `${leave} `]) await expect(unsubscribe(wrong, NOW)).rejects.toMatchObject(missing);
    for (const wrong of [manage, leave, ""]) await expect(confirmSubscription(wrong, NOW)).rejects.toMatchObject(missing);
    expect(await made.rows()).toMatchObject([{ state: "active" }]);
  });

  test("to manage reads and changes what the subscription hears of", async () => {
    const made = await organization();
    const { manage } = await confirmed(made);
    expect(await changeSubscription(manage, { component_ids: [made.ids[1]!] }, later(1))).toMatchObject({ subscriber: { everything: false, componentIds: [made.ids[1]] } });
    await expect(changeSubscription(manage, { component_ids: [] }, NOW)).rejects.toMatchObject({ kind: "invalid" });
    await expect(changeSubscription(manage, { component_ids: [newId()] }, NOW)).rejects.toMatchObject({ kind: "invalid" });
    expect(await getSubscription(manage)).toMatchObject({ subscriber: { componentIds: [made.ids[1]], updatedAt: later(1) } });
  });

  test("ends the subscription, and ending it again changes nothing", async () => {
    const made = await organization();
    const [one, other] = [await confirmed(made), await confirmed(made)];
    await made.ask({ channel: "email", address: one.address }, later(6 * MINUTE_MS));
    const pending = await lastToken(one.address);
    await unsubscribe(one.unsubscribe, later(1));
    await endSubscription(other.manage, later(1));
    await unsubscribe(one.unsubscribe, later(2));
    await endSubscription(one.manage, later(2));
    expect(await made.rows()).toMatchObject([{ state: "unsubscribed", updatedAt: later(1) }, { state: "unsubscribed", updatedAt: later(1) }]);
    await expect(changeSubscription(one.manage, { everything: true }, NOW)).rejects.toMatchObject({ kind: "conflict", status: 409 });
    await expect(confirmSubscription(pending, later(7 * MINUTE_MS))).rejects.toMatchObject(missing);
  });

  test("that ended a subscription cancels what was due, and a new confirmation begins it anew", async () => {
    const made = await organization();
    const { address, subscriber, unsubscribe: leave } = await confirmed(made);
    await createIncident(made.context, made.scope, newIncident.parse({ title: "Down", impact: "major" }));
    const event = await reader().notificationEvent.findFirstOrThrow({ where: { organizationId: made.scope.id } });
    const row = { organizationId: made.scope.id, eventId: event.id, subscriberId: subscriber.id, channel: "email", target: "mail", nextAttemptAt: NOW, createdAt: NOW };
    await transaction((tx) => tx.delivery.create({ data: { ...row, state: "pending" } }));
    await unsubscribe(leave, later(1));
    expect(await reader().delivery.findFirstOrThrow({ where: { eventId: event.id } })).toMatchObject({ state: "cancelled", finishedAt: later(1) });
    await made.ask({ channel: "email", address }, later(6 * MINUTE_MS));
    expect(await made.rows()).toMatchObject([{ state: "unsubscribed" }]);
    await confirmSubscription(await lastToken(address), later(7 * MINUTE_MS));
    expect(await made.rows()).toMatchObject([{ id: subscriber.id, state: "active", confirmedAt: later(7 * MINUTE_MS) }]);
  });
});

describe("a subscription of an endpoint", () => {
  let receiver: Receiver;
  let base: string;
  /** What each path answers; by default, what it was asked. */
  const answers = new Map<string, (body: string) => [number, string]>();
  const requestsTo = (path: string) => receiver.received.filter(({ url }) => url === path);

  beforeAll(async () => {
    env.WEBHOOK_ALLOW_PRIVATE = "on";
    receiver = await startReceiver((_, response, { url, body }) => {
      const [status, text] = answers.get(url)?.(body) ?? [200, JSON.stringify({ challenge: (JSON.parse(body) as { challenge: string }).challenge })];
      response.writeHead(status, { ...(status === 302 && { Location: "/elsewhere" }) }).end(text);
    });
    base = new URL(receiver.url).origin;
  });
  afterAll(async () => {
    env.WEBHOOK_ALLOW_PRIVATE = "off";
    await receiver.stop();
  });

  const secretsOf = async (rows: { secrets: string | null }[]) => open<{ secret: string }[]>(rows[0]!.secrets!).map(({ secret }) => secret);

  test("by webhook is active once it answered, and its secret is told", async () => {
    const { ask, rows } = await organization();
    const path = `/${newId()}`;
    const answer = await ask({ channel: "webhook", address: base + path });
    expect(answer).toEqual({ status: "active", secret: expect.stringMatching(/^whsec_/) });
    expect(requestsTo(path)).toHaveLength(1);
    expect(await rows()).toMatchObject([{ state: "active", everything: true, contactEmail: "ops@example.com", confirmedAt: NOW }]);
    expect(await secretsOf(await rows())).toEqual([(answer as { secret: string }).secret]);
  });

  test.each<[string, (body: string) => [number, string]]>([
    ["refuses", () => [500, "no"]],
    ["says nothing", () => [200, ""]],
    ["says something else", () => [200, '{"challenge":"x"}']],
    ["leads elsewhere", (body) => [302, body]],
  ])("that %s makes no subscriber", async (_what, answer) => {
    const { ask, rows } = await organization();
    const path = `/${newId()}`;
    answers.set(path, answer);
    await expect(ask({ channel: "webhook", address: base + path })).rejects.toMatchObject({ kind: "invalid", extra: { errors: [{ path: "address" }] } });
    expect(await rows()).toEqual([]);
  });

  test("that is known changes nothing for its owner, and whoever made it answer can verify, too", async () => {
    const { ask, rows, ids } = await organization();
    const address = `${base}/${newId()}`;
    const [first, second] = [await ask({ channel: "webhook", address }), await ask({ channel: "webhook", address, component_ids: [ids[0]], contact_email: "stranger@example.com" })];
    expect(Object.keys(second)).toEqual(Object.keys(first));
    expect(await rows()).toMatchObject([{ everything: true, components: [], contactEmail: "ops@example.com" }]);
    expect(await secretsOf(await rows())).toEqual([first, second].map((answer) => (answer as { secret: string }).secret));
  });

  test("by five at once makes one row, and all their secrets hold", async () => {
    const { ask, rows } = await organization();
    const address = `${base}/${newId()}`;
    const told = await Promise.all(Array.from({ length: 5 }, () => ask({ channel: "webhook", address })));
    expect(await rows()).toHaveLength(1);
    expect((await secretsOf(await rows())).sort()).toEqual(told.map((answer) => (answer as { secret: string }).secret).sort());
  });

  test("that had been put into quarantine ends it, for it works", async () => {
    const { ask, rows } = await organization();
    const address = `${base}/${newId()}`;
    await ask({ channel: "webhook", address });
    await transaction((tx) => tx.subscriber.updateMany({ where: { address }, data: { state: "quarantined", quarantinedAt: NOW, failures: 10 } }));
    await ask({ channel: "webhook", address });
    expect(await rows()).toMatchObject([{ state: "active", failures: 0, quarantinedAt: null }]);
  });

  test("that had been put into quarantine comes out by its manage link, once, with or without what it missed", async () => {
    for (const replay of [true, false]) {
      const { ask, rows, scope, context } = await organization();
      const address = `${base}/${newId()}`;
      await ask({ channel: "webhook", address });
      const { id } = (await rows())[0]!;
      const { manage, unsubscribe: leave } = await tokensOf(id);
      await expect(reactivateSubscription(manage, replay, NOW)).rejects.toMatchObject({ kind: "conflict", status: 409 });
      await createIncident(context, scope, newIncident.parse({ title: "Down", impact: "major" }));
      const event = await reader().notificationEvent.findFirstOrThrow({ where: { organizationId: scope.id } });
      const held = { organizationId: scope.id, eventId: event.id, subscriberId: id, channel: "webhook", target: "", state: "held", attempts: 3, nextAttemptAt: NOW, createdAt: NOW };
      await transaction(async (tx) => {
        await tx.subscriber.update({ where: { id }, data: { state: "quarantined", quarantinedAt: NOW, failures: 10 } });
        await tx.delivery.create({ data: held });
      });
      for (const wrong of [leave, "", "x"]) await expect(reactivateSubscription(wrong, replay, NOW)).rejects.toMatchObject(missing);
      const results = await Promise.allSettled([reactivateSubscription(manage, replay, later(1)), reactivateSubscription(manage, replay, later(1))]);
      expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      expect(results.find((result) => result.status === "fulfilled")!.value).toMatchObject({ subscription: { subscriber: { id, state: "active" } }, replayed: replay ? 1 : 0, cancelled: replay ? 0 : 1 });
      expect(await reader().delivery.findFirstOrThrow({ where: { subscriberId: id } })).toMatchObject(replay ? { state: "pending", attempts: 0, nextAttemptAt: later(1) } : { state: "cancelled", finishedAt: later(1) });
    }
  });

  test("by a chat URL is active at once, and its holder may ask for something else", async () => {
    const { ask, rows, ids } = await organization();
    const address = `${base}/${newId()}`;
    expect(await ask({ channel: "slack", address })).toEqual({ status: "active" });
    expect(await ask({ channel: "slack", address, component_ids: [ids[0]] }, later(5))).toEqual({ status: "active" });
    expect(await rows()).toMatchObject([{ state: "active", everything: false, components: [{ componentId: ids[0] }], confirmedAt: NOW, updatedAt: later(5) }]);
    expect(requestsTo(new URL(address).pathname)).toEqual([]);
  });

  test("inside is refused before anything is sent", async () => {
    const { ask, rows } = await organization();
    env.WEBHOOK_ALLOW_PRIVATE = "off";
    try {
      const path = `/${newId()}`;
      await expect(ask({ channel: "webhook", address: base + path })).rejects.toMatchObject({ kind: "invalid", extra: { errors: [{ path: "address" }] } });
      expect(requestsTo(path)).toEqual([]);
      expect(await rows()).toEqual([]);
    } finally {
      env.WEBHOOK_ALLOW_PRIVATE = "on";
    }
  });
});
