import { expect, test } from "vitest";
import { createMembership, NOW } from "@/e2e/support/database-fixtures";
import { transaction } from "@/lib/db/database";
import { newId } from "@/lib/ids";
import type { Channel } from "@/lib/notifications/channel";
import { createSubscriber } from "@/lib/subscribers/commands";
import { newSubscriber } from "@/lib/subscribers/schema";
import { listDeliveries } from "./queries";
import { deliveryList } from "./schema";

const HOUR_MS = 3_600_000;

async function setUp() {
  const { context, scope } = await createMembership();
  const subscribe = async (address: string, channel: Channel = "email") =>
    (
      await createSubscriber(
        context,
        scope,
        newSubscriber.parse({ channel, address, skip_confirmation: true }),
      )
    ).subscriber;
  /** Creates an event with a delivery to each subscriber, and returns the IDs of the subscribers. */
  const deliver = async (
    subscribers: Awaited<ReturnType<typeof subscribe>>[],
    state = "delivered",
  ): Promise<string[]> => {
    const event = { id: newId(), organizationId: scope.id, payload: "{}", createdAt: NOW };
    await transaction(async (tx) => {
      await tx.notificationEvent.create({
        data: { ...event, kind: "incident.updated", fannedOutAt: NOW },
      });
      await tx.delivery.createMany({
        data: subscribers.map(({ id, channel }) => ({
          ...{ organizationId: scope.id, eventId: event.id, subscriberId: id, channel, state },
          ...{ target: "mail", nextAttemptAt: NOW, createdAt: NOW },
        })),
      });
    });
    return subscribers.map(({ id }) => id);
  };
  const list = async (filter: Record<string, string>, now = new Date()) => {
    const { deliveries, next } = await listDeliveries(scope, deliveryList.parse(filter), now);
    return { ids: deliveries.map(({ subscriberId }) => subscriberId), next };
  };
  const search = async (filter: Record<string, string>) => (await list(filter)).ids;
  return { scope, subscribe, deliver, list, search };
}

test("a search finds deliveries by part of the address, and those to chat channels by the full URL", async () => {
  const [{ subscribe, deliver, search }, other] = [await setUp(), await setUp()];
  const url = `https://hooks.slack.com/services/T0/B0/${newId()}`;
  const ada = await subscribe("ada_l@example.com");
  const webhook = await subscribe("https://receiver.example/ada/Path%5F", "webhook");
  const slack = await subscribe(url, "slack");
  await deliver([ada, webhook, slack]);
  await other.deliver([
    await other.subscribe("ada@example.com"),
    await other.subscribe(url, "slack"),
  ]);
  expect(await search({ q: "ADA" })).toEqual([webhook.id, ada.id]);
  expect(await search({ q: "_" })).toEqual([ada.id]);
  expect(await search({ q: "%" })).toEqual([webhook.id]);
  expect(await search({ q: "path%5f" })).toEqual([webhook.id]);
  expect(await search({ q: url })).toEqual([slack.id]);
  expect(await search({ q: url.slice(0, -1) })).toEqual([]);
  expect(await search({ q: "s1." })).toEqual([]);
  expect(await search({ q: "' OR 1=1 --" })).toEqual([]);
  expect(await search({ q: " " })).toEqual([slack.id, webhook.id, ada.id]);
});

test("a search is combined with the other filters", async () => {
  const { subscribe, deliver, search } = await setUp();
  const ada = await subscribe("ada@example.com");
  const webhook = await subscribe("https://receiver.example/ada", "webhook");
  const bob = await subscribe("bob@example.com");
  await deliver([ada, bob]);
  await deliver([ada, webhook], "dead");
  expect(await search({ q: "ada" })).toEqual([webhook.id, ada.id, ada.id]);
  expect(await search({ q: "ada", state: "dead" })).toEqual([webhook.id, ada.id]);
  expect(await search({ q: "ada", channel: "email" })).toEqual([ada.id, ada.id]);
  expect(await search({ q: "ada", subscriber: ada.id })).toEqual([ada.id, ada.id]);
  expect(await search({ q: "ada", subscriber: bob.id })).toEqual([]);
  expect(await search({ q: "ada", incident: newId() })).toEqual([]);
});

test("the state “failing” selects pending deliveries with a failed attempt", async () => {
  const { scope, subscribe, deliver, search } = await setUp();
  const [untried, failed, dead] = [
    await subscribe("ada@example.com"),
    await subscribe("bob@example.com"),
    await subscribe("eve@example.com"),
  ];
  await deliver([untried, failed], "pending");
  await deliver([dead], "dead");
  await transaction((tx) =>
    tx.delivery.updateMany({
      where: { organizationId: scope.id, subscriberId: { in: [failed.id, dead.id] } },
      data: { attempts: 1, history: "[]" },
    }),
  );
  expect(await search({ state: "failing" })).toEqual([failed.id]);
  expect(await search({ state: "failing", q: "ada" })).toEqual([]);
  expect(await search({ state: "pending" })).toEqual([failed.id, untried.id]);
});

test.each([
  ["few", 2, 60],
  ["many", 30, 4],
])(
  "a search that matches %s subscribers pages through their deliveries, newest first, each once",
  async (_, count, events) => {
    const { subscribe, deliver, list } = await setUp();
    const mark = newId();
    const found = await Promise.all(
      Array.from({ length: count }, (__, index) => subscribe(`${index}.${mark}@example.com`)),
    );
    const others = [await subscribe(`${newId()}@example.com`)];
    const expected: string[] = [];
    for (let event = 0; event < events; event++)
      expected.push(...(await deliver([...found, ...others])).slice(0, count).toSorted());
    const ids: string[] = [];
    for (let before: string | null | undefined; before !== null;) {
      const page = await list({ q: mark, ...(before && { before }) });
      ids.push(...page.ids);
      before = page.next;
    }
    expect(ids).toEqual(expected.toReversed());
  },
);

test("a page has up to `limit` deliveries, and the next page starts after them", async () => {
  const { subscribe, deliver, list } = await setUp();
  const readers = [];
  for (const name of ["ada", "bob", "eve"]) readers.push(await subscribe(`${name}@example.com`));
  const newest = await deliver(readers.slice(0, 2));
  const older = await deliver(readers.slice(1));
  const first = await list({ limit: "3" });
  const second = await list({ limit: "3", before: first.next! });
  expect([first.ids.length, second.ids.length, second.next]).toEqual([3, 1, null]);
  expect([...first.ids, ...second.ids].toSorted()).toEqual([...newest, ...older].toSorted());
});

test("`hours` selects recent deliveries, also with a state or a recipient", async () => {
  const { subscribe, deliver, list } = await setUp();
  const ada = await subscribe("ada@example.com");
  await deliver([ada], "dead");
  for (const filter of [{}, { state: "dead" }, { q: "ada" }] as Record<string, string>[]) {
    const search = async (afterMs: number) =>
      (await list({ ...filter, hours: "2" }, new Date(Date.now() + afterMs))).ids;
    expect(await search(1.9 * HOUR_MS)).toEqual([ada.id]);
    expect(await search(2.1 * HOUR_MS)).toEqual([]);
  }
});
