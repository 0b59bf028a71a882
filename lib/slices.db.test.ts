import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { expect, test } from "vitest";
import { createMembership, NOW } from "@/e2e/support/database-fixtures";
import { transaction } from "@/lib/db/database";
import { listDeliveries, summarizeDeliveries } from "@/lib/deliveries/queries";
import { listIncidents } from "@/lib/incidents/queries";
import { newId } from "@/lib/ids";

const COUNT = 5_000;

async function countIterations(work: () => Promise<unknown>): Promise<number> {
  const watch = { iterations: 0, isDone: false };
  const count = async () => {
    for (; !watch.isDone; watch.iterations++) await yieldToEventLoop();
  };
  const counting = count();
  await work();
  watch.isDone = true;
  await counting;
  return watch.iterations;
}

async function expectMoreIterations(
  slow: () => Promise<unknown>,
  quick: () => Promise<unknown>,
): Promise<void> {
  if (process.env.TEST_ENGINE !== "sqlite") return;
  await Promise.all([slow(), quick()]);
  const [long, short] = [await countIterations(slow), await countIterations(quick)];
  expect(long).toBeGreaterThan(short);
}

test("a title search finds the oldest of many incidents, and other requests run meanwhile", async () => {
  const { scope } = await createMembership();
  const at = (number: number) => new Date(NOW.getTime() + number * 1_000);
  const rows = Array.from({ length: COUNT }, (_, number) => ({
    ...{
      id: newId(),
      organizationId: scope.id,
      title: `Errors in region-${number}.`,
      status: "resolved",
      impact: "minor",
    },
    ...{ startedAt: at(number), resolvedAt: at(number), createdAt: NOW, updatedAt: NOW },
  }));
  for (let start = 0; start < COUNT; start += 1_000)
    await transaction((tx) => tx.incident.createMany({ data: rows.slice(start, start + 1_000) }));
  const search = (q: string) => listIncidents(scope, { q });
  expect((await search("region-0.")).incidents).toMatchObject([{ title: "Errors in region-0." }]);
  const { incidents, next } = await search("ERRORS");
  expect([incidents.length, incidents[0]!.title, next]).toEqual([
    50,
    `Errors in region-${COUNT - 1}.`,
    { at: at(COUNT - 50), id: rows[COUNT - 50]!.id },
  ]);
  expect((await listIncidents(scope, { q: "errors", before: next! })).incidents[0]!.title).toBe(
    `Errors in region-${COUNT - 51}.`,
  );
  await expectMoreIterations(
    () => search("nowhere"),
    () => search("errors"),
  );
});

test("filtered deliveries are listed in order and counted while other requests run", async () => {
  const { scope } = await createMembership();
  const subscriber = (id: string) => ({
    ...{
      id,
      organizationId: scope.id,
      channel: "email",
      address: id,
      addressHash: id,
      target: "mail",
      state: "active",
      everything: true,
    },
    ...{
      manageTokenHash: id,
      unsubscribeTokenHash: id,
      tokens: "",
      createdAt: NOW,
      updatedAt: NOW,
    },
  });
  const event = (id: string) => ({
    id,
    organizationId: scope.id,
    kind: "incident.updated",
    payload: "{}",
    createdAt: NOW,
    fannedOutAt: NOW,
  });
  const [subscribers, events] = [
    Array.from({ length: 1_250 }, newId),
    Array.from({ length: 4 }, newId),
  ];
  await transaction((tx) => tx.subscriber.createMany({ data: subscribers.map(subscriber) }));
  await transaction((tx) => tx.notificationEvent.createMany({ data: events.map(event) }));
  const getState = (eventId: string, index: number) =>
    eventId === events[0] ? "pending" : eventId === events[3] && index < 10 ? "dead" : "delivered";
  for (const eventId of events) {
    const rows = subscribers.map((subscriberId, index) => ({
      organizationId: scope.id,
      eventId,
      subscriberId,
      channel: "email",
      target: "mail",
      state: getState(eventId, index),
      nextAttemptAt: NOW,
      createdAt: NOW,
    }));
    await transaction((tx) => tx.delivery.createMany({ data: rows }));
  }
  const found: string[] = [];
  for (let before: string | undefined; ;) {
    const { deliveries, next } = await listDeliveries(scope, { state: "pending", before }, NOW);
    found.push(...deliveries.map(({ eventId, subscriberId }) => `${eventId} ${subscriberId}`));
    if (next === null) break;
    before = next;
  }
  expect(found).toEqual(subscribers.toReversed().map((id) => `${events[0]} ${id}`));
  const { deliveries: dead } = await listDeliveries(scope, { state: "dead" }, NOW);
  expect(dead.map(({ subscriberId }) => subscriberId)).toEqual(
    subscribers.slice(0, 10).toReversed(),
  );
  const { deliveries: own } = await listDeliveries(scope, { subscriber: subscribers[3]! }, NOW);
  expect(own.map(({ eventId, state }) => [eventId, state])).toEqual(
    events.toReversed().map((id) => [id, getState(id, 3)]),
  );
  const counts = [
    ["dead", 10],
    ["delivered", 3_740],
    ["pending", 1_250],
  ].map(([state, count]) => ({ state, channel: "email", count }));
  const summarize = () => summarizeDeliveries(scope, 24, new Date());
  expect(await summarize()).toEqual({ total: COUNT, counts });
  await expectMoreIterations(
    () => listDeliveries(scope, { state: "pending" }, NOW),
    () => listDeliveries(scope, {}, NOW),
  );
});
