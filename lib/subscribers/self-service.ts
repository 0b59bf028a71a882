import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@/lib/actor";
import { getClientNetwork } from "@/lib/client-network";
import type { Tx } from "@/lib/db/client";
import { reader, rerunAfterRace, transaction } from "@/lib/db/database";
import { invalid, notFound, Problem } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { createConfirmLink, getHostOrigin } from "@/lib/links";
import {
  type ChatConfirmation,
  isChat,
  sendConfirmation,
} from "@/lib/notifications/channels/confirmation";
import { sendVerification } from "@/lib/notifications/channels/webhook";
import { type OrganizationId, getPublicOrganization } from "@/lib/organizations/scope";
import { hashToken } from "@/lib/encryption";
import { countRequest, createThrottleKey } from "@/lib/throttle";
import {
  enqueueConfirmationEmails,
  updateSigningSecrets,
  createConfirmations,
  confirmationFields,
  endQuarantine,
  findSubscriberByAddress,
  insertSubscriber,
  workingEndpointFields,
  releaseHeldDeliveries,
  requireSubscriptionFilter,
  restartSubscription,
  throttleConfirmation,
  subscriptionFilterData,
} from "./commands";
import { requireAddress } from "./endpoints";
import { findComponentNames, readSubscriber, type Subscriber, subscriberFields } from "./queries";
import {
  addSigningSecret,
  SUBSCRIBE_TO_EVERYTHING,
  resolveSubscriptionFilter,
  isSameSubscriptionFilter,
  generateSigningSecret,
  type SubscriptionFilter,
} from "./rules";
import type { NewSubscription, SubscriptionChange } from "./schema";

/** A failed webhook verification responds at the next of these times. */
const FAILURE_RESPONSE_TIMES_MS = [2_000, 10_000];

/** Per subscriber. */
const MAX_PENDING_CONFIRMATIONS = 5;

export type Visitor = { client: Client; now: Date; pause?: (ms: number) => Promise<unknown> };

/** The same response whether or not the address was already subscribed. */
export type AcceptedSubscription = { status: "pending" | "active"; secret?: string };

export type Subscription = {
  organization: { id: string; name: string };
  subscriber: Subscriber;
  components: { id: string; name: string }[];
};

export type ReactivatedSubscription = {
  subscription: Subscription;
  replayed: number;
  cancelled: number;
};

/**
 * Sends a confirmation email to an email address, a signed verification request to a webhook. Chat
 * channels are active immediately, but must confirm later changes. 400, 404, 429.
 */
export async function subscribe(
  { client, now, pause = sleep }: Visitor,
  organizationId: string,
  input: NewSubscription,
): Promise<AcceptedSubscription> {
  const organization = await getPublicOrganization(organizationId);
  await countRequest(createThrottleKey("subscription", getClientNetwork(client)), now);
  const { channel, address } = input;
  const requested = resolveSubscriptionFilter(input);
  if (Array.isArray(requested)) throw invalid(requested);
  const secret = channel === "webhook" ? generateSigningSecret() : null;
  if (secret === null) requireAddress(channel, address, true);
  else await verifyEndpoint(address, secret, organization, now, pause);

  const { confirmation, ...accepted } = await rerunAfterRace(() =>
    transaction(
      async (
        tx,
      ): Promise<
        AcceptedSubscription & { confirmation?: Omit<ChatConfirmation, "organization"> }
      > => {
        const filter = await requireSubscriptionFilter(tx, organization, requested);
        const existingSubscriber = await findSubscriberByAddress(
          tx,
          organization,
          channel,
          address,
        );
        if (input.channel === "email") {
          if (
            existingSubscriber !== null &&
            (await hasTooManyConfirmations(tx, existingSubscriber.id, now))
          )
            return { status: "pending" };
          if ((await throttleConfirmation(tx, address, now)) !== null) return { status: "pending" };
          const draft = {
            channel: input.channel,
            address,
            state: "unconfirmed",
            filter,
            contactEmail: null,
            secret,
            isSelfService: true,
          } as const;
          const subscriberId =
            existingSubscriber?.id ?? (await insertSubscriber(tx, organization.id, draft, now));
          await enqueueConfirmationEmails(
            tx,
            organization.id,
            [{ subscriberId, address, filter }],
            now,
          );
          return { status: "pending" };
        }
        const draft = {
          channel,
          address,
          state: "active",
          filter,
          contactEmail: input.contact_email,
          secret,
          isSelfService: true,
        } as const;
        if (existingSubscriber === null) await insertSubscriber(tx, organization.id, draft, now);
        else if (existingSubscriber.state === "unsubscribed")
          await restartSubscription(tx, organization.id, existingSubscriber, draft, now);
        else if (secret !== null) await addEndpointSecret(tx, existingSubscriber.id, secret, now);
        else return confirmChatChange(tx, existingSubscriber.id, address, filter, now);
        return { status: "active", ...(secret !== null && { secret }) };
      },
    ),
  );
  if (confirmation !== undefined && isChat(channel)) {
    const { name } = await reader().organization.findUniqueOrThrow({
      where: { id: organization.id },
      select: { name: true },
    });
    const { ok } = await sendConfirmation(
      channel,
      address,
      { ...confirmation, organization: { id: organization.id, name } },
      now,
    );
    if (!ok)
      throw invalid([
        {
          path: "address",
          message: "must accept a message that asks the channel to confirm the change",
        },
      ]);
  }
  return accepted;
}

/**
 * Changes to a chat channel apply after someone in it confirms them: knowing its URL proves
 * nothing.
 */
async function confirmChatChange(
  tx: Tx,
  subscriberId: string,
  address: string,
  filter: SubscriptionFilter,
  now: Date,
): Promise<AcceptedSubscription & { confirmation?: Omit<ChatConfirmation, "organization"> }> {
  const subscriber = readSubscriber(
    await tx.subscriber.findUniqueOrThrow({
      where: { id: subscriberId },
      select: subscriberFields,
    }),
  );
  if (subscriber.state === "active" && isSameSubscriptionFilter(subscriber, filter))
    return { status: "active" };
  if (
    (await hasTooManyConfirmations(tx, subscriberId, now)) ||
    (await throttleConfirmation(tx, address, now)) !== null
  )
    return { status: "pending" };
  const [created] = await createConfirmations(tx, [{ subscriberId, filter }], now);
  return {
    status: "pending",
    confirmation: { topics: created!.topics, link: createConfirmLink(created!.token) },
  };
}

/** Keeps one address from being flooded. Links that were already sent keep working. */
async function hasTooManyConfirmations(tx: Tx, subscriberId: string, now: Date): Promise<boolean> {
  return (
    (await tx.subscriberConfirmation.count({ where: { subscriberId, expiresAt: { gt: now } } })) >=
    MAX_PENDING_CONFIRMATIONS
  );
}

/**
 * Neither the error nor its timing reveals which step failed, so that visitors can't probe networks
 * through this server.
 */
async function verifyEndpoint(
  address: string,
  secret: string,
  page: { id: string },
  now: Date,
  pause: (ms: number) => Promise<unknown>,
): Promise<void> {
  const challenge = randomBytes(24).toString("base64url");
  const start = performance.now();
  const { ok } = await sendVerification(address, secret, newId(), now, challenge, page);
  if (ok) return;
  const elapsed = performance.now() - start;
  await pause((FAILURE_RESPONSE_TIMES_MS.find((time) => time > elapsed) ?? elapsed) - elapsed);
  throw invalid([
    {
      path: "address",
      message:
        "must respond to the verification request within 10 seconds, with a 2xx status and the " +
        "challenge",
    },
  ]);
}

/** Changes nothing else: an endpoint that answers every verification does so for anyone. */
async function addEndpointSecret(tx: Tx, id: string, secret: string, now: Date): Promise<void> {
  await updateSigningSecrets(tx, id, now, (secrets) => addSigningSecret(secrets, secret));
  // The verification showed that the endpoint works.
  await endQuarantine(tx, id, true, now);
}

/**
 * Activates the subscriber with the requested filter, without what no longer exists. Works once.
 * 404.
 */
export async function confirmSubscription(token: string, now: Date): Promise<Subscription> {
  const tokenHash = hashToken(token);
  const id = await rerunAfterRace(() =>
    transaction(async (tx) => {
      const confirmation = await tx.subscriberConfirmation.findUnique({
        where: { tokenHash },
        select: {
          wish: true,
          expiresAt: true,
          subscriber: { select: { id: true, organizationId: true, state: true } },
        },
      });
      const { count: used } = await tx.subscriberConfirmation.deleteMany({
        where: { tokenHash, expiresAt: { gt: now } },
      });
      if (confirmation === null || used === 0) throw unknownConfirmation();
      const { id: subscriberId, organizationId, state } = confirmation.subscriber;
      const filter = await keepExistingTargets(
        tx,
        organizationId,
        JSON.parse(confirmation.wish) as SubscriptionFilter,
      );
      const isStarting = state === "unconfirmed" || state === "unsubscribed";
      await tx.subscriber.update({
        where: { id: subscriberId },
        data: {
          ...subscriptionFilterData(filter),
          selfConfirmedAt: now,
          ...(isStarting && {
            state: "active",
            ...(await confirmationFields(tx, organizationId, now)),
          }),
          updatedAt: now,
        },
        select: { id: true },
      });
      if (state === "quarantined") await endQuarantine(tx, subscriberId, true, now);
      // Emails that were held until the address was confirmed.
      if (state === "active") await releaseHeldDeliveries(tx, subscriberId, true, now);
      return subscriberId;
    }),
  );
  return findSubscription({ id });
}

/** The previous link may have expired. 404 for a used or unknown token, 429. */
export async function resendConfirmation(
  { client, now }: Visitor,
  token: string,
): Promise<AcceptedSubscription> {
  await countRequest(createThrottleKey("subscription", getClientNetwork(client)), now);
  await rerunAfterRace(() =>
    transaction(async (tx) => {
      const confirmation = await tx.subscriberConfirmation.findUnique({
        where: { tokenHash: hashToken(token) },
        select: {
          wish: true,
          subscriber: { select: { id: true, organizationId: true, channel: true, address: true } },
        },
      });
      if (confirmation === null || confirmation.subscriber.channel !== "email")
        throw unknownConfirmation();
      const { id: subscriberId, organizationId, address } = confirmation.subscriber;
      if (await hasTooManyConfirmations(tx, subscriberId, now))
        throw new Problem(
          "too_many_requests",
          "Several confirmation links were already sent. Use the newest one.",
        );
      const refusal = await throttleConfirmation(tx, address, now);
      if (refusal !== null) throw refusal;
      await enqueueConfirmationEmails(
        tx,
        organizationId as OrganizationId,
        [{ subscriberId, address, filter: JSON.parse(confirmation.wish) as SubscriptionFilter }],
        now,
      );
    }),
  );
  return { status: "pending" };
}

const unknownConfirmation = () =>
  new Problem("not_found", "This confirmation link is invalid or has expired. Subscribe again.");

const matchesToken = (tokenHash: string) => ({
  OR: [{ manageTokenHash: tokenHash }, { unsubscribeTokenHash: tokenHash }],
});

/** Restores the previous filter of an ended subscription. 404, 409 if it has not ended. */
export async function resubscribe(token: string, now: Date): Promise<Subscription> {
  const subscriber = await reader().subscriber.findFirst({
    where: matchesToken(hashToken(token)),
    select: { id: true, organizationId: true, channel: true },
  });
  if (subscriber === null) throw notFound("This subscription");
  const { id, organizationId, channel } = subscriber;
  await transaction(async (tx) => {
    const confirmation = {
      ...(await confirmationFields(tx, organizationId, now)),
      ...(channel === "email" && { selfConfirmedAt: now }),
    };
    const { count: resumed } = await tx.subscriber.updateMany({
      where: { id, state: "unsubscribed" },
      data: { ...workingEndpointFields, ...confirmation, updatedAt: now },
    });
    if (resumed === 0)
      throw new Problem("conflict", "This subscription has not ended, so it can't be restarted.");
  });
  return findSubscription({ id });
}

export type TokenOrganization = {
  name: string;
  url: string;
  logoUrl: string | null;
};

/** Accepts tokens of subscribers and of confirmations. Null for an unknown token. */
export async function findSubscriptionPage(
  token: string,
  now: Date = new Date(),
): Promise<{ organization: TokenOrganization; isExpired: boolean } | null> {
  const tokenHash = hashToken(token);
  const organization = {
    select: {
      id: true,
      name: true,
      logo: { select: { hash: true } },
      domain: { select: { verifiedHost: true } },
    },
  } as const;
  const [subscriber, confirmation] = await Promise.all([
    reader().subscriber.findFirst({ where: matchesToken(tokenHash), select: { organization } }),
    reader().subscriberConfirmation.findUnique({
      where: { tokenHash },
      select: { expiresAt: true, subscriber: { select: { channel: true, organization } } },
    }),
  ]);
  const found = subscriber?.organization ?? confirmation?.subscriber.organization;
  if (found === undefined) return null;
  const { id, name, logo, domain } = found;
  const host = domain?.verifiedHost ?? null;
  const url = host === null ? `/status/${id}` : getHostOrigin(host);
  return {
    organization: { name, url, logoUrl: logo && `/status/${id}/logo?v=${logo.hash}` },
    isExpired: confirmation?.subscriber.channel === "email" && confirmation.expiresAt <= now,
  };
}

async function keepExistingTargets(
  tx: Tx,
  organizationId: string,
  filter: SubscriptionFilter,
): Promise<SubscriptionFilter> {
  if (filter.everything) return SUBSCRIBE_TO_EVERYTHING;
  const existing = (ids: string[]) => ({
    where: { organizationId, id: { in: ids } },
    select: { id: true },
  });
  const { where, select } = existing(filter.componentIds);
  const components = await tx.component.findMany({ where: { ...where, archivedAt: null }, select });
  const incidents = await tx.incident.findMany(existing(filter.incidentIds));
  return {
    everything: false,
    componentIds: components.map(({ id }) => id),
    incidentIds: incidents.map(({ id }) => id),
  };
}

/** Throws 404. */
export const getSubscription = (manageToken: string): Promise<Subscription> =>
  findSubscription({ manageTokenHash: hashToken(manageToken) });

async function findSubscription(
  where: { id: string } | { manageTokenHash: string },
): Promise<Subscription> {
  const row = await reader().subscriber.findUnique({
    where,
    select: { ...subscriberFields, organization: { select: { id: true, name: true } } },
  });
  if (row === null) throw notFound("This subscription");
  const { organization, ...fields } = row;
  const subscriber = readSubscriber(fields);
  return {
    organization,
    subscriber,
    components: await findComponentNames({ id: subscriber.organizationId }),
  };
}

/** Throws 400, 404, 409 if the subscription has ended. */
export async function changeSubscription(
  manageToken: string,
  change: SubscriptionChange,
  now: Date,
): Promise<Subscription> {
  const { subscriber } = await getSubscription(manageToken);
  await rerunAfterRace(() =>
    transaction(async (tx) => {
      // Locks the row, so that of two concurrent changes the second sees the first.
      const { count: held } = await tx.subscriber.updateMany({
        where: { id: subscriber.id, state: { not: "unsubscribed" } },
        data: { updatedAt: now },
      });
      if (held === 0)
        throw new Problem("conflict", "This subscription has ended. Resubscribe to change it.");
      const row = await tx.subscriber.findUniqueOrThrow({
        where: { id: subscriber.id },
        select: subscriberFields,
      });
      const filter = await requireSubscriptionFilter(
        tx,
        { id: subscriber.organizationId },
        resolveSubscriptionFilter(change, readSubscriber(row)),
      );
      await tx.subscriber.update({
        where: { id: subscriber.id },
        data: subscriptionFilterData(filter),
        select: { id: true },
      });
    }),
  );
  return getSubscription(manageToken);
}

/** With `replay`, held deliveries are due now, otherwise they are canceled. 404, 409. */
export async function reactivateSubscription(
  manageToken: string,
  replay: boolean,
  now: Date,
): Promise<ReactivatedSubscription> {
  const { subscriber } = await getSubscription(manageToken);
  const released = await transaction((tx) => endQuarantine(tx, subscriber.id, replay, now));
  if (released === null)
    throw new Problem("conflict", `This subscription is ${subscriber.state}, not quarantined.`);
  return { subscription: await getSubscription(manageToken), ...released };
}

/** Idempotent. 404 for an unknown token. */
export const endSubscription = (manageToken: string, now: Date): Promise<void> =>
  end({ manageTokenHash: hashToken(manageToken) }, now);

/** One-click unsubscribe (RFC 8058). Idempotent. 404 for an unknown token. */
export const unsubscribe = (token: string, now: Date): Promise<void> =>
  end({ unsubscribeTokenHash: hashToken(token) }, now);

async function end(
  where: { manageTokenHash: string } | { unsubscribeTokenHash: string },
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    const row = await tx.subscriber.findUnique({ where, select: { id: true } });
    if (row === null) throw notFound("This subscription");
    await tx.subscriber.updateMany({
      where: { id: row.id, state: { not: "unsubscribed" } },
      data: { state: "unsubscribed", updatedAt: now },
    });
    await tx.delivery.updateMany({
      where: { subscriberId: row.id, state: { in: ["pending", "held"] } },
      data: { state: "cancelled", finishedAt: now },
    });
    await tx.subscriberConfirmation.deleteMany({ where: { subscriberId: row.id } });
  });
}
