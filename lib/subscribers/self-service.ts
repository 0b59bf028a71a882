import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@/lib/actor";
import { getPagePath } from "@/lib/base-path";
import { getClientNetwork } from "@/lib/client-network";
import { reader, retryOnUniqueViolation, transaction, type Tx } from "@/lib/db/database";
import { invalid, invalidField, notFound, Problem } from "@/lib/errors";
import { getLocalizedUrl } from "@/lib/email/email-organization";
import { lockOrganizationRow } from "@/lib/email/held-emails";
import { newId } from "@/lib/ids";
import { createConfirmLink, getHostOrigin } from "@/lib/links";
import { isChat } from "@/lib/notifications/channel";
import { type ChatConfirmation, sendConfirmation } from "@/lib/notifications/channels/chat";
import { sendVerification } from "@/lib/notifications/channels/webhook";
import { unsubscribeSubscriber } from "@/lib/notifications/record";
import { type Language, parseLanguages } from "@/lib/organizations/values";
import { requireFreeRows } from "@/lib/organizations/row-limits";
import { type OrganizationId, findPublicScope } from "@/lib/organizations/scope";
import { hashToken } from "@/lib/encryption";
import { countRequest, createThrottleKey, refundQuota, resetCount } from "@/lib/throttle";
import {
  createConfirmationThrottleKey,
  enqueueConfirmationEmails,
  updateSigningSecrets,
  createConfirmations,
  createConfirmationFields,
  endQuarantine,
  findSubscriberByAddress,
  type RequestedSubscription,
  type SubscriberDraft,
  insertSubscriber,
  workingEndpointFields,
  releaseHeldDeliveries,
  requireSubscriptionFilter,
  restartSubscription,
  throttleConfirmation,
  toChangedFilterData,
  toSubscriptionFilterData,
} from "./commands";
import { requireAddress } from "./endpoints";
import {
  findComponentNames,
  findExistingTopicIds,
  readSubscriber,
  type Subscriber,
  subscriberFields,
} from "./queries";
import {
  addSigningSecret,
  SUBSCRIBE_TO_EVERYTHING,
  resolveSubscriptionFilter,
  isSameSubscriptionFilter,
  generateSigningSecret,
  type SubscriptionFilter,
} from "./rules";
import type { NewSubscription, SubscriptionChange } from "./schema";

/**
 * If a verification fails, the response is sent after one of these times, so that its timing
 * reveals little about the cause.
 */
const FAILURE_RESPONSE_TIMES_MS = [2_000, 10_000];

const MAX_PENDING_CONFIRMATIONS = 5;

type Visitor = { client: Client; now: Date; pause?: (ms: number) => Promise<unknown> };

/**
 * The response to a subscription. It doesn't reveal whether an email address was subscribed before.
 */
export type AcceptedSubscription = { status: "pending" | "active"; secret?: string };

type ChangeConfirmation = Omit<ChatConfirmation, "organization" | "link"> & { token: string };

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
 * Subscribes a visitor. Email addresses and changes of chat subscriptions must be confirmed. Throws
 * 400 for an invalid endpoint or filter, 404 for an unknown organization, 409 if the organization
 * has too many subscribers, 429 after too many requests.
 */
export async function subscribe(
  { client, now, pause = sleep }: Visitor,
  organizationId: string,
  input: NewSubscription,
): Promise<AcceptedSubscription> {
  const organization = await findPublicScope(organizationId);
  if (organization === null) throw notFound("This organization");
  await countRequest(createThrottleKey("subscription", getClientNetwork(client)), now);
  const { channel, address } = input;
  const requested = resolveSubscriptionFilter(input);
  if (Array.isArray(requested)) throw invalid(requested);
  const secret = channel === "webhook" ? generateSigningSecret() : null;
  if (secret === null) requireAddress(channel, address, true);
  else await verifyEndpoint(address, secret, organization, now, pause);

  const { confirmation, ...accepted } = await retryOnUniqueViolation(() =>
    transaction(
      async (tx): Promise<AcceptedSubscription & { confirmation?: ChangeConfirmation }> => {
        if ((await lockOrganizationRow(tx, organization.id)) === 0)
          throw notFound("This organization");
        const filter = await requireSubscriptionFilter(tx, organization, requested);
        const existingSubscriber = await findSubscriberByAddress(
          tx,
          organization,
          channel,
          address,
        );
        const { language = (existingSubscriber?.language ?? undefined) as Language | undefined } =
          input;
        const draft: SubscriberDraft = {
          ...{ channel, address, filter, secret, isSelfService: true },
          language: language ?? null,
          state: channel === "email" ? "unconfirmed" : "active",
          contactEmail: channel === "email" ? null : input.contact_email,
        };
        if (channel === "email") {
          // At the limit, known addresses are rejected too, so that they are not revealed.
          await requireFreeRows(tx, organization.id, "subscribers", now);
          if (
            existingSubscriber !== null &&
            (await hasTooManyConfirmations(tx, existingSubscriber.id, now))
          )
            return { status: "pending" };
          if ((await throttleConfirmation(tx, address, now)) !== null) return { status: "pending" };
          const subscriberId =
            existingSubscriber?.id ?? (await insertSubscriber(tx, organization.id, draft, now));
          await enqueueConfirmationEmails(
            tx,
            organization.id,
            [{ subscriberId, address, filter, language }],
            now,
          );
          return { status: "pending" };
        }
        if (existingSubscriber === null) await insertSubscriber(tx, organization.id, draft, now);
        else if (existingSubscriber.state === "unsubscribed")
          await restartSubscription(tx, organization.id, existingSubscriber, draft, now);
        else if (secret !== null) await addEndpointSecret(tx, existingSubscriber.id, secret, now);
        else
          return confirmChatChange(
            tx,
            organization,
            { ...input, id: existingSubscriber.id, filter },
            now,
          );
        return { status: "active", ...(secret !== null && { secret }) };
      },
    ),
  );
  if (confirmation !== undefined && isChat(channel)) {
    const { token, ...message } = confirmation;
    const link = createConfirmLink(token);
    const { ok } = await sendConfirmation(
      channel,
      address,
      { ...message, link, organization },
      now,
    );
    if (!ok) {
      await transaction(async (tx) => {
        await tx.subscriberConfirmation.deleteMany({ where: { tokenHash: hashToken(token) } });
        await resetCount(tx, createConfirmationThrottleKey(address));
        await refundQuota(tx, [createThrottleKey("recipient", address)], 1, now);
      });
      throw invalidField(
        "address",
        "must accept messages: the change is confirmed by a link posted to the channel",
      );
    }
  }
  return accepted;
}

/**
 * Creates a confirmation link instead of applying a change, because anyone who knows the chat
 * channel's URL can request the change.
 */
async function confirmChatChange(
  tx: Tx,
  organization: { languages: Language[] },
  change: { id: string; filter: SubscriptionFilter } & Pick<
    NewSubscription,
    "address" | "language"
  >,
  now: Date,
): Promise<AcceptedSubscription & { confirmation?: ChangeConfirmation }> {
  const { id: subscriberId, address, language: requested, filter } = change;
  const subscriber = readSubscriber(
    await tx.subscriber.findUniqueOrThrow({
      where: { id: subscriberId },
      select: subscriberFields,
    }),
  );
  const language = requested === undefined ? subscriber.language : requested;
  if (
    subscriber.state === "active" &&
    isSameSubscriptionFilter(subscriber, filter) &&
    language === subscriber.language
  )
    return { status: "active" };
  if (
    (await hasTooManyConfirmations(tx, subscriberId, now)) ||
    (await throttleConfirmation(tx, address, now)) !== null
  )
    return { status: "pending" };
  // Without a requested or saved language, the confirmation doesn't change the language.
  const isDefault = requested === undefined && language === null;
  const request = { subscriberId, filter, language: isDefault ? undefined : language };
  const [created] = await createConfirmations(tx, organization, [request], now);
  return {
    status: "pending",
    confirmation: {
      topics: created!.topics,
      componentUpdates: filter.componentUpdates,
      language: created!.language,
      token: created!.token,
    },
  };
}

/**
 * Returns true if an address has 5 valid confirmation links, so that it receives no more of them.
 */
async function hasTooManyConfirmations(tx: Tx, subscriberId: string, now: Date): Promise<boolean> {
  return (
    (await tx.subscriberConfirmation.count({ where: { subscriberId, expiresAt: { gt: now } } })) >=
    MAX_PENDING_CONFIRMATIONS
  );
}

/**
 * Throws 400 if the endpoint doesn't return the challenge. The error has no details and is delayed
 * until 2 or 10 seconds have passed, so that visitors learn little about the server's network.
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
  throw invalidField(
    "address",
    "must respond to the verification request within 10 seconds, with a 2xx status and the " +
      "challenge",
  );
}

/**
 * Adds a signing secret, but keeps the first one and the filter, because an endpoint may return the
 * challenge of a request that its owner did not make.
 */
async function addEndpointSecret(tx: Tx, id: string, secret: string, now: Date): Promise<void> {
  await updateSigningSecrets(tx, id, now, (secrets) => addSigningSecret(secrets, secret));
  // The endpoint has just passed the verification, so it is no longer quarantined.
  await endQuarantine(tx, id, true, now);
}

/**
 * Activates a subscriber with the requested filter and language. Throws 404 if the token is
 * unknown, expired, or already used, or if all requested components and incidents were deleted.
 */
export async function confirmSubscription(token: string, now: Date): Promise<Subscription> {
  const tokenHash = hashToken(token);
  const id = await retryOnUniqueViolation(() =>
    transaction(async (tx) => {
      const confirmation = await tx.subscriberConfirmation.findUnique({
        where: { tokenHash },
        select: {
          requestedSubscription: true,
          expiresAt: true,
          subscriber: { select: { id: true, organizationId: true, state: true } },
        },
      });
      const { count: used } = await tx.subscriberConfirmation.deleteMany({
        where: { tokenHash, expiresAt: { gt: now } },
      });
      if (confirmation === null || used === 0) throw createUnknownConfirmationError();
      const { id: subscriberId, organizationId, state } = confirmation.subscriber;
      const { language, ...requested } = parseRequestedSubscription(
        confirmation.requestedSubscription,
      );
      const filter = await keepExistingTopics(tx, organizationId, requested.filter);
      const isStarting = state === "unconfirmed" || state === "unsubscribed";
      await tx.subscriber.update({
        where: { id: subscriberId },
        data: {
          ...toSubscriptionFilterData(filter),
          ...(language !== undefined && { language }),
          selfConfirmedAt: now,
          ...(isStarting && {
            state: "active",
            ...(await createConfirmationFields(tx, organizationId, now)),
          }),
          updatedAt: now,
        },
        select: { id: true },
      });
      if (state === "quarantined") await endQuarantine(tx, subscriberId, true, now);
      if (state === "active") await releaseHeldDeliveries(tx, subscriberId, true, now);
      return subscriberId;
    }),
  );
  return findSubscription({ id });
}

/**
 * Sends a new confirmation email for an unused token of an earlier one, even if the token has
 * expired. Throws 404 for any other token, and for a suspended organization, and 429 after too many
 * requests or emails.
 */
export async function resendConfirmation(
  { client, now }: Visitor,
  token: string,
): Promise<AcceptedSubscription> {
  await countRequest(createThrottleKey("subscription", getClientNetwork(client)), now);
  await retryOnUniqueViolation(() =>
    transaction(async (tx) => {
      const confirmation = await tx.subscriberConfirmation.findUnique({
        where: { tokenHash: hashToken(token) },
        select: {
          requestedSubscription: true,
          subscriber: {
            select: {
              ...{ id: true, organizationId: true, channel: true, address: true },
              organization: { select: { suspendedAt: true } },
            },
          },
        },
      });
      if (confirmation === null || confirmation.subscriber.channel !== "email")
        throw createUnknownConfirmationError();
      const { id: subscriberId, organizationId, organization, address } = confirmation.subscriber;
      if (organization.suspendedAt !== null) throw createUnknownConfirmationError();
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
        [
          {
            subscriberId,
            address,
            ...parseRequestedSubscription(confirmation.requestedSubscription),
          },
        ],
        now,
      );
    }),
  );
  return { status: "pending" };
}

const createUnknownConfirmationError = () =>
  new Problem("not_found", "This confirmation link is invalid or has expired. Subscribe again.");

const createTokenFilter = (tokenHash: string) => ({
  OR: [{ manageTokenHash: tokenHash }, { unsubscribeTokenHash: tokenHash }],
});

/** Restarts an ended subscription. Throws 404 for an unknown token, and 409 if it has not ended. */
export async function resubscribe(token: string, now: Date): Promise<Subscription> {
  const subscriber = await reader().subscriber.findFirst({
    where: createTokenFilter(hashToken(token)),
    select: { id: true, organizationId: true, channel: true },
  });
  if (subscriber === null) throw notFound("This subscription");
  const { id, organizationId, channel } = subscriber;
  await transaction(async (tx) => {
    const confirmation = {
      ...(await createConfirmationFields(tx, organizationId, now)),
      ...(channel === "email" && { selfConfirmedAt: now }),
    };
    const { count: resumed } = await tx.subscriber.updateMany({
      where: { id, state: "unsubscribed" },
      data: { ...workingEndpointFields, ...confirmation, updatedAt: now },
    });
    if (resumed === 0)
      throw new Problem(
        "conflict",
        "This subscription has not ended. To change it, use its manage link.",
      );
  });
  return findSubscription({ id });
}

type TokenOrganization = {
  name: string;
  url: string;
  logoUrl: string | null;
};

/**
 * Returns the page and language for a subscriber's or a confirmation's token, or null if the token
 * is unknown. `isExpired` is true if an email's confirmation link has expired.
 */
export async function findSubscriptionPage(
  token: string,
  now: Date,
): Promise<{ organization: TokenOrganization; language: Language; isExpired: boolean } | null> {
  const tokenHash = hashToken(token);
  const organization = {
    select: {
      id: true,
      name: true,
      languages: true,
      images: { where: { kind: "logo" }, select: { hash: true } },
      domain: { select: { verifiedHost: true } },
    },
  } as const;
  const [subscriber, confirmation] = await Promise.all([
    reader().subscriber.findFirst({
      where: createTokenFilter(tokenHash),
      select: { language: true, organization },
    }),
    reader().subscriberConfirmation.findUnique({
      where: { tokenHash },
      select: {
        ...{ expiresAt: true, requestedSubscription: true },
        subscriber: { select: { channel: true, language: true, organization } },
      },
    }),
  ]);
  const found = subscriber ?? confirmation?.subscriber;
  if (found === undefined) return null;
  const { id, name, images, domain } = found.organization;
  const languages = parseLanguages(found.organization.languages);
  const { language: chosen = found.language as Language | null } =
    confirmation === null ? {} : parseRequestedSubscription(confirmation.requestedSubscription);
  const language = chosen ?? languages[0] ?? "en";
  const [logo] = images;
  const host = domain?.verifiedHost ?? null;
  const url = host === null ? getPagePath(id) : getHostOrigin(host);
  return {
    organization: {
      ...{ name, url: getLocalizedUrl({ url, languages }, language) },
      logoUrl: logo ? `${getPagePath(id)}/logo?v=${logo.hash}` : null,
    },
    language,
    isExpired: confirmation?.subscriber.channel === "email" && confirmation.expiresAt <= now,
  };
}

/**
 * Parses the stored request of a confirmation. Earlier releases wrote it without `componentUpdates`
 * and `language`.
 */
function parseRequestedSubscription(
  stored: string,
): Pick<RequestedSubscription, "language"> & { filter: SubscriptionFilter } {
  const { language, ...filter } = JSON.parse(stored) as RequestedSubscription;
  return { filter: { componentUpdates: false, ...filter }, language };
}

/**
 * Removes deleted components and incidents from a filter. Throws 404 if none is left, because the
 * subscriber would never be notified.
 */
async function keepExistingTopics(
  tx: Tx,
  organizationId: string,
  filter: SubscriptionFilter,
): Promise<SubscriptionFilter> {
  const { componentUpdates } = filter;
  if (filter.everything) return { ...SUBSCRIBE_TO_EVERYTHING, componentUpdates };
  const existing = await findExistingTopicIds(tx, organizationId, filter);
  if (existing.size === 0) throw createUnknownConfirmationError();
  return {
    everything: false,
    componentUpdates,
    componentIds: filter.componentIds.filter((id) => existing.has(id)),
    incidentIds: filter.incidentIds.filter((id) => existing.has(id)),
  };
}

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

export async function changeSubscription(
  manageToken: string,
  change: SubscriptionChange,
  now: Date,
): Promise<Subscription> {
  const { subscriber } = await getSubscription(manageToken);
  await retryOnUniqueViolation(() =>
    transaction(async (tx) => {
      // This update locks the row so that concurrent changes run one after another.
      const { count: locked } = await tx.subscriber.updateMany({
        where: { id: subscriber.id, state: { not: "unsubscribed" } },
        data: { updatedAt: now },
      });
      if (locked === 0)
        throw new Problem("conflict", "This subscription has ended. Resubscribe to change it.");
      const row = await tx.subscriber.findUniqueOrThrow({
        where: { id: subscriber.id },
        select: subscriberFields,
      });
      const before = readSubscriber(row);
      const filter = await requireSubscriptionFilter(
        tx,
        { id: subscriber.organizationId },
        resolveSubscriptionFilter(change, before),
      );
      const { language = row.language } = change;
      await tx.subscriber.update({
        where: { id: subscriber.id },
        data: { ...toChangedFilterData(before, filter), language },
        select: { id: true },
      });
    }),
  );
  return getSubscription(manageToken);
}

export async function reactivateSubscription(
  manageToken: string,
  replay: boolean,
  now: Date,
): Promise<ReactivatedSubscription> {
  const { subscriber } = await getSubscription(manageToken);
  const released = await transaction((tx) => endQuarantine(tx, subscriber.id, replay, now));
  if (released === null)
    throw new Problem(
      "conflict",
      `This subscription is ${subscriber.state}. Only quarantined subscriptions can be reactivated.`,
    );
  return { subscription: await getSubscription(manageToken), ...released };
}

/** Ends a subscription. Succeeds if it has already ended. Throws 404 for an unknown token. */
export const endSubscription = (manageToken: string, now: Date): Promise<void> =>
  endByToken({ manageTokenHash: hashToken(manageToken) }, now);

/** Ends a subscription for one-click unsubscribe (RFC 8058). Throws 404 for an unknown token. */
export const unsubscribe = (token: string, now: Date): Promise<void> =>
  endByToken({ unsubscribeTokenHash: hashToken(token) }, now);

type TokenHash = { manageTokenHash: string } | { unsubscribeTokenHash: string };

async function endByToken(where: TokenHash, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const row =
      (await tx.subscriber.findUnique({ where, select: { id: true } })) ??
      (await endRemoved(tx, where));
    if (row === null) return;
    await unsubscribeSubscriber(tx, row.id, now);
    await tx.subscriberConfirmation.deleteMany({ where: { subscriberId: row.id } });
  });
}

/**
 * Deletes the copy of a subscriber that a member deleted, so that it can't be restored. Returns the
 * current subscriber with the same address, or null. Throws 404 for an unknown token.
 */
async function endRemoved(tx: Tx, where: TokenHash): Promise<{ id: string } | null> {
  const select = { organizationId: true, addressHash: true };
  const removed = await tx.removedSubscriber.findFirst({ where, select });
  if (removed === null) throw notFound("This subscription");
  await tx.removedSubscriber.deleteMany({ where });
  return tx.subscriber.findFirst({ where: removed, select: { id: true } });
}
