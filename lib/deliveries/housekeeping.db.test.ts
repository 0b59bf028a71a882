import { expect, test } from "vitest";
import { later, createMembership, NOW } from "@/e2e/support/database-fixtures";
import { reader, transaction } from "@/lib/db/database";
import { newId } from "@/lib/ids";
import { createIncident } from "@/lib/incidents/commands";
import { newIncident } from "@/lib/incidents/schema";
import type { OrganizationScope } from "@/lib/organizations/scope";
import { createSubscriber } from "@/lib/subscribers/commands";
import { newSubscriber } from "@/lib/subscribers/schema";
import { deleteOldDeliveries } from "./housekeeping";
import { getDeliveryReport } from "./queries";

const DAYS = 30;
/** Rows per transaction. One with all rows could exceed the timeout on a busy machine. */
const BATCH = 500;
const ago = (days: number) => later(-days * 24 * 60 * 60_000);

async function createDeliveries(count: number, days: number) {
  const { context, scope } = await createMembership("editor");
  const incident = await createIncident(
    context,
    scope,
    newIncident.parse({ title: "API is down", impact: "major" }),
  );
  const first = await createSubscriber(
    context,
    scope,
    newSubscriber.parse({ channel: "webhook", address: `https://receiver.example/${newId()}` }),
  );
  const { id } = await reader().notificationEvent.findFirstOrThrow({
    where: { organizationId: scope.id },
    select: { id: true },
  });
  const given = await reader().subscriber.findUniqueOrThrow({
    where: { id: first.subscriber.id },
  });
  await transaction((tx) =>
    tx.notificationEvent.update({ where: { id }, data: { fannedOutAt: ago(days) } }),
  );
  const getState = (index: number) =>
    index === 0 ? "pending" : index % 2 === 0 ? "dead" : "delivered";
  for (let start = 0; start < count; start += BATCH) {
    const subscribers = Array.from({ length: Math.min(BATCH, count - start) }, () => ({
      ...given,
      id: newId(),
      addressHash: newId(),
      manageTokenHash: newId(),
      unsubscribeTokenHash: newId(),
    }));
    const deliveries = subscribers.map(({ id: subscriberId }, index) => ({
      organizationId: scope.id,
      eventId: id,
      channel: "webhook",
      target: "receiver.example",
      nextAttemptAt: NOW,
      createdAt: NOW,
      subscriberId,
      state: getState(start + index),
    }));
    await transaction(async (tx) => {
      await tx.subscriber.createMany({ data: subscribers });
      await tx.delivery.createMany({ data: deliveries });
    });
  }
  return { scope, of: { kind: "incident" as const, id: incident.id } };
}

const countLeft = (scope: OrganizationScope) =>
  reader().delivery.count({ where: { organizationId: scope.id } });
const all = (count: number) => ({
  total: count,
  counts: [
    { state: "dead", channel: "webhook", count: Math.ceil(count / 2) - 1 },
    { state: "delivered", channel: "webhook", count: Math.floor(count / 2) },
    { state: "pending", channel: "webhook", count: 1 },
  ],
});

test("deleteOldDeliveries: deletes old deliveries that aren't pending; reports still count them", async () => {
  const [old, recent] = [
    await createDeliveries(1_203, DAYS + 1),
    await createDeliveries(5, DAYS - 1),
  ];
  expect(await getDeliveryReport(old.scope, old.of)).toEqual(all(1_203));
  const until = await deleteOldDeliveries(NOW, DAYS);
  expect([await countLeft(old.scope), await countLeft(recent.scope)]).toEqual([1, 5]);
  expect(await getDeliveryReport(old.scope, old.of)).toEqual(all(1_203));
  expect(await getDeliveryReport(recent.scope, recent.of)).toEqual(all(5));
  await deleteOldDeliveries(ago(-2), DAYS, until);
  expect(
    [await countLeft(old.scope), await countLeft(recent.scope)],
    "the next run continues where the previous one stopped",
  ).toEqual([1, 1]);
  expect(await getDeliveryReport(recent.scope, recent.of)).toEqual(all(5));
});

test("deleteOldDeliveries: concurrent runs count each delivery once", async () => {
  const { scope, of } = await createDeliveries(2_501, DAYS + 40);
  await Promise.all([1, 2, 3].map(() => deleteOldDeliveries(NOW, DAYS + 30)));
  expect(await countLeft(scope)).toBe(1);
  expect(await getDeliveryReport(scope, of)).toEqual(all(2_501));
});
