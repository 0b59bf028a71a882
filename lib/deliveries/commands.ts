import type { Context } from "@/lib/actor";
import { countStatuses } from "@/lib/components/queries";
import { getPageStatus } from "@/lib/components/rules";
import { notFound, Problem } from "@/lib/errors";
import { formatDeliveryId, parseDeliveryId, trimHistory } from "@/lib/notifications/delivery-row";
import { getEmailTexts } from "@/lib/email/email-texts";
import { holdEmails, holdNotifications } from "@/lib/email/held-emails";
import { DELIVERY_LEASE_MS } from "@/lib/notifications/claim";
import { createDeliveries } from "@/lib/notifications/fan-out";
import { writeInOrganization } from "@/lib/organizations/commands";
import { requireRole, type OrganizationScope } from "@/lib/organizations/scope";
import { toSubscriberAuditSubject } from "@/lib/subscribers/commands";
import { getSubscriber } from "@/lib/subscribers/queries";
import { sql } from "@/lib/statements";
import { countRequest, createThrottleKey } from "@/lib/throttle";
import { type Delivery, invalidateSummaries, getDelivery } from "./queries";
import { buildTestPayload } from "./rules";
import { HISTORY_LENGTH } from "./serialize";

/**
 * Queues a delivery again, with the same message ID. Throws 404 if it does not exist, 409 if it
 * can't be sent again or is about to be sent.
 */
export async function redeliver(
  context: Context,
  scope: OrganizationScope,
  id: string,
): Promise<Delivery> {
  const { now } = context;
  const queued = await writeInOrganization(context, scope, "editor", async ({ tx, audit }) => {
    const key = { organizationId: scope.id, ...parseDeliveryId(id) };
    const delivery = await tx.delivery.findFirst({
      where: key,
      select: {
        ...{ state: true, channel: true, subscriberId: true, history: true },
        subscriber: { select: { state: true, selfConfirmedAt: true } },
        event: { select: { withdrawnAt: true } },
      },
    });
    if (delivery === null) throw notFound("This delivery");
    if (delivery.event.withdrawnAt !== null)
      throw new Problem(
        "conflict",
        "The content of this delivery was deleted or unpublished, so it can't be sent again.",
      );
    requireActive(delivery.subscriber);
    if (delivery.state === "held")
      throw new Problem(
        "conflict",
        "This email is on hold until an owner or admin of the organization confirms their email address.",
      );
    const { selfConfirmedAt } = delivery.subscriber;
    const subscriber = { organizationId: scope.id, channel: delivery.channel, selfConfirmedAt };
    const next = (await holdNotifications(tx, subscriber)) ? "held" : "pending";
    const { count } = await tx.delivery.updateMany({
      // Excludes deliveries that may be in progress, even those claimed since this request started.
      where: {
        ...key,
        history: delivery.history,
        OR: [
          { state: { in: ["delivered", "dead", "cancelled", "superseded"] } },
          {
            state: "pending",
            nextAttemptAt: { gt: new Date(now.getTime() + 2 * DELIVERY_LEASE_MS) },
          },
        ],
      },
      data: {
        state: next,
        attempts: 0,
        nextAttemptAt: now,
        finishedAt: null,
        history: trimHistory(delivery.history, HISTORY_LENGTH),
      },
    });
    if (count === 0)
      throw new Problem(
        "conflict",
        "This delivery is being sent, or will be within two minutes. Wait for its result.",
      );
    const { state, channel, subscriberId } = delivery;
    audit({
      action: "delivery.redelivered",
      subject: { type: "delivery", id, name: channel },
      before: { state, subscriber_id: subscriberId },
      after: { state: next, subscriber_id: subscriberId },
    });
    return getDelivery(scope, id, tx);
  });
  invalidateSummaries(scope);
  return queued;
}

/**
 * Queues a test message to one subscriber. Throws 404 for an unknown subscriber, 409 if it is not
 * active, 429 after too many test messages.
 */
export async function sendTest(
  context: Context,
  scope: OrganizationScope,
  subscriberId: string,
): Promise<Delivery> {
  const { now } = context;
  requireRole(scope, "editor");
  requireActive(await getSubscriber(scope, subscriberId));
  await countRequest(createThrottleKey("test_message", scope.id), now);
  return writeInOrganization(
    context,
    scope,
    "editor",
    async ({ tx, organization, audit, enqueue }) => {
      const subscriber = await getSubscriber(scope, subscriberId, tx);
      requireActive(subscriber);
      const language = subscriber.language ?? organization.languages[0] ?? "en";
      const page = getPageStatus(await countStatuses(tx, scope), "operational");
      const event = await enqueue({
        ...{ kind: "test", incidentId: null, maintenanceId: null, updateId: null },
        payload: buildTestPayload(scope.id, now, page, getEmailTexts(language)),
        fannedOutAt: now,
      });
      await createDeliveries(
        tx,
        event,
        sql`s.id = ${subscriberId}`,
        await holdEmails(tx, scope.id),
        now,
      );
      const id = formatDeliveryId({ eventId: event.id, subscriberId });
      audit({
        action: "subscriber.tested",
        subject: toSubscriberAuditSubject(subscriber),
        after: { delivery_id: id },
      });
      return getDelivery(scope, id, tx);
    },
  );
}

function requireActive({ state }: { state: string }): void {
  if (state !== "active")
    throw new Problem(
      "conflict",
      `This subscriber is ${state}. Only active subscribers can be notified.`,
    );
}
