import type { Context } from "@/lib/actor";
import { countStatuses } from "@/lib/components/queries";
import { getPageStatus } from "@/lib/components/rules";
import type { Tx } from "@/lib/db/prisma-client";
import { notFound, Problem } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { formatDeliveryId, parseDeliveryId, trimHistory } from "@/lib/notifications/delivery-row";
import { getEmailTexts } from "@/lib/email/email-texts";
import { getNewEmailState } from "@/lib/email/held-emails";
import { enqueueEvent } from "@/lib/notifications/outbox";
import { DELIVERY_LEASE_MS } from "@/lib/notifications/claim";
import { writeInOrganization } from "@/lib/organizations/commands";
import { parseLanguages } from "@/lib/organizations/values";
import { requireRole, type OrganizationScope } from "@/lib/organizations/scope";
import { toSubscriberAuditSubject } from "@/lib/subscribers/commands";
import { getSubscriber, type Subscriber } from "@/lib/subscribers/queries";
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
        "The update or incident of this delivery was deleted, so it can't be sent again.",
      );
    if (delivery.subscriber.state !== "active")
      throw new Problem(
        "conflict",
        `The subscriber is ${delivery.subscriber.state}. Only active subscribers can be notified.`,
      );
    if (delivery.state === "held")
      throw new Problem(
        "conflict",
        "This email is on hold until an owner or admin of the organization confirms their email address.",
      );
    const next = await getNewDeliveryState(
      tx,
      scope,
      delivery.channel,
      delivery.subscriber.selfConfirmedAt,
    );
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
  return writeInOrganization(context, scope, "editor", async ({ tx, audit }) => {
    const subscriber = await getSubscriber(scope, subscriberId, tx);
    requireActive(subscriber);
    const { target, retryAfterUntil, selfConfirmedAt, organization } =
      await tx.subscriber.findUniqueOrThrow({
        where: { id: subscriberId },
        select: {
          ...{ target: true, retryAfterUntil: true, selfConfirmedAt: true },
          organization: { select: { languages: true } },
        },
      });
    const language = subscriber.language ?? parseLanguages(organization.languages)[0] ?? "en";
    const page = getPageStatus(await countStatuses(tx, scope), "operational");
    const payload = buildTestPayload({
      organizationId: scope.id,
      incidentId: newId(),
      updateId: newId(),
      at: now,
      page,
      texts: getEmailTexts(language),
    });
    const about = {
      organizationId: scope.id,
      incidentId: null,
      maintenanceId: null,
      updateId: null,
    };
    const event = await enqueueEvent(tx, {
      kind: "test",
      ...about,
      createdAt: now,
      payload,
      fannedOutAt: now,
    });
    const state = await getNewDeliveryState(tx, scope, subscriber.channel, selfConfirmedAt);
    const key = { organizationId: scope.id, eventId: event.id, subscriberId };
    const nextAttemptAt = retryAfterUntil !== null && retryAfterUntil > now ? retryAfterUntil : now;
    await tx.delivery.create({
      data: { ...key, channel: subscriber.channel, target, state, nextAttemptAt, createdAt: now },
      select: { eventId: true },
    });
    audit({
      action: "subscriber.tested",
      subject: toSubscriberAuditSubject(subscriber),
      after: { delivery_id: formatDeliveryId(key) },
    });
    return getDelivery(scope, formatDeliveryId(key), tx);
  });
}

const getNewDeliveryState = async (
  tx: Tx,
  { id }: OrganizationScope,
  channel: string,
  selfConfirmedAt: Date | null,
) => (channel === "email" && selfConfirmedAt === null ? getNewEmailState(tx, id) : "pending");

function requireActive({ state }: Subscriber): void {
  if (state !== "active")
    throw new Problem(
      "conflict",
      `This subscriber is ${state}. Only active subscribers can be notified.`,
    );
}
