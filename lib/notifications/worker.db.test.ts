import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { later, membership, NOW } from "@/e2e/support/database-fixtures";
import { payloadOf } from "@/e2e/support/messages";
import { createGroup } from "@/lib/component-groups/commands";
import { newGroup } from "@/lib/component-groups/schema";
import { changeComponent, createComponent } from "@/lib/components/commands";
import { componentChange } from "@/lib/components/schema";
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
import { createEmailJobRow } from "@/lib/email/jobs";
import type { OrganizationScope } from "@/lib/organizations/scope";
import { generateToken, decrypt, encrypt } from "@/lib/encryption";
import { type Channel, type NotificationMessage, type Outcome } from "./channel";
import { idOf, readHistory } from "./delivery-row";
import { claimDue, DELIVERY_LEASE_MS } from "./claim";
import type { EventKind } from "./events";
import { fanOut, nextBatch } from "./fan-out";
import { enqueueEvent } from "./outbox";
import { QUARANTINE_FAILURES } from "./quarantine";
import { recordOutcomes } from "./record";
import { NotificationWorker, type WorkerOptions } from "./worker";

const sent = (): Outcome => ({ ok: true, statusCode: 200, error: null, response: "ok" });
const failed = (over: Partial<Outcome> = {}): Outcome => ({
  ok: false,
  statusCode: 500,
  error: "HTTP 500",
  response: "no",
  ...over,
});

/** A worker at a fixed time whose receivers respond with `answer`; `got` has what they received. */
function workerAt(
  now: Date,
  answer: (message: NotificationMessage) => Outcome | Promise<Outcome> = sent,
  options: Partial<WorkerOptions> = {},
) {
  const got: NotificationMessage[] = [];
  const send = async (message: NotificationMessage) => {
    got.push(message);
    return answer(message);
  };
  const senders: WorkerOptions["senders"] = {
    email: send,
    webhook: send,
    slack: send,
    discord: send,
    teams: send,
  };
  const jobs: { recipient: string; template: string; data: unknown }[] = [];
  const sendJob: WorkerOptions["sendJob"] = async ({ recipient, template, data }) => {
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
    got,
    jobs,
  };
}

type Wish = {
  channel?: Channel;
  everything?: boolean;
  components?: string[];
  incidents?: string[];
  state?: string;
  confirmedRevision?: number;
  target?: string;
  contactEmail?: string;
};

/** A subscriber, straight into the database. */
async function subscribe(
  scope: OrganizationScope,
  {
    channel = "webhook",
    components = [],
    incidents = [],
    target = "receiver.example",
    ...wish
  }: Wish = {},
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
        state: wish.state ?? "active",
        everything: wish.everything ?? (components.length === 0 && incidents.length === 0),
        contactEmail: wish.contactEmail ?? null,
        secrets:
          channel === "webhook" ? encrypt([{ secret: "whsec_c2VjcmV0", expires_at: null }]) : null,
        manageTokenHash: manage.hash,
        unsubscribeTokenHash: unsubscribe.hash,
        tokens: encrypt({ manage: manage.token, unsubscribe: unsubscribe.token }),
        confirmedAt: NOW,
        confirmedRevision: wish.confirmedRevision ?? 0,
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
  const { context, scope } = await membership();
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

const deliveriesOf = async (scope: OrganizationScope) => {
  const rows = await reader().delivery.findMany({
    where: { organizationId: scope.id },
    orderBy: [{ eventId: "asc" }, { subscriberId: "asc" }],
  });
  return rows.map((row) => ({
    ...row,
    id: idOf(row),
    history: readHistory(row.history, Number.POSITIVE_INFINITY).toReversed(),
  }));
};
const statesOf = async (scope: OrganizationScope) =>
  (await deliveriesOf(scope)).map(({ state }) => state);

// Workers serve the whole database: what other tests left due would reach this test's receivers.
beforeEach(() =>
  transaction(async (tx) => {
    await tx.notificationEvent.updateMany({
      where: { fannedOutAt: null },
      data: { fannedOutAt: NOW },
    });
    await tx.delivery.updateMany({ where: { state: "pending" }, data: { state: "cancelled" } });
    await tx.mailJob.updateMany({ where: { state: "pending" }, data: { state: "dead" } });
  }),
);

describe("fan-out", () => {
  test("notifies each subscriber once, and is not repeated", async () => {
    const { scope, report } = await organization();
    for (let i = 0; i < 5; i++) await subscribe(scope);
    const incident = await report();
    const { worker, got } = workerAt(NOW);
    await worker.drain();
    await worker.drain();
    expect(got).toHaveLength(5);
    expect(new Set(got.map(({ subscriber }) => subscriber.id)).size).toBe(5);
    expect(got[0]!.event.payload.incident.id).toBe(incident.id);
    expect(await statesOf(scope)).toEqual(Array(5).fill("delivered"));
  });

  test("by several workers at once creates no delivery twice", async () => {
    const { scope, report } = await organization();
    for (let i = 0; i < 60; i++) await subscribe(scope, { target: `host-${i % 20}` });
    await report();
    const workers = Array.from({ length: 4 }, () => workerAt(NOW));
    await Promise.all(workers.map(({ worker }) => worker.drain()));
    const ids = workers.flatMap(({ got }) => got.map(({ id }) => id));
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
        async (wishes, affected) => {
          const { scope, components, report } = await organization(3);
          const incident = await report(affected.map((index) => components[index]!));
          const expected: string[] = [];
          for (const wish of wishes) {
            const id = await subscribe(scope, {
              everything: wish.everything,
              components: wish.components.map((index) => components[index]!),
              incidents: wish.follows ? [incident.id] : [],
            });
            if (
              wish.everything ||
              wish.follows ||
              wish.components.some((index) => affected.includes(index))
            )
              expected.push(id);
          }
          const { worker, got } = workerAt(NOW);
          await worker.drain();
          expect(got.map(({ subscriber }) => subscriber.id).sort()).toEqual(expected.sort());
        },
      ),
      { numRuns: 15 },
    );
  });

  test("skips subscribers that are unconfirmed, unsubscribed, later, or of other organizations", async () => {
    const [{ scope, report }, other] = [await organization(), await organization()];
    await subscribe(other.scope);
    await subscribe(scope, { state: "unconfirmed" });
    await subscribe(scope, { state: "unsubscribed" });
    await subscribe(scope, { confirmedRevision: 1_000 });
    await report();
    const { worker, got } = workerAt(NOW);
    await worker.drain();
    expect(got).toEqual([]);
  });

  test("replaces unsent emails and chat messages of the same incident, but no webhooks", async () => {
    const { context, scope, report } = await organization();
    for (const channel of ["email", "slack", "webhook"] as const)
      await subscribe(scope, { channel });
    const [incident, other] = [await report(), await report()];
    const fail = workerAt(NOW, () => failed());
    await fail.worker.drain();
    expect(fail.got).toHaveLength(6);
    await postIncidentUpdate(
      { ...context, now: later(60_000) },
      scope,
      incident.id,
      newIncidentUpdate.parse({ body: "More." }),
    );
    const { worker, got } = workerAt(later(60_000));
    await worker.drain();
    const sentTo = (channel: string) =>
      got
        .filter(({ subscriber }) => subscriber.channel === channel)
        .map(({ event }) => `${event.payload.incident.id} ${event.kind}`)
        .toSorted();
    const [created, updated] = [
      `${incident.id} incident.created`,
      `${incident.id} incident.updated`,
    ];
    const unrelated = `${other.id} incident.created`;
    expect(sentTo("email")).toEqual([updated, unrelated].toSorted());
    expect(sentTo("slack")).toEqual([updated, unrelated].toSorted());
    expect(sentTo("webhook")).toEqual([created, updated, unrelated].toSorted());
    const { counts } = await getDeliveryReport(scope, { incidentId: incident.id });
    expect(counts).toEqual([
      { state: "delivered", channel: "email", count: 1 },
      { state: "delivered", channel: "slack", count: 1 },
      { state: "delivered", channel: "webhook", count: 2 },
      { state: "superseded", channel: "email", count: 1 },
      { state: "superseded", channel: "slack", count: 1 },
    ]);
  });

  test("sends new incidents first, then updates, then resolved ones, then maintenance", async () => {
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
          payload: payloadOf(kind as EventKind),
        }),
      );
      await fanOut((await nextBatch("", later(10)))!, later(index));
    }
    const { worker, got } = workerAt(later(10));
    await worker.drain();
    expect(got.map(({ event }) => event.kind)).toEqual(kinds.toReversed());
  });

  test("serves organizations in turns", async () => {
    const made = [await organization(), await organization()];
    for (const { scope, report } of made) {
      await subscribe(scope);
      await report();
    }
    const [one, other] = made.map(({ scope }) => scope.id as string).toSorted();
    expect((await nextBatch("", NOW))?.organizationId).toBe(one);
    expect((await nextBatch(one!, NOW))?.organizationId).toBe(other);
    expect((await nextBatch(other!, NOW))?.organizationId).toBe(one);
  });

  test("of a batch that another process has fanned out creates nothing", async () => {
    const { scope, report } = await organization();
    await subscribe(scope);
    await report();
    const batch = (await nextBatch("", NOW))!;
    expect(await fanOut(batch, NOW)).toHaveLength(1);
    expect(await fanOut(batch, NOW)).toEqual([]);
    expect(await statesOf(scope)).toEqual(["pending"]);
  });

  test("creates deliveries that are due, and each is claimed once", async () => {
    const { scope, report } = await organization();
    const ids = [await subscribe(scope), await subscribe(scope), await subscribe(scope)];
    await report();
    await fanOut((await nextBatch("", NOW))!, NOW);
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
  });

  test("holds deliveries to a quarantined endpoint", async () => {
    const { scope, report } = await organization();
    await subscribe(scope, { state: "quarantined" });
    await report();
    const { worker, got } = workerAt(NOW);
    await worker.drain();
    expect(got).toEqual([]);
    expect(await statesOf(scope)).toEqual(["held"]);
  });
});

describe("an attempt", () => {
  test("sends the complete message and is recorded", async () => {
    const { scope, components, report } = await organization(1);
    const subscriberId = await subscribe(scope, { channel: "slack" });
    await report(components);
    const { worker, got } = workerAt(later(500));
    await worker.drain();
    const [delivery] = await deliveriesOf(scope);
    expect(got).toMatchObject([
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

  test("has the group, the start date and the position of components", async () => {
    const { context, scope, components, report } = await organization(2);
    const group = await createGroup(context, scope, newGroup.parse({ name: "Europe" }));
    const change = { group_id: group.id, start_date: "2026-11-01" };
    await changeComponent(context, scope, components[1]!, componentChange.parse(change));
    await subscribe(scope);
    await report(components);
    const { worker, got } = workerAt(NOW);
    await worker.drain();
    expect(got[0]!.event.payload.components).toMatchObject([
      { id: components[0], group_id: null, start_date: null, position: 1 },
      { id: components[1], group_id: group.id, start_date: "2026-11-01", position: 1 },
    ]);
  });

  test.each([
    ["at the organization's own host", true],
    ["at this installation while that is not verified", false],
  ])("leads to the page where it stands: %s", async (_, isProven) => {
    const { scope, report } = await organization();
    const host = `${newId()}.example`;
    await transaction((tx) =>
      tx.organizationDomain.create({
        data: {
          organizationId: scope.id,
          host,
          verifiedHost: isProven ? host : null,
          token: "t",
          createdAt: NOW,
          updatedAt: NOW,
        },
      }),
    );
    await subscribe(scope);
    const incident = await report();
    const { worker, got } = workerAt(NOW);
    await worker.drain();
    const url = isProven ? `https://${host}` : `http://localhost:${env.PORT}/status/${scope.id}`;
    expect(got).toMatchObject([
      {
        organization: { url },
        event: { payload: { incident: { url: `${url}/incidents/${incident.id}` } } },
      },
    ]);
  });

  test("that fails is retried under the same ID with growing delays, and dead after the twelfth", async () => {
    const { scope, report } = await organization();
    await subscribe(scope, { channel: "email" });
    await report();
    const ids = new Set<string>();
    const waits: number[] = [];
    let now = NOW;
    for (let attempt = 1; attempt <= 12; attempt++) {
      const { worker, got } = workerAt(now, () => failed());
      await worker.drain();
      expect(got).toHaveLength(1);
      ids.add(got[0]!.id);
      const [delivery] = await deliveriesOf(scope);
      expect(delivery).toMatchObject({
        attempts: attempt,
        state: attempt < 12 ? "pending" : "dead",
      });
      const early = workerAt(new Date(delivery!.nextAttemptAt.getTime() - 1));
      await early.worker.drain();
      expect(early.got).toEqual([]);
      if (attempt < 12) waits.push(delivery!.nextAttemptAt.getTime() - now.getTime());
      now = delivery!.nextAttemptAt;
    }
    expect(ids.size).toBe(1);
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect([waits[0], waits.at(-1)]).toEqual([2_500, 3 * 60 * 60_000]);
    expect((await deliveriesOf(scope))[0]!.history).toHaveLength(12);
  });

  test("waits for days while the mail server accepts no email, and is then delivered", async () => {
    const { scope, report } = await organization();
    await subscribe(scope, { channel: "email" });
    await report();
    const isDown = failed({ statusCode: null, unsent: true, isMailDown: true });
    let now = NOW;
    for (let attempt = 1; attempt <= 30; attempt++) {
      await workerAt(now, () => isDown).worker.drain();
      const [delivery] = await deliveriesOf(scope);
      expect(delivery).toMatchObject({ state: "pending", attempts: Math.min(attempt, 7) });
      now = delivery!.nextAttemptAt;
    }
    await workerAt(now).worker.drain();
    const [delivery] = await deliveriesOf(scope);
    expect(delivery).toMatchObject({ state: "delivered" });
    expect(delivery!.history).toHaveLength(8);
  });

  test("with Retry-After waits at least that long", async () => {
    const { scope, report } = await organization();
    await subscribe(scope);
    await report();
    await workerAt(NOW, () => failed({ statusCode: 429, retryAfterMs: 90_000 })).worker.drain();
    expect((await deliveriesOf(scope))[0]!.nextAttemptAt).toEqual(later(90_000));
  });

  test("that gets Retry-After delays all deliveries to that endpoint, and quarantines nothing", async () => {
    const { scope, report } = await organization();
    const [asks, other] = [await subscribe(scope), await subscribe(scope)];
    for (let i = 0; i < QUARANTINE_FAILURES + 2; i++) await report();
    await workerAt(NOW, ({ subscriber }) =>
      subscriber.id === asks ? failed({ statusCode: 429, retryAfterMs: 90_000 }) : sent(),
    ).worker.drain();
    await report([], later(20_000));
    const early = workerAt(later(80_000));
    await early.worker.drain();
    expect(early.got.map(({ subscriber }) => subscriber.id)).toEqual([other]);
    const due = await reader().delivery.findMany({ where: { subscriberId: asks } });
    expect(due.map(({ state, nextAttemptAt }) => [state, nextAttemptAt])).toEqual(
      due.map(() => ["pending", later(90_000)]),
    );
    expect((await reader().subscriber.findUniqueOrThrow({ where: { id: asks } })).state).toBe(
      "active",
    );
    const then = workerAt(later(90_000));
    await then.worker.drain();
    expect(then.got).toHaveLength(QUARANTINE_FAILURES + 3);
  });

  test("that waited for a free slot is not sent to a subscriber who left meanwhile", async () => {
    const { scope, report } = await organization();
    const ids = [];
    for (let i = 0; i < 8; i++) ids.push(await subscribe(scope));
    await report();
    let clock = NOW;
    const answers: (() => void)[] = [];
    const { worker, got } = workerAt(
      NOW,
      () => new Promise<Outcome>((resolve) => void answers.push(() => resolve(sent()))),
      { now: () => clock },
    );
    const drained = worker.drain();
    while (answers.length < 4) await new Promise((resolve) => setImmediate(resolve));
    const begun = got.map(({ subscriber }) => subscriber.id);
    const [deleted, left, ...stay] = ids.filter((id) => !begun.includes(id));
    await transaction(async (tx) => {
      await tx.subscriber.delete({ where: { id: deleted! } });
      await tx.delivery.updateMany({
        where: { subscriberId: left! },
        data: { state: "cancelled" },
      });
    });
    clock = later(5_000);
    const answering = setInterval(() => answers.splice(0).forEach((answer) => answer()), 1);
    await drained;
    clearInterval(answering);
    expect(got.map(({ subscriber }) => subscriber.id).toSorted()).toEqual(
      [...begun, ...stay].toSorted(),
    );
  });

  test("that is permanently rejected is not retried", async () => {
    const { scope, report } = await organization();
    await subscribe(scope, { channel: "email" });
    await report();
    await workerAt(NOW, () => failed({ statusCode: 550, permanent: true })).worker.drain();
    expect(await statesOf(scope)).toEqual(["dead"]);
  });

  test("with status 410 unsubscribes and cancels other deliveries", async () => {
    const { scope, report } = await organization();
    const id = await subscribe(scope);
    await report();
    await report();
    let first = true;
    await workerAt(NOW, async () => {
      if (!first) return failed();
      first = false;
      return failed({ statusCode: 410, gone: true });
    }).worker.drain();
    expect((await reader().subscriber.findUniqueOrThrow({ where: { id } })).state).toBe(
      "unsubscribed",
    );
    expect(await statesOf(scope)).toEqual(["cancelled", "cancelled"]);
  });

  test("that is recorded twice, because the first commit seemed to fail, is in the history once", async () => {
    const { scope, report } = await organization();
    for (let i = 0; i < 2; i++) await subscribe(scope);
    await report();
    await fanOut((await nextBatch("", NOW))!, NOW);
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
    expect(await deliveriesOf(scope)).toMatchObject([
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
    await workerAt(NOW, () => {
      throw new Error("a bug in a channel");
    }).worker.drain();
    expect((await deliveriesOf(scope))[0]).toMatchObject({
      state: "pending",
      history: [{ error: "Error: a bug in a channel" }],
    });
  });

  test("of a process that died is repeated when its lease ends, and not before", async () => {
    const { scope, report } = await organization();
    await subscribe(scope);
    await report();
    const never = workerAt(NOW, () => new Promise<Outcome>(() => undefined));
    void never.worker.drain();
    while (never.got.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const early = workerAt(later(DELIVERY_LEASE_MS - 1));
    await early.worker.drain();
    expect(early.got).toEqual([]);
    const heir = workerAt(later(DELIVERY_LEASE_MS));
    await heir.worker.drain();
    expect(heir.got.map(({ id }) => id)).toEqual(never.got.map(({ id }) => id));
  });

  test("shares its destination with at most three others, and a hanging destination stops no other", async () => {
    const { scope, report } = await organization();
    for (let i = 0; i < 40; i++) await subscribe(scope, { target: "hangs.example" });
    for (let i = 0; i < 40; i++) await subscribe(scope, { target: "works.example" });
    await report();
    let open_ = 0;
    let most = 0;
    const hanging: ((outcome: Outcome) => void)[] = [];
    const answers = {
      "hangs.example": () => new Promise<Outcome>((resolve) => void hanging.push(resolve)),
    } as Record<string, () => Promise<Outcome>>;
    const { worker, got } = workerAt(NOW, async (message) => {
      const target = new URL(message.subscriber.address).host;
      if (answers[target]) return answers[target]();
      most = Math.max(most, ++open_);
      await new Promise((resolve) => setImmediate(resolve));
      open_--;
      return sent();
    });
    worker.start();
    const worked = () =>
      got.filter(({ subscriber }) => subscriber.address.includes("works.example")).length;
    while (worked() < 40) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(most).toBeLessThanOrEqual(4);
    expect(got.length - worked()).toBe(4);
    // Left running, it would take what other tests report at the same time.
    const stopped = worker.stop();
    for (const end of hanging) end(failed());
    await stopped;
  });

  test("is not delayed by a hundred hanging destinations", async () => {
    const { scope, report } = await organization();
    for (let i = 0; i < 100; i++) await subscribe(scope, { target: `hangs-${i}.example` });
    await subscribe(scope, { target: "works.example" });
    await report();
    const hanging: ((outcome: Outcome) => void)[] = [];
    const { worker, got } = workerAt(NOW, ({ subscriber: { address } }) =>
      address.includes("works.example")
        ? sent()
        : new Promise((resolve) => void hanging.push(resolve)),
    );
    worker.start();
    while (got.length < 101) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(hanging).toHaveLength(100);
    const stopped = worker.stop();
    for (const end of hanging) end(failed());
    await stopped;
    expect(new Set(await statesOf(scope))).toEqual(new Set(["pending", "delivered"]));
  });
});

describe("after the clock was set back by three days", () => {
  const DAY_MS = 24 * 60 * 60_000;

  test("deliveries that wait for a retry, a lease or Retry-After are sent", async () => {
    const { context, scope, report } = await organization();
    const ids = [await subscribe(scope), await subscribe(scope), await subscribe(scope)];
    await report([], later(3 * DAY_MS));
    await fanOut((await nextBatch("", later(3 * DAY_MS)))!, later(3 * DAY_MS));
    await claimDue(later(3 * DAY_MS), { limit: 1 });
    await workerAt(later(3 * DAY_MS), () =>
      failed({ statusCode: 429, retryAfterMs: 3_600_000 }),
    ).worker.drain();
    const delayed = newIncident.parse({
      title: "Slow",
      impact: "minor",
      notify_after_seconds: 300,
    });
    await createIncident({ ...context, now: later(3 * DAY_MS) }, scope, delayed);
    const { worker, got } = workerAt(NOW);
    await worker.drain();
    expect(got.map(({ subscriber }) => subscriber.id).toSorted()).toEqual(
      [...ids, ...ids].toSorted(),
    );
    expect(new Set(await statesOf(scope))).toEqual(new Set(["delivered"]));
  });

  test("emails to single persons are sent", async () => {
    const recipient = `${newId()}@example.com`;
    const data = { name: "Ada", token: "t", expires_at: later(60_000).toISOString() };
    await transaction((tx) =>
      tx.mailJob.create({
        data: createEmailJobRow({
          recipient,
          template: "password_reset",
          data,
          now: later(3 * DAY_MS),
        }),
      }),
    );
    const { worker, jobs } = workerAt(NOW);
    await worker.drain();
    expect(jobs).toMatchObject([{ recipient }]);
  });
});

describe("delayed notifications (notify_after_seconds)", () => {
  async function reported() {
    const made = await organization();
    const subscriber = await subscribe(made.scope);
    const { id } = await createIncident(
      made.context,
      made.scope,
      newIncident.parse({ title: "Down", impact: "major", notify_after_seconds: 10 }),
    );
    const post = (ms: number, input: Record<string, unknown> = {}) =>
      postIncidentUpdate(
        { ...made.context, now: later(ms) },
        made.scope,
        id,
        newIncidentUpdate.parse({ body: "More.", ...input }),
      );
    const remove = (updateId: string, ms: number) =>
      deleteIncidentUpdate({ ...made.context, now: later(ms) }, made.scope, id, updateId);
    const drain = async (ms: number, answer?: () => Outcome) => {
      const { worker, got } = workerAt(later(ms), answer);
      await worker.drain();
      return got.map(({ event }) => event.kind);
    };
    const report = () => getDeliveryReport(made.scope, { incidentId: id });
    return { ...made, id, subscriber, post, remove, drain, report };
  }

  test("are sent when they are due, by any process, and not before", async () => {
    const { drain, report, scope } = await reported();
    expect(await report()).toEqual({ total: 0, counts: [], sendingAt: later(10_000) });
    expect(await drain(9_999)).toEqual([]);
    expect(await deliveriesOf(scope)).toEqual([]);
    expect(await drain(10_000)).toEqual(["incident.created"]);
    expect(await report()).toEqual({
      total: 1,
      counts: [{ state: "delivered", channel: "webhook", count: 1 }],
    });
  });

  test("are followed by later updates of the same incident", async () => {
    const { drain, post } = await reported();
    await post(1_000);
    expect(await drain(9_999)).toEqual([]);
    expect(await drain(10_000)).toEqual(["incident.created", "incident.updated"]);
  });

  test("are never sent when their incident is deleted before", async () => {
    const { context, drain, id, scope } = await reported();
    await deleteIncident({ ...context, now: later(5_000) }, scope, id);
    expect(await drain(20_000)).toEqual([]);
    expect(await reader().notificationEvent.count({ where: { organizationId: scope.id } })).toBe(0);
  });

  test("are never sent when their update is deleted before, and those of other updates are", async () => {
    const { drain, post, remove } = await reported();
    const { id: gone } = await post(11_000, { notify_after_seconds: 10 });
    await post(12_000, { status: "monitoring", notify_after_seconds: 10 });
    await remove(gone, 13_000);
    expect(await drain(60_000)).toEqual(["incident.created", "incident.updated"]);
  });

  test("that are queued when their update is deleted are canceled, and can't be sent again", async () => {
    const { context, drain, post, remove, scope } = await reported();
    await drain(10_000);
    const { id: gone } = await post(20_000);
    await drain(20_000, () => failed());
    await remove(gone, 21_000);
    expect(await statesOf(scope)).toEqual(["delivered", "cancelled"]);
    expect(await drain(3_600_000)).toEqual([]);
    const [, canceled] = await deliveriesOf(scope);
    await expect(
      redeliver({ ...context, now: later(3_600_000) }, scope, canceled!.id),
    ).rejects.toMatchObject({ kind: "conflict" });
  });

  test("that arrive while their update is deleted count as delivered", async () => {
    const { drain, post, remove, scope } = await reported();
    await drain(10_000);
    const { id: gone } = await post(20_000);
    const { worker } = workerAt(later(20_000), async () => {
      await remove(gone, 20_000);
      return sent();
    });
    await worker.drain();
    expect(await statesOf(scope)).toEqual(["delivered", "delivered"]);
  });

  test("never contain an update that was undone, and describe the change since the update before it", async () => {
    const made = await organization(1);
    await subscribe(made.scope);
    const [component] = made.components;
    const first = newIncident.parse({
      title: "Down",
      impact: "major",
      component_ids: [component],
      body: "first",
      notify: false,
    });
    const { id } = await createIncident(made.context, made.scope, first);
    const post = (ms: number, input: Record<string, unknown>) =>
      postIncidentUpdate(
        { ...made.context, now: later(ms) },
        made.scope,
        id,
        newIncidentUpdate.parse({ notify_after_seconds: 10, ...input }),
      );
    const { id: secret } = await post(1_000, { body: "SECRET", status: "resolved" });
    await post(2_000, {
      body: "later",
      status: "investigating",
      components: [{ id: component, status: "partial_outage" }],
    });
    await deleteIncidentUpdate({ ...made.context, now: later(3_000) }, made.scope, id, secret);
    const { worker, got } = workerAt(later(20_000));
    await worker.drain();
    expect(
      got.map(({ event }) => [event.kind, event.payload.updates.map(({ body }) => body)]),
    ).toEqual([["incident.updated", ["later", "first"]]]);
    expect(got[0]!.event.payload.components).toMatchObject([
      { old_status: "partial_outage", new_status: "partial_outage" },
    ]);
    expect(got[0]!.event.payload.incident).toMatchObject({
      status: "investigating",
      resolved_at: null,
    });
  });

  test("are retried without an update that was deleted after the first attempt", async () => {
    const { post, remove, scope } = await reported();
    const { id: secret } = await post(1_000, { body: "SECRET" });
    await post(2_000, { body: "later" });
    const bodiesAt = async (ms: number, answer?: () => Outcome) => {
      const { worker, got } = workerAt(later(ms), answer);
      await worker.drain();
      return got
        .filter(({ event }) => event.payload.updates[0]!.body === "later")
        .map(({ event }) => event.payload.updates.map(({ body }) => body));
    };
    const initial = expect.any(String);
    expect(await bodiesAt(20_000, () => failed())).toEqual([["later", "SECRET", initial]]);
    await remove(secret, 21_000);
    expect(await bodiesAt(600_000)).toEqual([["later", initial]]);
    expect((await statesOf(scope)).toSorted()).toEqual(["cancelled", "delivered", "delivered"]);
  });

  test("are fanned out or withdrawn, never both, when the update is deleted at that moment", async () => {
    for (let round = 0; round < 10; round++) {
      const { post, remove, scope } = await reported();
      const { id: gone } = await post(20_000);
      await transaction((tx) =>
        tx.notificationEvent.updateMany({
          where: { organizationId: scope.id, kind: "incident.created" },
          data: { fannedOutAt: NOW },
        }),
      );
      const batch = (await nextBatch("", later(20_000)))!;
      const [created] = await Promise.all([fanOut(batch, later(20_000)), remove(gone, 20_000)]);
      const states = await statesOf(scope);
      expect(states).toEqual(created.length === 0 ? [] : ["cancelled"]);
      expect(await nextBatch("", later(60_000))).toBeNull();
    }
  });
});

test.each([
  ["unsubscribed", "cancelled"],
  ["quarantined", "held"],
])("a delivery to a subscriber that is %s meanwhile is %s", async (state, expected) => {
  const { scope, report } = await organization();
  const id = await subscribe(scope);
  await report();
  await workerAt(NOW, () => failed()).worker.drain();
  await transaction((tx) => tx.subscriber.update({ where: { id }, data: { state } }));
  const { worker, got } = workerAt(later(60_000));
  await worker.drain();
  expect(got).toEqual([]);
  expect(await statesOf(scope)).toEqual([expected]);
});

describe("an endpoint that keeps failing", () => {
  async function fail(
    times: number,
    stepMs: number,
    channel: Channel = "webhook",
    contactEmail?: string,
  ) {
    const made = await organization();
    const id = await subscribe(made.scope, { channel, contactEmail });
    let jobs: unknown[] = [];
    for (let i = 0; i < times; i++) {
      await transaction((tx) =>
        tx.delivery.updateMany({
          where: { subscriberId: id, state: "pending" },
          data: { state: "cancelled" },
        }),
      );
      await made.report([], later(i * stepMs));
      const run = workerAt(later(i * stepMs), () => failed());
      await run.worker.drain();
      jobs = [...jobs, ...run.jobs];
    }
    return {
      ...made,
      id,
      jobs,
      subscriber: await reader().subscriber.findUniqueOrThrow({ where: { id } }),
    };
  }

  test("is quarantined after 10 failures within an hour; its contact is emailed and its deliveries wait", async () => {
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
    expect((await deliveriesOf(scope)).at(-1)!.state).toBe("held");
  });

  test("stays active after nine failures", async () => {
    expect((await fail(QUARANTINE_FAILURES - 1, 60_000)).subscriber.state).toBe("active");
  });

  test("without a contact is reported to the organization's owners", async () => {
    const { jobs, context } = await fail(QUARANTINE_FAILURES, 1_000);
    const owner = await reader().user.findUniqueOrThrow({ where: { id: context.actor.userId } });
    expect(jobs).toMatchObject([{ recipient: owner.email, template: "quarantine" }]);
  });

  test("stays active if its failures are spread over more than an hour", async () => {
    expect((await fail(QUARANTINE_FAILURES, 7 * 60_000)).subscriber.state).toBe("active");
  });

  test("stays active if it is a mailbox", async () => {
    expect((await fail(QUARANTINE_FAILURES, 1_000, "email")).subscriber.state).toBe("active");
  });

  test("is quarantined after 3 permanent rejections if it is an email address", async () => {
    const { scope, report } = await organization();
    const id = await subscribe(scope, { channel: "email" });
    const day = 24 * 60 * 60_000;
    const states: string[] = [];
    for (let index = 0; index < 3; index++) {
      await report([], later(index * day));
      const rejected = failed({ statusCode: 550, permanent: true });
      const { worker, jobs } = workerAt(later(index * day), () => rejected);
      await worker.drain();
      states.push((await reader().subscriber.findUniqueOrThrow({ where: { id } })).state);
      expect(jobs).toEqual([]);
    }
    expect(states).toEqual(["active", "active", "quarantined"]);
  });

  test("starts counting again after a success", async () => {
    const { scope, id, report } = await fail(QUARANTINE_FAILURES - 1, 1_000);
    await report([], later(20_000));
    await workerAt(later(20_000)).worker.drain();
    expect(await reader().subscriber.findUniqueOrThrow({ where: { id } })).toMatchObject({
      failures: 0,
      failingSince: null,
      state: "active",
    });
    expect((await deliveriesOf(scope)).at(-1)!.state).toBe("delivered");
  });
});

describe("an email to one person", () => {
  const mail = (attempts = 0) => ({
    ...createEmailJobRow({
      recipient: `${newId()}@example.com`,
      template: "password_reset",
      data: { name: "Ada", token: "t", expires_at: later(60_000).toISOString() },
      now: NOW,
    }),
    attempts,
  });
  const put = async (row: ReturnType<typeof mail>) => {
    await transaction((tx) => tx.mailJob.create({ data: row }));
    return () => reader().mailJob.findUniqueOrThrow({ where: { id: row.id } });
  };

  test("waits while the mail server accepts no email, and is then sent", async () => {
    const read = await put(mail());
    let now = NOW;
    for (let attempt = 1; attempt <= 20; attempt++) {
      await workerAt(now, sent, {
        sendJob: async () => failed({ statusCode: null, unsent: true, isMailDown: true }),
      }).worker.drain();
      expect(await read()).toMatchObject({ state: "pending", attempts: Math.min(attempt, 7) });
      now = (await read()).nextAttemptAt;
    }
    await workerAt(now).worker.drain();
    expect(await read()).toMatchObject({ state: "sent" });
  });

  test("whose outcome can't be saved at first is not sent again", async () => {
    const read = await put(mail());
    let sendings = 0;
    let writings = 0;
    const outcome: Outcome = {
      ...sent(),
      get permanent() {
        if (++writings === 1) throw new Error("the database is gone for a moment");
        return false;
      },
    };
    const { worker } = workerAt(NOW, sent, {
      sendJob: async () => {
        sendings++;
        return outcome;
      },
    });
    await worker.drain();
    expect(await read()).toMatchObject({ state: "sent", data: "" });
    expect([sendings, writings]).toEqual([1, 2]);
  });

  test("is dead after twelve attempts without an outcome", async () => {
    const read = await put(mail(12));
    const { worker, jobs } = workerAt(NOW);
    await worker.drain();
    expect(jobs).toEqual([]);
    expect(await read()).toMatchObject({ state: "dead", data: "" });
  });
});
