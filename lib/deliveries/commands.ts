import type { Context } from "@/lib/actor";
import { countStatuses } from "@/lib/components/queries";
import { pageStatus } from "@/lib/components/rules";
import { insertRows } from "@/lib/db";
import { notFound, Problem } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { idOf, partsOf, trimHistory } from "@/lib/notifications/delivery-row";
import { outboxRow } from "@/lib/notifications/outbox";
import { LEASE_MS } from "@/lib/notifications/queue";
import { writeInOrganization } from "@/lib/organizations/commands";
import { authorize, type OrganizationScope } from "@/lib/organizations/scope";
import { subjectOf } from "@/lib/subscribers/commands";
import { getSubscriber, type Subscriber } from "@/lib/subscribers/queries";
import { count, throttleKey } from "@/lib/throttle";
import { type Delivery, getDelivery } from "./queries";
import { testPayload } from "./rules";
import { HISTORY_LENGTH } from "./serialize";

/**
 * Makes a delivery due again, with all its attempts before it; its message keeps its id. One that waits long for its next
 * attempt need not. 404 when it is not this organization's, 409 while it is due within two minutes or its subscriber has left.
 */
export async function redeliver(context: Context, scope: OrganizationScope, id: string): Promise<Delivery> {
  const { now } = context;
  await writeInOrganization(context, scope, "editor", async (tx, record) => {
    const key = { organizationId: scope.id, ...partsOf(id) };
    const delivery = await tx.delivery.findFirst({
      where: key,
      select: { state: true, channel: true, subscriberId: true, history: true, subscriber: { select: { state: true } } },
    });
    if (delivery === null) throw notFound("This delivery");
    if (delivery.subscriber.state !== "active") throw new Problem("conflict", `Its subscriber is ${delivery.subscriber.state}.`);
    const { count } = await tx.delivery.updateMany({
      // What is due no later than a lease ends may be on its way: twice that, for it may have been claimed since this request began.
      where: {
        ...key,
        history: delivery.history,
        OR: [{ state: { in: ["delivered", "dead", "cancelled"] } }, { state: "pending", nextAttemptAt: { gt: new Date(now.getTime() + 2 * LEASE_MS) } }],
      },
      // However often it is sent again, its row does not grow without end.
      data: { state: "pending", attempts: 0, nextAttemptAt: now, finishedAt: null, history: trimHistory(delivery.history, HISTORY_LENGTH) },
    });
    if (count === 0) throw new Problem("conflict", "This delivery is due already, or within two minutes.");
    const { state, channel, subscriberId } = delivery;
    await record({ action: "delivery.redelivered", subject: { type: "delivery", id, name: channel }, before: { state, subscriber_id: subscriberId }, after: { state: "pending", subscriber_id: subscriberId } });
  });
  return getDelivery(scope, id);
}

/**
 * Sends a subscriber alone a message that says that it is a test: an event that is fanned out already, and its one delivery.
 * 404, 409 unless the subscriber is active, 429 past the limit of the organization.
 */
export async function sendTest(context: Context, scope: OrganizationScope, subscriberId: string): Promise<Delivery> {
  const { now } = context;
  authorize(scope, "editor");
  requireActive(await getSubscriber(scope, subscriberId));
  await count(throttleKey("test_message", scope.id), now);
  const id = await writeInOrganization(context, scope, "editor", async (tx, record) => {
    const subscriber = await getSubscriber(scope, subscriberId, tx);
    requireActive(subscriber);
    const page = pageStatus(await countStatuses(tx, scope), "operational");
    const payload = testPayload({ organizationId: scope.id, incidentId: newId(), updateId: newId(), at: now, page });
    const event = outboxRow({ kind: "test", organizationId: scope.id, incidentId: null, maintenanceId: null, createdAt: now, payload });
    await insertRows(tx, "notification_events", [{ ...event, fannedOutAt: now }]);
    const { target, restsUntil } = await tx.subscriber.findUniqueOrThrow({ where: { id: subscriberId }, select: { target: true, restsUntil: true } });
    const key = { organizationId: scope.id, eventId: event.id, subscriberId };
    const nextAttemptAt = restsUntil !== null && restsUntil > now ? restsUntil : now;
    await tx.delivery.create({ data: { ...key, channel: subscriber.channel, target, state: "pending", nextAttemptAt, createdAt: now }, select: { eventId: true } });
    await record({ action: "subscriber.tested", subject: subjectOf(subscriber), after: { delivery_id: idOf(key) } });
    return idOf(key);
  });
  return getDelivery(scope, id);
}

function requireActive({ state }: Subscriber): void {
  if (state !== "active") throw new Problem("conflict", `This subscriber is ${state}.`);
}
