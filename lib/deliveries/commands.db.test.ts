import { describe, expect, test, vi } from "vitest";
import { later, createMembership, NOW } from "@/e2e/support/database-fixtures";
import { reader, transaction } from "@/lib/db/database";
import { newId } from "@/lib/ids";
import { limits } from "@/lib/limits";
import { formatDeliveryId, parseDeliveryId } from "@/lib/notifications/delivery-row";
import { claimDue } from "@/lib/notifications/claim";
import { findNextBatch } from "@/lib/notifications/fan-out";
import { loadMessages } from "@/lib/notifications/delivery-message";
import { recordOutcomes } from "@/lib/notifications/record";
import { createSubscriber } from "@/lib/subscribers/commands";
import { newSubscriber } from "@/lib/subscribers/schema";
import { redeliver, redeliverDeliveries, sendTest } from "./commands";
import { summarizeDeliveries } from "./queries";

async function setUp() {
  const { context, scope } = await createMembership("editor");
  const add = async () =>
    (
      await createSubscriber(
        context,
        scope,
        newSubscriber.parse({ channel: "webhook", address: `https://receiver.example/${newId()}` }),
      )
    ).subscriber.id;
  const [id, other] = [await add(), await add()];
  const at = (ms: number) => ({ ...context, now: later(ms) });
  return { at, scope, id, other };
}

const sent = { ok: true, statusCode: 200, error: null, response: "" };

describe("sendTest", () => {
  test("creates one delivery, only to the given subscriber; it is sent and redelivered like any other", async () => {
    const { at, scope, id } = await setUp();
    const delivery = await sendTest(at(1_000), scope, id);
    expect(delivery).toMatchObject({
      organizationId: scope.id,
      subscriberId: id,
      channel: "webhook",
      state: "pending",
      attempts: 0,
      nextAttemptAt: later(1_000),
      event: { kind: "test", incidentId: null, maintenanceId: null },
    });
    expect(await findNextBatch("", NOW), "no other subscriber is notified").toBeNull();

    const claims = await claimDue(later(1_000), { limit: 10 });
    expect(claims.map(({ subscriberId }) => subscriberId)).toEqual([id]);
    const [buildMessage] = await loadMessages(claims, later(1_000));
    expect(buildMessage?.()).toMatchObject({
      event: {
        kind: "test",
        payload: {
          incident: { title: "Test message", status: "resolved", impact: "none" },
          components: [],
        },
      },
      subscriber: { id, secrets: [expect.stringMatching(/^whsec_/)] },
    });
    await recordOutcomes(
      [{ claim: claims[0]!, at: later(1_000), durationMs: 5, outcome: sent }],
      later(1_100),
      () => 0,
    );
    expect(await reader().delivery.findMany({ where: { organizationId: scope.id } })).toMatchObject(
      [{ state: "delivered", attempts: 1 }],
    );

    const again = await redeliver(at(5_000), scope, claims[0]!.id);
    expect(again).toMatchObject({ eventId: delivery.eventId, state: "pending" });
    const entries = await reader().auditEntry.findMany({
      where: { organizationId: scope.id, action: "subscriber.tested" },
    });
    expect(entries).toMatchObject([
      {
        subjectType: "subscriber",
        subjectId: id,
        after: JSON.stringify({ delivery_id: claims[0]!.id }),
      },
    ]);
  });

  test.each(["unconfirmed", "quarantined", "unsubscribed"])(
    "is rejected for a subscriber in state %s",
    async (state) => {
      const { at, scope, id } = await setUp();
      await transaction((tx) => tx.subscriber.update({ where: { id }, data: { state } }));
      await expect(sendTest(at(0), scope, id)).rejects.toMatchObject({ kind: "conflict" });
      expect(await reader().delivery.count({ where: { organizationId: scope.id } })).toBe(0);
    },
  );

  test("schedules the delivery for the end of its endpoint's Retry-After time", async () => {
    const { at, scope, id } = await setUp();
    await transaction((tx) =>
      tx.subscriber.update({ where: { id }, data: { retryAfterUntil: later(60_000) } }),
    );
    expect(await sendTest(at(0), scope, id)).toMatchObject({
      state: "pending",
      nextAttemptAt: later(60_000),
    });
  });

  test("is limited per organization and minute; requests with an unknown subscriber don't count", async () => {
    const [{ at, scope, id, other }, elsewhere] = [await setUp(), await setUp()];
    await expect(sendTest(at(0), scope, "x")).rejects.toMatchObject({ kind: "not_found" });
    for (let sends = 0; sends < limits.testMessages; sends++)
      await sendTest(at(sends), scope, sends % 2 ? id : other);
    await expect(sendTest(at(30_000), scope, id)).rejects.toMatchObject({
      kind: "too_many_requests",
      extra: { headers: { "Retry-After": "30" } },
    });
    await sendTest(elsewhere.at(30_000), elsewhere.scope, elsewhere.id);
    await sendTest(at(60_001), scope, id);
    expect(await reader().delivery.count({ where: { organizationId: scope.id } })).toBe(
      limits.testMessages + 1,
    );
  });

  test("requires the editor role in the subscriber's organization", async () => {
    const [{ scope, id }, viewer] = [await setUp(), await createMembership("viewer")];
    await expect(sendTest({ ...viewer.context, now: NOW }, viewer.scope, id)).rejects.toMatchObject(
      { kind: "forbidden" },
    );
    const outsider = await createMembership("owner");
    await expect(sendTest(outsider.context, outsider.scope, id)).rejects.toMatchObject({
      kind: "not_found",
    });
    expect(await reader().delivery.count({ where: { organizationId: scope.id } })).toBe(0);
  });
});

test("redeliver: the next summary counts the delivery as pending, even if an older count is cached", async () => {
  const { at, scope, id } = await setUp();
  await sendTest(at(0), scope, id);
  await transaction((tx) =>
    tx.delivery.updateMany({
      where: { organizationId: scope.id },
      data: { state: "dead", finishedAt: later(1) },
    }),
  );
  const { id: deliveryId } = await transaction((tx) =>
    tx.delivery.findFirstOrThrow({ where: { organizationId: scope.id } }),
  ).then((row) => ({ id: formatDeliveryId(row) }));
  let ms = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => ms);
  const summary = summarizeDeliveries(scope, 24, later(2));
  ms += 1_000;
  expect((await summary).counts).toEqual([{ state: "dead", channel: "webhook", count: 1 }]);
  await redeliver(at(5_000), scope, deliveryId);
  expect((await summarizeDeliveries(scope, 24, later(5_000))).counts).toEqual([
    { state: "pending", channel: "webhook", count: 1 },
  ]);
  clock.mockRestore();
});

test("redeliverDeliveries: queues deliveries that have ended, and returns why the others can't be sent", async () => {
  const [{ at, scope, id, other }, elsewhere] = [await setUp(), await setUp()];
  const send = async (subscriber: string, state: string, from = { at, scope }) => {
    const sentTest = formatDeliveryId(await sendTest(from.at(0), from.scope, subscriber));
    await transaction((tx) =>
      tx.delivery.updateMany({
        where: parseDeliveryId(sentTest),
        data: { state, attempts: 12, finishedAt: later(1) },
      }),
    );
    return sentTest;
  };
  const [dead, delivered, waiting] = [
    await send(id, "dead"),
    await send(id, "delivered"),
    await send(id, "pending"),
  ];
  const unsubscribed = await send(other, "dead");
  await transaction((tx) =>
    tx.subscriber.update({ where: { id: other }, data: { state: "unsubscribed" } }),
  );
  const foreign = await send(elsewhere.id, "dead", elsewhere);
  const ids = [dead, delivered, waiting, unsubscribed, foreign, "x", dead];

  const rejected = await redeliverDeliveries(at(5_000), scope, ids);
  expect(rejected.map(({ id: rejectedId, problem }) => [rejectedId, problem.detail])).toEqual([
    [waiting, expect.stringContaining("is being sent")],
    [unsubscribed, "This subscriber is unsubscribed. Only active subscribers can be notified."],
    [foreign, expect.stringContaining("not")],
    ["x", expect.stringContaining("not")],
    [dead, expect.stringContaining("is being sent")],
  ]);
  const rows = await reader().delivery.findMany({ where: { organizationId: scope.id } });
  const getState = (of: string) => rows.find((row) => formatDeliveryId(row) === of);
  for (const queued of [dead, delivered])
    expect(getState(queued)).toMatchObject({
      ...{ state: "pending", attempts: 0, nextAttemptAt: later(5_000), finishedAt: null },
    });
  expect(getState(unsubscribed)).toMatchObject({ state: "dead", attempts: 12 });
  expect(
    await reader().delivery.findFirst({ where: { organizationId: elsewhere.scope.id } }),
  ).toMatchObject({ state: "dead" });
  const entries = await reader().auditEntry.findMany({
    where: { organizationId: scope.id, action: "delivery.redelivered" },
    orderBy: { id: "asc" },
  });
  expect(entries.map(({ subjectId }) => subjectId)).toEqual([dead, delivered]);
});
