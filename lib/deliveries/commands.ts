import type { Context } from "@/lib/actor";
import { notFound, Problem } from "@/lib/errors";
import { partsOf, trimHistory } from "@/lib/notifications/delivery-row";
import { LEASE_MS } from "@/lib/notifications/queue";
import { writeInOrganization } from "@/lib/organizations/commands";
import type { OrganizationScope } from "@/lib/organizations/scope";
import { type Delivery, getDelivery } from "./queries";
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
