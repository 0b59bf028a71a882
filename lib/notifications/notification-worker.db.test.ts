import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { later, createMembership, NOW } from "@/e2e/support/database-fixtures";
import { buildPayload } from "@/e2e/support/message-fixtures";
import { collectStatements } from "@/e2e/support/collect-statements";
import { createGroup } from "@/lib/component-groups/commands";
import type { Language } from "@/lib/organizations/values";
import { newGroup } from "@/lib/component-groups/schema";
import { changeComponent, createComponent } from "@/lib/components/commands";
import { componentChange, newComponent } from "@/lib/components/schema";
import { reader, transaction } from "@/lib/db/database";
import { redeliver } from "@/lib/deliveries/commands";
import { getDeliveryReport } from "@/lib/deliveries/queries";
import { env } from "@/lib/env";
import { newId } from "@/lib/ids";
import {
  createIncident,
  deleteIncident,
  deleteIncidentUpdate,
  postIncidentUpdate,
} from "@/lib/incidents/commands";
import { newIncident, newIncidentUpdate } from "@/lib/incidents/schema";
import { createEmailJobRow } from "@/lib/email/email-jobs";
import { emailOrganizationFields, toEmailOrganization } from "@/lib/email/email-organization";
import type { OrganizationScope } from "@/lib/organizations/scope";
import { generateToken, decrypt, encrypt } from "@/lib/encryption";
import { type Channel, type NotificationMessage, type Outcome } from "./channel";
import { formatDeliveryId, readHistory } from "./delivery-row";
import { claimDue, confirmClaim, DELIVERY_LEASE_MS } from "./claim";
import type { EventKind } from "./notification-event";
import { MAX_ATTEMPTS } from "./backoff";
import { fanOut, findNextBatch } from "./fan-out";
import { loadMessages } from "./delivery-message";
import { enqueueEvent } from "./outbox";
import { QUARANTINE_FAILURES } from "./quarantine";
import { recordOutcomes } from "./record";
import { NotificationWorker, type NotificationWorkerOptions } from "./notification-worker";

const sent = (): Outcome => ({ ok: true, statusCode: 200, error: null, response: "ok" });
const failed = (over: Partial<Outcome> = {}): Outcome => ({
  ok: false,
  statusCode: 500,
  error: "HTTP 500",
  response: "no",
  ...over,
});

function createWorker(
  now: Date,
  respond: (message: NotificationMessage) => Outcome | Promise<Outcome> = sent,
  options: Partial<NotificationWorkerOptions> = {},
) {
  const received: NotificationMessage[] = [];
  const send = async (message: NotificationMessage) => {
    received.push(message);
    return respond(message);
  };
  const senders: NotificationWorkerOptions["senders"] = {
    email: send,
    webhook: send,
    slack: send,
    discord: send,
    teams: send,
  };
  const jobs: { recipient: string; template: string; data: unknown }[] = [];
  const sendJob: NotificationWorkerOptions["sendJob"] = async ({ recipient, template, data }) => {
    jobs.push({ recipient, template, data: decrypt(data) });
    return sent();
  };
  return {
    worker: new NotificationWorker({
      senders,
      sendJob,
      now: () => now,
      random: () => 0,
      ...options,
    }),
    received,
    jobs,
  };
}

type SubscriberOptions = {
  channel?: Channel;
  everything?: boolean;
  components?: string[];
  incidents?: string[];
  state?: string;
  confirmedRevision?: number;
  target?: string;
  contactEmail?: string;
  componentUpdates?: boolean;
  language?: Language;
};

async function subscribe(
  scope: OrganizationScope,
  {
    channel = "webhook",
    components = [],
    incidents = [],
    target = "receiver.example",
    ...options
  }: SubscriberOptions = {},
) {
  const [manage, unsubscribe] = [generateToken(), generateToken()];
  const id = newId();
  const address = channel === "email" ? `${id}@example.com` : `https://${target}/${id}`;
  await transaction((tx) =>
    tx.subscriber.create({
      data: {
        id,
        organizationId: scope.id,
        channel,
        target,
        address: channel === "email" || channel === "webhook" ? address : encrypt(address),
        addressHash: id,
        state: options.state ?? "active",
        everything: options.everything ?? (components.length === 0 && incidents.length === 0),
        contactEmail: options.contactEmail ?? null,
        componentUpdates: options.componentUpdates ?? false,
        language: options.language ?? null,
        secrets:
          channel === "webhook" ? encrypt([{ secret: "whsec_c2VjcmV0", expires_at: null }]) : null,
        manageTokenHash: manage.hash,
        unsubscribeTokenHash: unsubscribe.hash,
        tokens: encrypt({ manage: manage.token, unsubscribe: unsubscribe.token }),
        confirmedAt: NOW,
        confirmedRevision: options.confirmedRevision ?? 0,
        createdAt: NOW,
        updatedAt: NOW,
        components: { create: components.map((componentId) => ({ componentId })) },
        incidents: { create: incidents.map((incidentId) => ({ incidentId })) },
      },
    }),
  );
  return id;
}

async function organization(componentCount = 0) {
  const { context, scope } = await createMembership();
  const components: string[] = [];
  for (let i = 0; i < componentCount; i++)
    components.push((await createComponent(context, scope, { name: `c${i}`, description: "" })).id);
  const report = (component_ids: string[] = [], now = NOW) =>
    createIncident(
      { ...context, now },
      scope,
      newIncident.parse({ title: "Down", impact: "major", component_ids }),
    );
  return { context, scope, components, report };
}

const readDeliveries = async (scope: OrganizationScope) => {
  const rows = await reader().delivery.findMany({
    where: { organizationId: scope.id },
    orderBy: [{ eventId: "asc" }, { subscriberId: "asc" }],
  });
  return rows.map((row) => ({
    ...row,
    id: formatDeliveryId(row),
    history: readHistory(row.history, Number.POSITIVE_INFINITY).toReversed(),
  }));
};
const readStates = async (scope: OrganizationScope) =>
  (await readDeliveries(scope)).map(({ state }) => state);

// A worker sends all due messages in the database, so those of other tests are canceled first.
beforeEach(() =>
  transaction(async (tx) => {
    await tx.notificationEvent.updateMany({
      where: { fannedOutAt: null },
      data: { fannedOutAt: NOW },
    });
    await tx.delivery.updateMany({ where: { state: "pending" }, data: { state: "cancelled" } });
    await tx.emailJob.updateMany({ where: { state: "pending" }, data: { state: "dead" } });
  }),
);

describe("a component's status that a member sets", () => {
  const at = (
    context: Awaited<ReturnType<typeof createMembership>>["context"],
    minutes: number,
  ) => ({
    ...context,
    now: later(minutes * 60_000),
  });

  test("notifies subscribers to component updates who chose the component or all components", async () => {
    const { context, scope, components } = await organization(2);
    const [a, b] = components as [string, string];
    await subscribe(scope);
    await subscribe(scope, { components: [a] });
    const all = await subscribe(scope, { componentUpdates: true });
    const chosen = await subscribe(scope, { componentUpdates: true, components: [a] });
    await subscribe(scope, { componentUpdates: true, components: [b] });
    const { worker, received } = createWorker(later(120_000));
    await changeComponent(at(context, 1), scope, a, { status: "major_outage", notify: true });
    await worker.drain();
    expect(received.map(({ subscriber }) => subscriber.id).toSorted()).toEqual(
      [all, chosen].toSorted(),
    );
    expect(received[0]!.event).toMatchObject({
      kind: "component.updated",
      payload: {
        incident: null,
        components: [{ id: a, old_status: "operational", new_status: "major_outage", position: 1 }],
        page: { status_indicator: "major" },
      },
    });
  });

  test("notifies no subscriber by default, or if visitors see no change", async () => {
    const { context, scope, components, report } = await organization(2);
    const [a, b] = components as [string, string];
    await subscribe(scope, { componentUpdates: true });
    const change = (id: string, change: Parameters<typeof changeComponent>[3]) =>
      changeComponent(at(context, 2), scope, id, change);
    await change(a, { status: "major_outage" });
    await change(a, { name: "Other", notify: true });
    await change(a, { status: "major_outage", notify: true });
    await report([b]);
    await change(b, { status: "degraded_performance", notify: true });
    const { worker, received } = createWorker(later(180_000));
    await worker.drain();
    expect(received.map(({ event }) => event.kind)).toEqual(["incident.created"]);
  });

  test("supersedes an older queued message about the same component, except for webhooks", async () => {
    const { context, scope, components } = await organization(2);
    const [a, b] = components as [string, string];
    for (const channel of ["email", "slack", "webhook"] as const)
      await subscribe(scope, { channel, componentUpdates: true });
    const set = async (id: string, status: "major_outage" | "operational", minutes: number) => {
      await changeComponent(at(context, minutes), scope, id, { status, notify: true });
      const batch = await findNextBatch("", later(minutes * 60_000));
      await fanOut(batch!, later(minutes * 60_000));
    };
    await set(a, "major_outage", 1);
    await set(b, "major_outage", 2);
    await set(a, "operational", 3);
    const states = (await readDeliveries(scope)).map(({ channel, state }) => `${channel} ${state}`);
    expect(states.toSorted()).toEqual([
      ...["email pending", "email pending", "email superseded"],
      ...["slack pending", "slack pending", "slack superseded"],
      ...["webhook pending", "webhook pending", "webhook pending"],
    ]);
  });
});

test("loadMessages: the number of statements does not depend on the number of deliveries", async () => {
  const { scope, components, report } = await organization(3);
  for (let i = 0; i < 20; i++) await subscribe(scope);
  await report(components);
  await report();
  for (let batch = await findNextBatch("", NOW); batch; batch = await findNextBatch("", NOW))
    await fanOut(batch, NOW);
  const claims = await claimDue(later(1), { limit: 256 });
  const messages = (await loadMessages(claims, later(1))).map((build) => build?.());
  expect(messages.filter((message) => message?.subscriber.channel === "webhook").length).toBe(32);
  const statements = collectStatements();
  await loadMessages(claims, later(1));
  const { length } = statements();
  await loadMessages(claims.slice(0, 1), later(1));
  expect([length > 0, statements().length]).toEqual([true, 2 * length]);
  const names = messages[0]!.event.payload.components.map(({ name, group }) => [name, group]);
  expect(names).toEqual([
    ["c0", null],
    ["c1", null],
    ["c2", null],
  ]);
});
afterEach(() => vi.restoreAllMocks());

describe("fan-out", () => {
  test("notifies each subscriber once, and is not repeated", async () => {
    const { scope, report } = await organization();
    for (let i = 0; i < 5; i++) await subscribe(scope);
    const incident = await report();
    const { worker, received } = createWorker(NOW);
    await worker.drain();
    await worker.drain();
    expect(received).toHaveLength(5);
    expect(new Set(received.map(({ subscriber }) => subscriber.id)).size).toBe(5);
    expect(received[0]!.event.payload.incident!.id).toBe(incident.id);
    expect(await readStates(scope)).toEqual(Array(5).fill("delivered"));
  });

  test("creates each delivery once, even with several workers", async () => {
    const { scope, report } = await organization();
    for (let i = 0; i < 60; i++) await subscribe(scope, { target: `host-${i % 20}` });
    await report();
    const workers = Array.from({ length: 4 }, () => createWorker(NOW));
    await Promise.all(workers.map(({ worker }) => worker.drain()));
    const ids = workers.flatMap(({ received }) => received.map(({ id }) => id));
    expect(ids).toHaveLength(60);
    expect(new Set(ids).size).toBe(60);
  });

  test("finds the subscribers who chose everything, an affected component, or the incident", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            everything: fc.boolean(),
            components: fc.subarray([0, 1, 2]),
            follows: fc.boolean(),
          }),
          { maxLength: 6 },
        ),
        fc.subarray([0, 1, 2]),
        async (choices, affected) => {
          const { scope, components, report } = await organization(3);
          const incident = await report(affected.map((index) => components[index]!));
          const expected: string[] = [];
          for (const choice of choices) {
            const id = await subscribe(scope, {
              everything: choice.everything,
              components: choice.components.map((index) => components[index]!),
              incidents: choice.follows ? [incident.id] : [],
            });
            if (
              choice.everything ||
              choice.follows ||
              choice.components.some((index) => affected.includes(index))
            )
              expected.push(id);
          }
          const { worker, received } = createWorker(NOW);
          await worker.drain();
          expect(received.map(({ subscriber }) => subscriber.id).sort()).toEqual(expected.sort());
        },
      ),
      { numRuns: 15 },
    );
  });

  test("skips subscribers who unsubscribed, had not confirmed yet, or are in another organization", async () => {
    const [{ scope, report }, other] = [await organization(), await organization()];
    await subscribe(other.scope);
    await subscribe(scope, { state: "unconfirmed" });
    await subscribe(scope, { state: "unsubscribed" });
    await subscribe(scope, { confirmedRevision: 1_000 });
    await report();
    const { worker, received } = createWorker(NOW);
    await worker.drain();
    expect(received).toEqual([]);
  });

  test("supersedes unsent emails and chat messages of the same incident, but no webhooks", async () => {
    const { context, scope, report } = await organization();
    for (const channel of ["email", "slack", "webhook"] as const)
      await subscribe(scope, { channel });
    const [incident, other] = [await report(), await report()];
    const fail = createWorker(NOW, () => failed());
    await fail.worker.drain();
    expect(fail.received).toHaveLength(6);
    await postIncidentUpdate(
      { ...context, now: later(60_000) },
      scope,
      incident.id,
      newIncidentUpdate.parse({ body: "More." }),
    );
    const { worker, received } = createWorker(later(60_000));
    await worker.drain();
    const listSent = (channel: string) =>
      received
        .filter(({ subscriber }) => subscriber.channel === channel)
        .map(({ event }) => `${event.payload.incident!.id} ${event.kind}`)
        .toSorted();
    const [created, updated] = [
      `${incident.id} incident.created`,
      `${incident.id} incident.updated`,
    ];
    const unrelated = `${other.id} incident.created`;
    expect(listSent("email")).toEqual([updated, unrelated].toSorted());
    expect(listSent("slack")).toEqual([updated, unrelated].toSorted());
    expect(listSent("webhook")).toEqual([created, updated, unrelated].toSorted());
    const { counts } = await getDeliveryReport(scope, { kind: "incident", id: incident.id });
    expect(counts).toEqual([
      { state: "delivered", channel: "email", count: 1 },
      { state: "delivered", channel: "slack", count: 1 },
      { state: "delivered", channel: "webhook", count: 2 },
      { state: "superseded", channel: "email", count: 1 },
      { state: "superseded", channel: "slack", count: 1 },
    ]);
  });

  async function updated() {
    const fixture = await organization();
    const { id } = await fixture.report();
    const at = (ms: number) => ({ ...fixture.context, now: later(ms) });
    const fanOutAt = async (ms: number) => fanOut((await findNextBatch("", later(ms)))!, later(ms));
    const post = async (ms: number, input = {}) => {
      const value = newIncidentUpdate.parse({ body: "More.", ...input });
      const { id: updateId } = await postIncidentUpdate(at(ms), fixture.scope, id, value);
      await fanOutAt(ms);
      return updateId;
    };
    const remove = (ms: number, updateId: string) =>
      deleteIncidentUpdate(at(ms), fixture.scope, id, updateId);
    const statesOfChannel = async (channel: Channel) =>
      (await readDeliveries(fixture.scope))
        .filter((one) => one.channel === channel)
        .map((d) => d.state);
    return { ...fixture, fanOutAt, post, remove, statesOfChannel };
  }

  test("supersedes a message, which is restored if the newer update is deleted before it is sent", async () => {
    const { scope, fanOutAt, post, remove, statesOfChannel } = await updated();
    for (const channel of ["email", "webhook"] as const) await subscribe(scope, { channel });
    await subscribe(scope, { channel: "slack", state: "quarantined" });
    await fanOutAt(0);
    const deleted = await post(1_000);
    expect(await statesOfChannel("email")).toEqual(["superseded", "pending"]);
    await remove(2_000, deleted);
    expect(await statesOfChannel("email")).toEqual(["pending", "cancelled"]);
    expect(await statesOfChannel("slack")).toEqual(["held", "cancelled"]);
    expect(await statesOfChannel("webhook")).toEqual(["pending", "cancelled"]);
    const { worker, received } = createWorker(later(2_000));
    await worker.drain();
    expect(received.map(({ event }) => event.kind)).toEqual([
      "incident.created",
      "incident.created",
    ]);
  });

  test("supersedes messages, which are restored if all newer updates are deleted before one is sent", async () => {
    const { scope, fanOutAt, post, remove, statesOfChannel } = await updated();
    await subscribe(scope, { channel: "email" });
    await fanOutAt(0);
    const deleted = [await post(1_000), await post(2_000)];
    for (const id of deleted) await remove(3_000, id);
    expect(await statesOfChannel("email")).toEqual(["pending", "superseded", "cancelled"]);
    await post(4_000);
    await createWorker(later(4_000)).worker.drain();
    await remove(6_000, await post(5_000));
    expect((await statesOfChannel("email")).toSorted()).toEqual(
      ["superseded", "superseded", "cancelled", "delivered", "cancelled"].toSorted(),
    );
  });

  test("does not let an event without a revision, from an earlier release, supersede newer messages", async () => {
    const { scope, fanOutAt, post, statesOfChannel } = await updated();
    await subscribe(scope, { channel: "email" });
    const changeFirst = (data: { revision?: null; fannedOutAt: Date | null }) =>
      transaction((tx) =>
        tx.notificationEvent.updateMany({
          where: { organizationId: scope.id, kind: "incident.created" },
          data,
        }),
      );
    await changeFirst({ revision: null, fannedOutAt: NOW });
    await post(1_000);
    await changeFirst({ fannedOutAt: null });
    await fanOutAt(2_000);
    expect(await statesOfChannel("email")).toEqual(["pending", "pending"]);
  });

  test("gives a message the queue position of the message that it supersedes", async () => {
    const { scope, fanOutAt, post } = await updated();
    await subscribe(scope, { channel: "email" });
    const paused = await subscribe(scope, { channel: "slack" });
    await fanOutAt(0);
    const retryAfterUntil = later(90_000);
    await transaction((tx) =>
      tx.subscriber.update({ where: { id: paused }, data: { retryAfterUntil } }),
    );
    await post(1_000);
    await post(2_000, { status: "resolved" });
    const rows = (await readDeliveries(scope)).filter(({ state }) => state === "pending");
    const places = rows.map(({ channel, priority, nextAttemptAt }) => [
      ...[channel, priority, nextAttemptAt],
    ]);
    expect(places.toSorted()).toEqual([
      ["email", 0, NOW],
      ["slack", 0, retryAfterUntil],
    ]);
  });

  test("sends new incidents first, then updates, then resolved incidents, then maintenance", async () => {
    const { scope } = await organization();
    await subscribe(scope, { confirmedRevision: -1 });
    const kinds = [
      "maintenance.started",
      "incident.resolved",
      "incident.updated",
      "incident.created",
    ];
    for (const [index, kind] of kinds.entries()) {
      await transaction((tx) =>
        enqueueEvent(tx, {
          kind: kind as EventKind,
          organizationId: scope.id,
          incidentId: null,
          maintenanceId: null,
          updateId: null,
          createdAt: later(index),
          revision: 0,
          payload: buildPayload(kind as EventKind),
        }),
      );
      await fanOut((await findNextBatch("", later(10)))!, later(index));
    }
    const { worker, received } = createWorker(later(10));
    await worker.drain();
    expect(received.map(({ event }) => event.kind)).toEqual(kinds.toReversed());
  });

  test("alternates between organizations", async () => {
    const fixtures = [await organization(), await organization()];
    for (const { scope, report } of fixtures) {
      await subscribe(scope);
      await report();
    }
    const [one, other] = fixtures.map(({ scope }) => scope.id as string).toSorted();
    expect((await findNextBatch("", NOW))?.organizationId).toBe(one);
    expect((await findNextBatch(one!, NOW))?.organizationId).toBe(other);
    expect((await findNextBatch(other!, NOW))?.organizationId).toBe(one);
  });

  test("creates no deliveries for a batch that another process has fanned out", async () => {
    const { scope, report } = await organization();
    await subscribe(scope);
    await report();
    const batch = (await findNextBatch("", NOW))!;
    expect(await fanOut(batch, NOW)).toHaveLength(1);
    expect(await fanOut(batch, NOW)).toEqual([]);
    expect(await readStates(scope)).toEqual(["pending"]);
  });

  test("creates deliveries that are due and can be claimed once", async () => {
    const { scope, report } = await organization();
    const ids = [await subscribe(scope), await subscribe(scope), await subscribe(scope)];
    await report();
    await fanOut((await findNextBatch("", NOW))!, NOW);
    const claims = await claimDue(NOW, { limit: 2 });
    expect(claims).toMatchObject(
      Array(2).fill({ attempts: 1, leasedUntil: later(DELIVERY_LEASE_MS) }),
    );
    const claimed = claims.map(({ subscriberId }) => subscriberId);
    const rest = ids.filter((id) => !claimed.includes(id));
    expect((await claimDue(NOW, { limit: 10 })).map(({ subscriberId }) => subscriberId)).toEqual(
      rest,
    );
    expect(rest).toHaveLength(1);
    expect(await claimDue(NOW, { limit: 10 })).toEqual([]);
    const confirm = () => Promise.all(claims.map((claim) => confirmClaim(claim, NOW)));
    expect(await confirm()).toEqual([true, true]);
    await transaction((tx) =>
      tx.organization.update({ where: { id: scope.id }, data: { suspendedAt: NOW } }),
    );
    expect(await confirm(), "a claim is void after a suspension").toEqual([false, false]);
  });

  test("holds deliveries to a quarantined endpoint", async () => {
    const { scope, report } = await organization();
    await subscribe(scope, { state: "quarantined" });
    await report();
    const { worker, received } = createWorker(NOW);
    await worker.drain();
    expect(received).toEqual([]);
    expect(await readStates(scope)).toEqual(["held"]);
  });
});

describe("an attempt to deliver a message", () => {
  test("sends the complete message and is recorded", async () => {
    const { scope, components, report } = await organization(1);
    const subscriberId = await subscribe(scope, { channel: "slack" });
    await report(components);
    const { worker, received } = createWorker(later(500));
    await worker.drain();
    const [delivery] = await readDeliveries(scope);
    expect(received).toMatchObject([
      {
        id: delivery!.id,
        event: {
          kind: "incident.created",
          payload: { components: [{ name: "c0", new_status: "partial_outage" }] },
        },
        organization: { id: scope.id },
        subscriber: {
          id: subscriberId,
          channel: "slack",
          address: `https://receiver.example/${subscriberId}`,
        },
        now: later(500),
      },
    ]);
    expect(delivery).toMatchObject({
      state: "delivered",
      attempts: 1,
      finishedAt: later(500),
      history: [{ at: later(500).toISOString(), status_code: 200, error: null, response: "ok" }],
    });
  });

  test("sends the group, start date, and position of components", async () => {
    const { context, scope, components, report } = await organization(2);
    const group = await createGroup(context, scope, newGroup.parse({ name: "Europe" }));
    const change = { group_id: group.id, start_date: "2026-11-01" };
    await changeComponent(context, scope, components[1]!, componentChange.parse(change));
    await subscribe(scope);
    await report(components);
    const { worker, received } = createWorker(NOW);
    await worker.drain();
    expect(received[0]!.event.payload.components).toMatchObject([
      { id: components[0], group_id: null, start_date: null, position: 1 },
      { id: components[1], group_id: group.id, start_date: "2026-11-01", position: 1 },
    ]);
  });

  test.each(["A\u001fB", "A\u001eB\u001fC"])("sends %j, the name of a group", async (name) => {
    const { context, scope, components, report } = await organization(1);
    const group = await createGroup(context, scope, newGroup.parse({ name }));
    const change = componentChange.parse({ group_id: group.id });
    await changeComponent(context, scope, components[0]!, change);
    await subscribe(scope);
    await report(components);
    const { worker, received } = createWorker(NOW);
    await worker.drain();
    expect(received.map(({ event }) => event.payload.components[0]!.group)).toEqual([name]);
  });

  test("an event that can't be read fails only its own deliveries", async () => {
    const [broken, intact] = [await organization(1), await organization(1)];
    for (const { context, scope, components, report } of [broken, intact]) {
      const group = await createGroup(context, scope, newGroup.parse({ name: "Europe" }));
      const change = componentChange.parse({ group_id: group.id });
      await changeComponent(context, scope, components[0]!, change);
      await subscribe(scope);
      await report(components);
    }
    await transaction((tx) =>
      tx.componentGroup.updateMany({
        where: { organizationId: broken.scope.id },
        data: { translations: "{" },
      }),
    );
    const { worker, received } = createWorker(NOW);
    await worker.drain();
    expect(received.map(({ organization }) => organization.id)).toEqual([intact.scope.id]);
    expect(await readDeliveries(broken.scope)).toMatchObject([
      { state: "pending", history: [{ error: expect.stringMatching(/can't be created/) }] },
    ]);
    expect(
      await reader().subscriber.findMany({
        where: { organizationId: broken.scope.id },
        select: { failures: true },
      }),
    ).toEqual([{ failures: 0 }]);
    expect(await readStates(intact.scope)).toEqual(["delivered"]);
  });

  test("uses the organization's brand, with the logos that email clients can display", async () => {
    const { scope, report } = await organization();
    const { id } = scope;
    const images = [
      { kind: "logo", mediaType: "image/png", hash: "a" },
      { kind: "logo_dark", mediaType: "image/svg+xml", hash: "b" },
      { kind: "favicon", mediaType: "image/png", hash: "c" },
    ];
    await transaction(async (tx) => {
      await tx.organization.update({ where: { id }, data: { accentColor: "#ffd43b" } });
      await tx.organizationImage.createMany({
        data: images.map((image) => ({ ...image, organizationId: id, bytes: new Uint8Array(1) })),
      });
    });
    await subscribe(scope);
    await report();
    const { worker, received } = createWorker(NOW);
    await worker.drain();
    expect(received[0]!.organization).toMatchObject({
      accentColor: "#ffd43b",
      headerColor: null,
      logos: { logo: `http://localhost:${env.PORT}/status/${id}/logo?v=a` },
    });
    const row = await reader().organization.findUniqueOrThrow({
      where: { id },
      select: emailOrganizationFields,
    });
    expect(toEmailOrganization(row)).toEqual(received[0]!.organization);
  });

  test("uses each subscriber's language except for webhooks, with one event per language", async () => {
    const { context, scope } = await organization();
    const { id } = scope;
    await transaction((tx) =>
      tx.organization.update({ where: { id }, data: { languages: "de,ja" } }),
    );
    const url = `http://localhost:${env.PORT}/status/${id}`;
    const expected = new Map<string, [Language, string]>();
    for (const [language, path] of [
      [undefined, ""],
      ["de", ""],
      ["ja", "/ja"],
      ["ja", "/ja"],
      // Portuguese is not a language of the status page.
      ["pt", ""],
    ] as const)
      expected.set(await subscribe(scope, { channel: "email", language }), [
        language ?? "de",
        url + path,
      ]);
    expected.set(await subscribe(scope, { language: "ja" }), ["de", url]);
    const group = await createGroup(
      context,
      scope,
      newGroup.parse({ name: "Europa", translations: { ja: { name: "欧州" } } }),
    );
    const component = await createComponent(
      context,
      scope,
      newComponent.parse({ name: "API", group_id: group.id }),
    );
    const incident = await createIncident(
      context,
      scope,
      newIncident.parse({
        ...{ title: "Störung", body: "Wir prüfen das.", impact: "major" },
        component_ids: [component.id],
        translations: { ja: { title: "障害", body: "調査しています。" } },
      }),
    );
    const { worker, received } = createWorker(NOW);
    await worker.drain();
    for (const { event, subscriber } of received) {
      const isTranslated = event.language === "ja" && subscriber.channel === "email";
      const { incident: reported, updates, components } = event.payload;
      expect([reported!.title, updates[0]!.body, components[0]!.group]).toEqual(
        isTranslated
          ? ["障害", "調査しています。", "欧州"]
          : ["Störung", "Wir prüfen das.", "Europa"],
      );
    }
    expect(new Map(received.map((one) => [one.subscriber.id, one.event.language]))).toEqual(
      new Map([...expected].map(([subscriberId, [language]]) => [subscriberId, language])),
    );
    for (const { event, organization, subscriber } of received) {
      const [, pageUrl] = expected.get(subscriber.id)!;
      expect(organization.url).toBe(pageUrl);
      expect(event.payload.incident!.url).toBe(`${pageUrl}/incidents/${incident.id}`);
    }
    expect(new Set(received.map(({ event }) => event)).size).toBe(3);
  });

  test.each([
    ["the organization's verified host", true],
    ["the installation's host if the organization's is not verified", false],
  ])("links to the page at %s", async (_, isVerified) => {
    const { scope, report } = await organization();
    const host = `${newId()}.example`;
    await transaction((tx) =>
      tx.organizationDomain.create({
        data: {
          organizationId: scope.id,
          host,
          verifiedHost: isVerified ? host : null,
          token: "t",
          createdAt: NOW,
          updatedAt: NOW,
        },
      }),
    );
    await subscribe(scope);
    const incident = await report();
    const { worker, received } = createWorker(NOW);
    await worker.drain();
    const url = isVerified ? `https://${host}` : `http://localhost:${env.PORT}/status/${scope.id}`;
    expect(received).toMatchObject([
      {
        organization: { url },
        event: { payload: { incident: { url: `${url}/incidents/${incident.id}` } } },
      },
    ]);
  });

  test("that fails is retried with the same ID and growing delays, up to 12 attempts", async () => {
    const { scope, report } = await organization();
    await subscribe(scope, { channel: "email" });
    await report();
    const ids = new Set<string>();
    const waits: number[] = [];
    let now = NOW;
    for (let attempt = 1; attempt <= 12; attempt++) {
      const { worker, received } = createWorker(now, () => failed());
      await worker.drain();
      expect(received).toHaveLength(1);
      ids.add(received[0]!.id);
      const [delivery] = await readDeliveries(scope);
      expect(delivery).toMatchObject({
        attempts: attempt,
        state: attempt < 12 ? "pending" : "dead",
      });
      const early = createWorker(new Date(delivery!.nextAttemptAt.getTime() - 1));
      await early.worker.drain();
      expect(early.received).toEqual([]);
      if (attempt < 12) waits.push(delivery!.nextAttemptAt.getTime() - now.getTime());
      now = delivery!.nextAttemptAt;
    }
    expect(ids.size).toBe(1);
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect([waits[0], waits.at(-1)]).toEqual([2_500, 3 * 60 * 60_000]);
    expect((await readDeliveries(scope))[0]!.history).toHaveLength(12);
  });

  test("is retried beyond the limit of 12 attempts while the mail server accepts no email", async () => {
    const { scope, report } = await organization();
    await subscribe(scope, { channel: "email" });
    await report();
    const isDown = failed({ statusCode: null, isUnsent: true, isMailServerDown: true });
    let now = NOW;
    for (let attempt = 1; attempt <= 30; attempt++) {
      await createWorker(now, () => isDown).worker.drain();
      const [delivery] = await readDeliveries(scope);
      expect(delivery).toMatchObject({ state: "pending", attempts: Math.min(attempt, 7) });
      now = delivery!.nextAttemptAt;
    }
    await createWorker(now).worker.drain();
    const [delivery] = await readDeliveries(scope);
    expect(delivery).toMatchObject({ state: "delivered" });
    expect(delivery!.history).toHaveLength(8);
  });

  test("that gets Retry-After is retried after that time", async () => {
    const { scope, report } = await organization();
    await subscribe(scope);
    await report();
    await createWorker(NOW, () => failed({ statusCode: 429, retryAfterMs: 90_000 })).worker.drain();
    expect((await readDeliveries(scope))[0]!.nextAttemptAt).toEqual(later(90_000));
  });

  test("that gets Retry-After delays all deliveries to that endpoint without a quarantine", async () => {
    const { scope, report } = await organization();
    const [throttled, other] = [await subscribe(scope), await subscribe(scope)];
    for (let i = 0; i < QUARANTINE_FAILURES + 2; i++) await report();
    await createWorker(NOW, ({ subscriber }) =>
      subscriber.id === throttled ? failed({ statusCode: 429, retryAfterMs: 90_000 }) : sent(),
    ).worker.drain();
    await report([], later(20_000));
    const early = createWorker(later(80_000));
    await early.worker.drain();
    expect(early.received.map(({ subscriber }) => subscriber.id)).toEqual([other]);
    const due = await reader().delivery.findMany({ where: { subscriberId: throttled } });
    expect(due.map(({ state, nextAttemptAt }) => [state, nextAttemptAt])).toEqual(
      due.map(() => ["pending", later(90_000)]),
    );
    expect((await reader().subscriber.findUniqueOrThrow({ where: { id: throttled } })).state).toBe(
      "active",
    );
    const then = createWorker(later(90_000));
    await then.worker.drain();
    expect(then.received).toHaveLength(QUARANTINE_FAILURES + 3);
  });

  test("that waits for a free slot is skipped if the subscriber is deleted or unsubscribes meanwhile", async () => {
    const { scope, report } = await organization();
    const ids = [];
    for (let i = 0; i < 8; i++) ids.push(await subscribe(scope));
    await report();
    let clock = NOW;
    const pending: (() => void)[] = [];
    const { worker, received } = createWorker(
      NOW,
      () => new Promise<Outcome>((resolve) => void pending.push(() => resolve(sent()))),
      { now: () => clock },
    );
    const drained = worker.drain();
    while (pending.length < 4) await new Promise((resolve) => setImmediate(resolve));
    const started = received.map(({ subscriber }) => subscriber.id);
    const [deleted, left, ...stay] = ids.filter((id) => !started.includes(id));
    await transaction(async (tx) => {
      await tx.subscriber.delete({ where: { id: deleted! } });
      await tx.delivery.updateMany({
        where: { subscriberId: left! },
        data: { state: "cancelled" },
      });
    });
    clock = later(5_000);
    const timer = setInterval(() => pending.splice(0).forEach((respond) => respond()), 1);
    await drained;
    clearInterval(timer);
    expect(received.map(({ subscriber }) => subscriber.id).toSorted()).toEqual(
      [...started, ...stay].toSorted(),
    );
  });

  test.each([30_000, 90_000])(
    "that waits for a free slot is delayed and not counted if the endpoint requests a %i ms delay",
    async (retryAfterMs) => {
      const { scope, report } = await organization();
      const id = await subscribe(scope);
      for (let i = 0; i < 8; i++) await report();
      let clock = NOW;
      const pending: ((outcome: Outcome) => void)[] = [];
      const { worker, received } = createWorker(
        NOW,
        () => new Promise<Outcome>((resolve) => void pending.push(resolve)),
        { now: () => clock },
      );
      const drained = worker.drain();
      const next = () => new Promise((resolve) => setImmediate(resolve));
      const countClaims = () =>
        reader().delivery.count({ where: { subscriberId: id, attempts: 1 } });
      while (pending.length < 4 || (await countClaims()) < 8) await next();
      clock = later(5_000);
      pending.shift()!(failed({ statusCode: 429, retryAfterMs }));
      const readSubscriber = () => reader().subscriber.findUniqueOrThrow({ where: { id } });
      while ((await readSubscriber()).retryAfterUntil === null) await next();
      const timer = setInterval(() => pending.splice(0).forEach((respond) => respond(sent())), 1);
      await drained;
      clearInterval(timer);
      // The fifth message may start before the requested delay is recorded.
      expect(received.length).toBeLessThanOrEqual(5);
      const waiting = (await readDeliveries(scope)).filter(({ history }) => history.length === 0);
      expect(waiting.map(({ attempts, nextAttemptAt }) => [attempts, nextAttemptAt])).toEqual(
        Array.from({ length: 8 - received.length }, () => [0, later(5_000 + retryAfterMs)]),
      );
    },
  );

  test("that is permanently rejected is not retried", async () => {
    const { scope, report } = await organization();
    await subscribe(scope, { channel: "email" });
    await report();
    await createWorker(NOW, () => failed({ statusCode: 550, isPermanent: true })).worker.drain();
    expect(await readStates(scope)).toEqual(["dead"]);
  });

  test("that gets 410 unsubscribes the subscriber and cancels its other deliveries", async () => {
    const { scope, report } = await organization();
    const id = await subscribe(scope);
    await report();
    await report();
    let first = true;
    await createWorker(NOW, async () => {
      if (!first) return failed();
      first = false;
      return failed({ statusCode: 410, isGone: true });
    }).worker.drain();
    expect((await reader().subscriber.findUniqueOrThrow({ where: { id } })).state).toBe(
      "unsubscribed",
    );
    expect(await readStates(scope)).toEqual(["cancelled", "cancelled"]);
  });

  test("is in the history once, even if it is recorded again because the commit seemed to fail", async () => {
    const { scope, report } = await organization();
    for (let i = 0; i < 2; i++) await subscribe(scope);
    await report();
    await fanOut((await findNextBatch("", NOW))!, NOW);
    const claims = (await claimDue(NOW, { limit: 10 })).toSorted((one, other) =>
      one.id < other.id ? -1 : 1,
    );
    const attempts = claims.map((claim, index) => ({
      claim,
      at: NOW,
      durationMs: 1,
      outcome: index === 0 ? sent() : failed({ response: "100%_\\ 'no'" }),
    }));
    for (let i = 0; i < 2; i++) await recordOutcomes(attempts, NOW, () => 0);
    expect(await readDeliveries(scope)).toMatchObject([
      { state: "delivered", history: [{ status_code: 200 }] },
      { state: "pending", history: [{ status_code: 500, response: "100%_\\ 'no'" }] },
    ]);
    expect(
      await reader().subscriber.findMany({
        where: { organizationId: scope.id },
        select: { failures: true },
        orderBy: { id: "asc" },
      }),
    ).toEqual([{ failures: 0 }, { failures: 1 }]);
  });

  test("that throws counts as a failure", async () => {
    const { scope, report } = await organization();
    await subscribe(scope);
    await report();
    await createWorker(NOW, () => {
      throw new Error("a bug in a channel");
    }).worker.drain();
    expect((await readDeliveries(scope))[0]).toMatchObject({
      state: "pending",
      history: [{ error: "Error: a bug in a channel" }],
    });
  });

  test("is retried when its lease ends, and not before, if the process crashed", async () => {
    const { scope, report } = await organization();
    await subscribe(scope);
    await report();
    const never = createWorker(NOW, () => new Promise<Outcome>(() => undefined));
    void never.worker.drain();
    while (never.received.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const early = createWorker(later(DELIVERY_LEASE_MS - 1));
    await early.worker.drain();
    expect(early.received).toEqual([]);
    const successor = createWorker(later(DELIVERY_LEASE_MS));
    await successor.worker.drain();
    expect(successor.received.map(({ id }) => id)).toEqual(never.received.map(({ id }) => id));
  });

  test("runs with at most 3 others to the same target, and delays no other target if it hangs", async () => {
    const { scope, report } = await organization();
    for (let i = 0; i < 40; i++) await subscribe(scope, { target: "hangs.example" });
    for (let i = 0; i < 40; i++) await subscribe(scope, { target: "works.example" });
    await report();
    let active = 0;
    let most = 0;
    const hanging: ((outcome: Outcome) => void)[] = [];
    const responders = {
      "hangs.example": () => new Promise<Outcome>((resolve) => void hanging.push(resolve)),
    } as Record<string, () => Promise<Outcome>>;
    const { worker, received } = createWorker(NOW, async (message) => {
      const target = new URL(message.subscriber.address).host;
      if (responders[target]) return responders[target]();
      most = Math.max(most, ++active);
      await new Promise((resolve) => setImmediate(resolve));
      active--;
      return sent();
    });
    worker.start();
    const worked = () =>
      received.filter(({ subscriber }) => subscriber.address.includes("works.example")).length;
    while (worked() < 40) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(most).toBeLessThanOrEqual(4);
    expect(received.length - worked()).toBe(4);
    const stopped = worker.stop();
    for (const end of hanging) end(failed());
    await stopped;
  });

  test("is not delayed by 100 hanging targets", async () => {
    const { scope, report } = await organization();
    for (let i = 0; i < 100; i++) await subscribe(scope, { target: `hangs-${i}.example` });
    await subscribe(scope, { target: "works.example" });
    await report();
    const hanging: ((outcome: Outcome) => void)[] = [];
    const { worker, received } = createWorker(NOW, ({ subscriber: { address } }) =>
      address.includes("works.example")
        ? sent()
        : new Promise((resolve) => void hanging.push(resolve)),
    );
    worker.start();
    while (received.length < 101) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(hanging).toHaveLength(100);
    const stopped = worker.stop();
    for (const end of hanging) end(failed());
    await stopped;
    expect(new Set(await readStates(scope))).toEqual(new Set(["pending", "delivered"]));
  });
});

describe("after the clock was set back by 3 days", () => {
  const DAY_MS = 24 * 60 * 60_000;

  test("deliveries that wait for Retry-After, the end of a lease, or a notification delay are sent", async () => {
    const { context, scope, report } = await organization();
    const ids = [await subscribe(scope), await subscribe(scope), await subscribe(scope)];
    await report([], later(3 * DAY_MS));
    await fanOut((await findNextBatch("", later(3 * DAY_MS)))!, later(3 * DAY_MS));
    await claimDue(later(3 * DAY_MS), { limit: 1 });
    await createWorker(later(3 * DAY_MS), () =>
      failed({ statusCode: 429, retryAfterMs: 3_600_000 }),
    ).worker.drain();
    const delayed = newIncident.parse({
      title: "Slow",
      impact: "minor",
      notify_after_seconds: 300,
    });
    await createIncident({ ...context, now: later(3 * DAY_MS) }, scope, delayed);
    const { worker, received } = createWorker(NOW);
    await worker.drain();
    expect(received.map(({ subscriber }) => subscriber.id).toSorted()).toEqual(
      [...ids, ...ids].toSorted(),
    );
    expect(new Set(await readStates(scope))).toEqual(new Set(["delivered"]));
  });

  test("account emails are sent", async () => {
    const recipient = `${newId()}@example.com`;
    const data = { name: "Ada", token: "t", expires_at: later(60_000).toISOString() };
    await transaction((tx) =>
      tx.emailJob.create({
        data: createEmailJobRow({
          recipient,
          template: "password_reset",
          data,
          now: later(3 * DAY_MS),
        }),
      }),
    );
    const { worker, jobs } = createWorker(NOW);
    await worker.drain();
    expect(jobs).toMatchObject([{ recipient }]);
  });
});

describe("delayed notifications (notify_after_seconds)", () => {
  async function reported() {
    const fixture = await organization();
    const subscriber = await subscribe(fixture.scope);
    const { id } = await createIncident(
      fixture.context,
      fixture.scope,
      newIncident.parse({ title: "Down", impact: "major", notify_after_seconds: 10 }),
    );
    const post = (ms: number, input: Record<string, unknown> = {}) =>
      postIncidentUpdate(
        { ...fixture.context, now: later(ms) },
        fixture.scope,
        id,
        newIncidentUpdate.parse({ body: "More.", ...input }),
      );
    const remove = (updateId: string, ms: number) =>
      deleteIncidentUpdate({ ...fixture.context, now: later(ms) }, fixture.scope, id, updateId);
    const drain = async (ms: number, respond?: () => Outcome) => {
      const { worker, received } = createWorker(later(ms), respond);
      await worker.drain();
      return received.map(({ event }) => event.kind);
    };
    const report = () => getDeliveryReport(fixture.scope, { kind: "incident", id });
    return { ...fixture, id, subscriber, post, remove, drain, report };
  }

  test("are sent by any process when they are due, and not before", async () => {
    const { drain, report, scope } = await reported();
    expect(await report()).toEqual({ total: 0, counts: [], sendingAt: later(10_000) });
    expect(await drain(9_999)).toEqual([]);
    expect(await readDeliveries(scope)).toEqual([]);
    expect(await drain(10_000)).toEqual(["incident.created"]);
    expect(await report()).toEqual({
      total: 1,
      counts: [{ state: "delivered", channel: "webhook", count: 1 }],
    });
  });

  test("are sent before later updates of the same incident, which wait for them", async () => {
    const { drain, post } = await reported();
    await post(1_000);
    expect(await drain(9_999)).toEqual([]);
    expect(await drain(10_000)).toEqual(["incident.created", "incident.updated"]);
  });

  test("are never sent if their incident is deleted first", async () => {
    const { context, drain, id, scope } = await reported();
    await deleteIncident({ ...context, now: later(5_000) }, scope, id);
    expect(await drain(20_000)).toEqual([]);
    expect(await reader().notificationEvent.count({ where: { organizationId: scope.id } })).toBe(0);
  });

  test("are never sent if their update is deleted first, but those of other updates are sent", async () => {
    const { drain, post, remove } = await reported();
    const { id: deletedId } = await post(11_000, { notify_after_seconds: 10 });
    await post(12_000, { status: "monitoring", notify_after_seconds: 10 });
    await remove(deletedId, 13_000);
    expect(await drain(60_000)).toEqual(["incident.created", "incident.updated"]);
  });

  test("are canceled if their update is deleted, and can't be redelivered", async () => {
    const { context, drain, post, remove, scope } = await reported();
    await drain(10_000);
    const { id: deletedId } = await post(20_000);
    await drain(20_000, () => failed());
    await remove(deletedId, 21_000);
    expect(await readStates(scope)).toEqual(["delivered", "cancelled"]);
    expect(await drain(3_600_000)).toEqual([]);
    const [, canceled] = await readDeliveries(scope);
    await expect(
      redeliver({ ...context, now: later(3_600_000) }, scope, canceled!.id),
    ).rejects.toMatchObject({ kind: "conflict" });
  });

  test("count as delivered if their update is deleted while they are being sent", async () => {
    const { drain, post, remove, scope } = await reported();
    await drain(10_000);
    const { id: deletedId } = await post(20_000);
    const { worker } = createWorker(later(20_000), async () => {
      await remove(deletedId, 20_000);
      return sent();
    });
    await worker.drain();
    expect(await readStates(scope)).toEqual(["delivered", "delivered"]);
  });

  test("never contain a deleted update, and describe the changes since the update before it", async () => {
    const fixture = await organization(1);
    await subscribe(fixture.scope);
    const [component] = fixture.components;
    const first = newIncident.parse({
      title: "Down",
      impact: "major",
      component_ids: [component],
      body: "first",
      notify: false,
    });
    const { id } = await createIncident(fixture.context, fixture.scope, first);
    const post = (ms: number, input: Record<string, unknown>) =>
      postIncidentUpdate(
        { ...fixture.context, now: later(ms) },
        fixture.scope,
        id,
        newIncidentUpdate.parse({ notify_after_seconds: 10, ...input }),
      );
    const { id: secret } = await post(1_000, { body: "SECRET", status: "resolved" });
    await post(2_000, {
      body: "later",
      status: "investigating",
      components: [{ id: component, status: "partial_outage" }],
    });
    await deleteIncidentUpdate(
      { ...fixture.context, now: later(3_000) },
      fixture.scope,
      id,
      secret,
    );
    const { worker, received } = createWorker(later(20_000));
    await worker.drain();
    expect(
      received.map(({ event }) => [event.kind, event.payload.updates.map(({ body }) => body)]),
    ).toEqual([["incident.updated", ["later", "first"]]]);
    expect(received[0]!.event.payload.components).toMatchObject([
      { old_status: "partial_outage", new_status: "partial_outage" },
    ]);
    expect(received[0]!.event.payload.incident).toMatchObject({
      status: "investigating",
      resolved_at: null,
    });
  });

  test("are retried without an update that was deleted after the first attempt", async () => {
    const { post, remove, scope } = await reported();
    const { id: secret } = await post(1_000, { body: "SECRET" });
    await post(2_000, { body: "later" });
    const deliverBodies = async (ms: number, respond?: () => Outcome) => {
      const { worker, received } = createWorker(later(ms), respond);
      await worker.drain();
      return received
        .filter(({ event }) => event.payload.updates[0]!.body === "later")
        .map(({ event }) => event.payload.updates.map(({ body }) => body));
    };
    const initial = expect.any(String);
    expect(await deliverBodies(20_000, () => failed())).toEqual([["later", "SECRET", initial]]);
    await remove(secret, 21_000);
    expect(await deliverBodies(600_000)).toEqual([["later", initial]]);
    expect((await readStates(scope)).toSorted()).toEqual(["cancelled", "delivered", "delivered"]);
  });

  test("are not sent if their update is deleted during fan-out", async () => {
    for (let round = 0; round < 10; round++) {
      const { post, remove, scope } = await reported();
      const { id: deletedId } = await post(20_000);
      await transaction((tx) =>
        tx.notificationEvent.updateMany({
          where: { organizationId: scope.id, kind: "incident.created" },
          data: { fannedOutAt: NOW },
        }),
      );
      const batch = (await findNextBatch("", later(20_000)))!;
      const [created] = await Promise.all([
        fanOut(batch, later(20_000)),
        remove(deletedId, 20_000),
      ]);
      const states = await readStates(scope);
      expect(states).toEqual(created.length === 0 ? [] : ["cancelled"]);
      expect(await findNextBatch("", later(60_000))).toBeNull();
    }
  });
});

test.each([
  ["unsubscribed", "cancelled"],
  ["quarantined", "held"],
])("when a subscriber becomes %s, a queued delivery becomes %s", async (state, expected) => {
  const { scope, report } = await organization();
  const id = await subscribe(scope);
  await report();
  await createWorker(NOW, () => failed()).worker.drain();
  await transaction((tx) => tx.subscriber.update({ where: { id }, data: { state } }));
  const { worker, received } = createWorker(later(60_000));
  await worker.drain();
  expect(received).toEqual([]);
  expect(await readStates(scope)).toEqual([expected]);
});

describe("an endpoint that keeps failing", () => {
  async function fail(
    times: number,
    stepMs: number,
    channel: Channel = "webhook",
    contactEmail?: string,
  ) {
    const fixture = await organization();
    const id = await subscribe(fixture.scope, { channel, contactEmail });
    let jobs: unknown[] = [];
    for (let i = 0; i < times; i++) {
      await transaction((tx) =>
        tx.delivery.updateMany({
          where: { subscriberId: id, state: "pending" },
          data: { state: "cancelled" },
        }),
      );
      await fixture.report([], later(i * stepMs));
      const run = createWorker(later(i * stepMs), () => failed());
      await run.worker.drain();
      jobs = [...jobs, ...run.jobs];
    }
    return {
      ...fixture,
      id,
      jobs,
      subscriber: await reader().subscriber.findUniqueOrThrow({ where: { id } }),
    };
  }

  test("is quarantined after 10 failures in an hour, and its contact gets an email", async () => {
    const { subscriber, jobs, scope } = await fail(
      QUARANTINE_FAILURES,
      60_000,
      "webhook",
      "ops@example.com",
    );
    expect(subscriber.state).toBe("quarantined");
    expect(jobs).toMatchObject([
      {
        recipient: "ops@example.com",
        template: "quarantine",
        data: {
          organization: { id: scope.id, url: `http://localhost:${env.PORT}/status/${scope.id}` },
          endpoint: `https://receiver.example/${subscriber.id}`,
          failures: 10,
          last_error: "HTTP 500",
        },
      },
    ]);
    expect((await readDeliveries(scope)).at(-1)!.state).toBe("held");
  });

  test("stays active after 9 failures", async () => {
    expect((await fail(QUARANTINE_FAILURES - 1, 60_000)).subscriber.state).toBe("active");
  });

  test("is reported by email to the organization's owners if it has no contact", async () => {
    const { jobs, context } = await fail(QUARANTINE_FAILURES, 1_000);
    const owner = await reader().user.findUniqueOrThrow({ where: { id: context.actor.userId } });
    expect(jobs).toMatchObject([{ recipient: owner.email, template: "quarantine" }]);
  });

  test("stays active if its failures are spread over more than an hour", async () => {
    expect((await fail(QUARANTINE_FAILURES, 7 * 60_000)).subscriber.state).toBe("active");
  });

  test("stays active if it is an email address with temporary failures", async () => {
    expect((await fail(QUARANTINE_FAILURES, 1_000, "email")).subscriber.state).toBe("active");
  });

  test("is quarantined after 3 permanent rejections if it is an email address", async () => {
    const { scope, report } = await organization();
    const id = await subscribe(scope, { channel: "email" });
    const day = 24 * 60 * 60_000;
    const states: string[] = [];
    for (let index = 0; index < 3; index++) {
      await report([], later(index * day));
      const rejected = failed({ statusCode: 550, isPermanent: true });
      const { worker, jobs } = createWorker(later(index * day), () => rejected);
      await worker.drain();
      states.push((await reader().subscriber.findUniqueOrThrow({ where: { id } })).state);
      expect(jobs).toEqual([]);
    }
    expect(states).toEqual(["active", "active", "quarantined"]);
  });

  test("stays active if it is an email address whose last attempts have no outcome", async () => {
    const { scope, report } = await organization();
    const id = await subscribe(scope, { channel: "email" });
    for (let index = 0; index < 3; index++) {
      await report();
      await fanOut((await findNextBatch("", NOW))!, NOW);
    }
    await transaction((tx) =>
      tx.delivery.updateMany({
        where: { subscriberId: id, state: "pending" },
        data: { attempts: MAX_ATTEMPTS },
      }),
    );
    const { worker, received } = createWorker(NOW);
    await worker.drain();
    expect(received).toEqual([]);
    expect(await readStates(scope)).toEqual(["dead", "dead", "dead"]);
    expect((await reader().subscriber.findUniqueOrThrow({ where: { id } })).state).toBe("active");
  });

  test("has a failure count that a success resets to 0", async () => {
    const { scope, id, report } = await fail(QUARANTINE_FAILURES - 1, 1_000);
    await report([], later(20_000));
    await createWorker(later(20_000)).worker.drain();
    expect(await reader().subscriber.findUniqueOrThrow({ where: { id } })).toMatchObject({
      failures: 0,
      failingSince: null,
      state: "active",
    });
    expect((await readDeliveries(scope)).at(-1)!.state).toBe("delivered");
  });
});

describe("an email job", () => {
  const emailJob = (attempts = 0) => ({
    ...createEmailJobRow({
      recipient: `${newId()}@example.com`,
      template: "password_reset",
      data: { name: "Ada", token: "t", expires_at: later(60_000).toISOString() },
      now: NOW,
    }),
    attempts,
  });
  const put = async (row: ReturnType<typeof emailJob>) => {
    await transaction((tx) => tx.emailJob.create({ data: row }));
    return () => reader().emailJob.findUniqueOrThrow({ where: { id: row.id } });
  };

  test("is retried while the mail server accepts no email, and is then sent", async () => {
    const read = await put(emailJob());
    let now = NOW;
    for (let attempt = 1; attempt <= 20; attempt++) {
      await createWorker(now, sent, {
        sendJob: async () => failed({ statusCode: null, isUnsent: true, isMailServerDown: true }),
      }).worker.drain();
      expect(await read()).toMatchObject({ state: "pending", attempts: Math.min(attempt, 7) });
      now = (await read()).nextAttemptAt;
    }
    await createWorker(now).worker.drain();
    expect(await read()).toMatchObject({ state: "sent" });
  });

  test("is not sent again if its outcome can't be saved at first", async () => {
    const read = await put(emailJob());
    let sendings = 0;
    let writings = 0;
    const outcome: Outcome = {
      ...sent(),
      get isPermanent() {
        if (++writings === 1) throw new Error("the database is unavailable for a moment");
        return false;
      },
    };
    const { worker } = createWorker(NOW, sent, {
      sendJob: async () => {
        sendings++;
        return outcome;
      },
    });
    await worker.drain();
    expect(await read()).toMatchObject({ state: "sent", data: "" });
    expect([sendings, writings]).toEqual([1, 2]);
  });

  test("is dead after 12 attempts without an outcome", async () => {
    const read = await put(emailJob(12));
    const { worker, jobs } = createWorker(NOW);
    await worker.drain();
    expect(jobs).toEqual([]);
    expect(await read()).toMatchObject({ state: "dead", data: "" });
  });
});
