import type { Context } from "@/lib/actor";
import { countStatuses } from "@/lib/components/queries";
import { getPageStatus } from "@/lib/components/rules";
import type { Prisma } from "@/lib/db/database";
import { notFound, Problem } from "@/lib/errors";
import { formatDeliveryId, parseDeliveryId, trimHistory } from "@/lib/notifications/delivery-row";
import { getEmailTexts } from "@/lib/email/email-texts";
import { mustHoldNewEmails, mustHoldNewNotifications } from "@/lib/email/held-emails";
import { DELIVERY_LEASE_MS } from "@/lib/notifications/claim";
import { createDeliveries } from "@/lib/notifications/fan-out";
import { defineCommand, type Write, writeInOrganization } from "@/lib/organizations/commands";
import type { OrganizationScope } from "@/lib/organizations/scope";
import { toSubscriberAuditSubject } from "@/lib/subscribers/commands";
import { getSubscriber } from "@/lib/subscribers/queries";
import { sql } from "@/lib/statements";
import { createThrottleKey, requireQuota } from "@/lib/throttle";
import { type Delivery, getDelivery, invalidateSummaries, matchDeliveries } from "./queries";
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
  const queued = await writeInOrganization(context, scope, "editor", async (write) => {
    const [rejection] = await queueRedeliveries(write, [id]);
    if (rejection !== undefined) throw rejection.problem;
    return getDelivery(scope, id, write.tx);
  });
  invalidateSummaries(scope);
  return queued;
}

type Rejection = { id: string; problem: Problem };

/**
 * Queues deliveries again, except those that `redeliver` would reject. Returns an error for each of
 * these.
 */
export async function redeliverDeliveries(
  context: Context,
  scope: OrganizationScope,
  ids: readonly string[],
): Promise<Rejection[]> {
  const rejections = await writeInOrganization(context, scope, "editor", (write) =>
    queueRedeliveries(write, ids),
  );
  invalidateSummaries(scope);
  return rejections;
}

/** Queues deliveries. Returns those that can't be queued, and why. */
async function queueRedeliveries(write: Write, ids: readonly string[]): Promise<Rejection[]> {
  const rows = await write.tx.delivery.findMany({
    where: matchDeliveries(write.organization, ids.map(parseDeliveryId)),
    include: redeliveryFields,
  });
  const found = new Map(rows.map((row) => [formatDeliveryId(row), row]));
  const rejections: Rejection[] = [];
  for (const id of ids) {
    const delivery = found.get(id);
    const problem =
      delivery === undefined
        ? notFound("This delivery")
        : (findRejection(delivery) ?? (await queueRedelivery(write, delivery)));
    if (problem !== null) rejections.push({ id, problem });
  }
  return rejections;
}

const redeliveryFields = {
  subscriber: { select: { state: true, selfConfirmedAt: true } },
  event: { select: { withdrawnAt: true } },
} satisfies Prisma.DeliveryInclude;
type Redelivery = Prisma.DeliveryGetPayload<{ include: typeof redeliveryFields }>;

function findRejection({ event, subscriber, state }: Redelivery): Problem | null {
  if (event.withdrawnAt !== null)
    return new Problem(
      "conflict",
      "The content of this delivery was deleted or unpublished, so it can't be sent again.",
    );
  if (subscriber.state !== "active") return createInactiveError(subscriber.state);
  if (state === "held")
    return new Problem(
      "conflict",
      "This email is on hold until an owner or admin of the organization confirms their email address.",
    );
  return null;
}

async function queueRedelivery(
  { tx, now, audit }: Write,
  delivery: Redelivery,
): Promise<Problem | null> {
  const { organizationId, eventId, subscriberId, state, channel, history } = delivery;
  const { selfConfirmedAt } = delivery.subscriber;
  const isHeld = await mustHoldNewNotifications(tx, { organizationId, channel, selfConfirmedAt });
  const next = isHeld ? "held" : "pending";
  const { count } = await tx.delivery.updateMany({
    // Excludes deliveries that may be in progress, even those claimed since this request started.
    where: {
      ...{ organizationId, eventId, subscriberId, history },
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
      history: trimHistory(history, HISTORY_LENGTH),
    },
  });
  if (count === 0)
    return new Problem(
      "conflict",
      "This delivery is being sent, or will be within two minutes. Wait for its result.",
    );
  audit({
    action: "delivery.redelivered",
    subject: { type: "delivery", id: formatDeliveryId(delivery), name: channel },
    before: { state, subscriber_id: subscriberId },
    after: { state: next, subscriber_id: subscriberId },
  });
  return null;
}

/**
 * Queues a test message to one subscriber. Throws 404 for an unknown subscriber, 409 if it is not
 * active, 429 after too many test messages.
 */
export const sendTest = defineCommand("editor", async (write, subscriberId: string) => {
  const { tx, now, organization, audit } = write;
  const subscriber = await getSubscriber(organization, subscriberId, tx);
  if (subscriber.state !== "active") throw createInactiveError(subscriber.state);
  await requireQuota(tx, [createThrottleKey("test_message", organization.id)], now);
  const language = subscriber.language ?? organization.languages[0] ?? "en";
  const page = getPageStatus(await countStatuses(tx, organization), "operational");
  const event = await write.enqueue({
    ...{ kind: "test", incidentId: null, maintenanceId: null, updateId: null },
    payload: buildTestPayload(organization.id, now, page, getEmailTexts(language)),
    fannedOutAt: now,
  });
  const areEmailsHeld = await mustHoldNewEmails(tx, organization.id);
  await createDeliveries(tx, event, sql`s.id = ${subscriberId}`, areEmailsHeld, now);
  const id = formatDeliveryId({ eventId: event.id, subscriberId });
  audit({
    action: "subscriber.tested",
    subject: toSubscriberAuditSubject(subscriber),
    after: { delivery_id: id },
  });
  return getDelivery(organization, id, tx);
});

const createInactiveError = (state: string) =>
  new Problem("conflict", `This subscriber is ${state}. Only active subscribers can be notified.`);
