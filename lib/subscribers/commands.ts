import type { Context } from "@/lib/actor";
import { requireComponents } from "@/lib/components/queries";
import type { Tx } from "@/lib/db/client";
import { rerunAfterRace } from "@/lib/db/database";
import { invalid, Problem } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { requireIncidents } from "@/lib/incidents/queries";
import { createEmailJobRow } from "@/lib/email/jobs";
import { toEmailOrganization, emailOrganizationFields } from "@/lib/email/organization";
import type { Channel } from "@/lib/notifications/channel";
import { stateOfEmail } from "@/lib/email/held-emails";
import { readRevision } from "@/lib/notifications/outbox";
import { writeInOrganization } from "@/lib/organizations/commands";
import type { OrganizationId, OrganizationScope } from "@/lib/organizations/scope";
import { requireMatch } from "@/lib/precondition";
import { generateToken, encrypt, tryDecrypt } from "@/lib/encryption";
import {
  createThrottleError,
  requireQuota,
  consumeQuota,
  createRecipientThrottleKey,
  createSenderThrottleKeys,
  claimThrottleKeys,
  type ThrottleKey,
  createThrottleKey,
} from "@/lib/throttle";
import { requireAddress } from "./endpoints";
import { getSubscriber, type Subscriber } from "./queries";
import {
  resolveSubscriptionFilter,
  hashAddress,
  hasSecretUrl,
  generateSigningSecret,
  rotateSigningSecrets,
  type StoredSecret,
  maskAddress,
  deliveryTarget,
  type SubscriptionFilter,
} from "./rules";
import type { NewSubscriber, SubscriberChange, SubscriberState } from "./schema";
import { serializeSubscriber } from "./serialize";

const CONFIRMATION_LIFETIME_MS = 7 * 24 * 60 * 60_000;

/** `secret` signs its webhooks and is shown only once. */
export type CreatedSubscriber = { subscriber: Subscriber; secret: string | null };

export type ReactivatedSubscriber = { subscriber: Subscriber } & ReleasedCounts;
type ReleasedCounts = { replayed: number; cancelled: number };

/**
 * Endpoints are active immediately, email addresses after confirmation or with `skip_confirmation`.
 * 400 for unknown IDs or an unusable endpoint, 409 if the address is subscribed, 429.
 */
export async function createSubscriber(
  context: Context,
  scope: OrganizationScope,
  input: NewSubscriber,
): Promise<CreatedSubscriber> {
  const { now } = context;
  const { channel, address } = input;
  requireAddress(channel, address);
  const needsConfirmation = channel === "email" && !input.skip_confirmation;
  const state: SubscriberState = needsConfirmation ? "unconfirmed" : "active";
  return rerunAfterRace(() =>
    writeInOrganization(context, scope, "editor", async ({ tx, audit }) => {
      const filter = await requireSubscriptionFilter(tx, scope, resolveSubscriptionFilter(input));
      const existing = await findSubscriberByAddress(tx, scope, channel, address);
      if (existing !== null && existing.state !== "unsubscribed")
        throw new Problem("conflict", "This address is already subscribed.");
      const secret = channel === "webhook" ? generateSigningSecret() : null;
      const draft = {
        channel,
        address,
        state,
        filter,
        contactEmail: input.contact_email ?? null,
        secret,
        isSelfService: false,
      };
      const id =
        existing === null
          ? await insertSubscriber(tx, scope.id, draft, now)
          : await restartSubscription(tx, scope.id, existing, draft, now);
      if (needsConfirmation) {
        const emailState = await stateOfEmail(tx, scope.id);
        const refusal = await throttleConfirmation(tx, address, now, emailState);
        if (refusal !== null) throw refusal;
        await requireQuota(
          tx,
          createSenderThrottleKeys("confirmation_email", scope.id, context),
          now,
        );
        await enqueueConfirmationEmails(
          tx,
          scope.id,
          [{ subscriberId: id, address, filter }],
          now,
          emailState,
        );
      } else if (channel === "email")
        await requireQuota(
          tx,
          createSenderThrottleKeys("unconfirmed_subscriber", scope.id, context),
          now,
        );
      const subscriber = await getSubscriber(scope, id, tx);
      audit({
        action: "subscriber.created",
        subject: subscriberAuditSubject(subscriber),
        after: serializeSubscriber(subscriber),
      });
      return { subscriber, secret };
    }),
  );
}

/** Throws 400 as on creation, 404, 412. */
export async function changeSubscriber(
  context: Context,
  scope: OrganizationScope,
  id: string,
  change: SubscriberChange,
): Promise<Subscriber> {
  return rerunAfterRace(() =>
    writeInOrganization(context, scope, "editor", async ({ tx, audit }) => {
      const before = await getSubscriber(scope, id, tx);
      requireMatch(context, serializeSubscriber(before));
      const filter = await requireSubscriptionFilter(
        tx,
        scope,
        resolveSubscriptionFilter(change, before),
      );
      const { contact_email: contactEmail = before.contactEmail } = change;
      await tx.subscriber.update({
        where: { id },
        data: { ...subscriptionFilterData(filter), contactEmail, updatedAt: context.now },
        select: { id: true },
      });
      const after = await getSubscriber(scope, id, tx);
      audit({
        action: "subscriber.updated",
        subject: subscriberAuditSubject(after),
        before: serializeSubscriber(before),
        after: serializeSubscriber(after),
      });
      return after;
    }),
  );
}

/** Deletes its deliveries too. 404, 412. */
export async function deleteSubscriber(
  context: Context,
  scope: OrganizationScope,
  id: string,
): Promise<void> {
  await writeInOrganization(context, scope, "editor", async ({ tx, audit }) => {
    const subscriber = await getSubscriber(scope, id, tx);
    requireMatch(context, serializeSubscriber(subscriber));
    await tx.subscriber.deleteMany({ where: { id } });
    await tx.mailJob.deleteMany({
      where: {
        organizationId: scope.id,
        recipient: subscriber.address,
        template: "subscription_confirmation",
        state: "held",
      },
    });
    audit({
      action: "subscriber.deleted",
      subject: subscriberAuditSubject(subscriber),
      before: serializeSubscriber(subscriber),
    });
  });
}

/** The previous secret stays valid for `overlapHours`. 404, 409 if it is not a webhook. */
export async function rotateSecret(
  context: Context,
  scope: OrganizationScope,
  id: string,
  overlapHours: number,
): Promise<CreatedSubscriber & { secret: string }> {
  const { now } = context;
  return writeInOrganization(context, scope, "editor", async ({ tx, audit }) => {
    const { channel } = await getSubscriber(scope, id, tx);
    if (channel !== "webhook")
      throw new Problem("conflict", "Only webhook subscribers have a signing secret.");
    const secret = generateSigningSecret();
    await updateSigningSecrets(tx, id, now, (secrets) =>
      rotateSigningSecrets(secrets, secret, overlapHours, now),
    );
    const subscriber = await getSubscriber(scope, id, tx);
    audit({
      action: "subscriber.secret_rotated",
      subject: subscriberAuditSubject(subscriber),
      after: { overlap_hours: overlapHours },
    });
    return { subscriber, secret };
  });
}

/**
 * Drops secrets that can't be decrypted. The first UPDATE locks the row against concurrent changes.
 */
export async function updateSigningSecrets(
  tx: Tx,
  id: string,
  now: Date,
  change: (secrets: StoredSecret[]) => StoredSecret[],
): Promise<void> {
  const { secrets } = await tx.subscriber.update({
    where: { id },
    data: { updatedAt: now },
    select: { secrets: true },
  });
  const changed = change(secrets === null ? [] : (tryDecrypt<StoredSecret[]>(secrets) ?? []));
  await tx.subscriber.update({
    where: { id },
    data: { secrets: encrypt(changed) },
    select: { id: true },
  });
}

/**
 * With `replay`, held deliveries are due now, otherwise they are canceled. 404, 409 if it is not
 * quarantined.
 */
export async function reactivate(
  context: Context,
  scope: OrganizationScope,
  id: string,
  replay: boolean,
): Promise<ReactivatedSubscriber> {
  const { now } = context;
  return writeInOrganization(context, scope, "editor", async ({ tx, audit }) => {
    const before = await getSubscriber(scope, id, tx);
    const released = await endQuarantine(tx, id, replay, now);
    if (released === null)
      throw new Problem("conflict", `This subscriber is ${before.state}, not quarantined.`);
    const subscriber = await getSubscriber(scope, id, tx);
    audit({
      action: "subscriber.reactivated",
      subject: subscriberAuditSubject(subscriber),
      before: serializeSubscriber(before),
      after: { ...serializeSubscriber(subscriber), ...released },
    });
    return { subscriber, ...released };
  });
}

export const workingEndpointFields = {
  state: "active",
  failures: 0,
  failingSince: null,
  quarantinedAt: null,
  retryAfterUntil: null,
} as const;

export const subscriberAuditSubject = ({ id, channel, address }: Subscriber) => ({
  type: "subscriber",
  id,
  name: `${channel} ${maskAddress(channel, address)}`,
});

/** Returns what happened to held deliveries; null if there is no quarantine. */
export async function endQuarantine(
  tx: Tx,
  id: string,
  replay: boolean,
  now: Date,
): Promise<ReleasedCounts | null> {
  const { count } = await tx.subscriber.updateMany({
    where: { id, state: "quarantined" },
    data: { ...workingEndpointFields, updatedAt: now },
  });
  if (count === 0) return null;
  const released = await releaseHeldDeliveries(tx, id, replay, now);
  return { replayed: replay ? released : 0, cancelled: replay ? 0 : released };
}

export async function releaseHeldDeliveries(
  tx: Tx,
  subscriberId: string,
  replay: boolean,
  now: Date,
): Promise<number> {
  const { count } = await tx.delivery.updateMany({
    where: { subscriberId, state: "held" },
    data: replay
      ? { state: "pending", attempts: 0, nextAttemptAt: now }
      : { state: "cancelled", finishedAt: now },
  });
  return count;
}

/** Throws 400 if the organization has no such component or incident. */
export async function requireSubscriptionFilter(
  tx: Tx,
  scope: { id: OrganizationId },
  filter: ReturnType<typeof resolveSubscriptionFilter>,
): Promise<SubscriptionFilter> {
  if (Array.isArray(filter)) throw invalid(filter);
  const components = await requireComponents(tx, scope, filter.componentIds);
  return {
    everything: filter.everything,
    componentIds: components.map(({ id }) => id),
    incidentIds: await requireIncidents(tx, scope, filter.incidentIds),
  };
}

export const subscriptionFilterData = ({
  everything,
  componentIds,
  incidentIds,
}: SubscriptionFilter) => ({
  everything,
  components: {
    deleteMany: {},
    createMany: { data: componentIds.map((componentId) => ({ componentId })) },
  },
  incidents: {
    deleteMany: {},
    createMany: { data: incidentIds.map((incidentId) => ({ incidentId })) },
  },
});

export const findSubscriberByAddress = (
  tx: Tx,
  scope: { id: OrganizationId },
  channel: Channel,
  address: string,
) =>
  tx.subscriber.findUnique({
    where: {
      organizationId_addressHash: {
        organizationId: scope.id,
        addressHash: hashAddress(channel, address),
      },
    },
    select: { id: true, state: true },
  });

type KnownSubscriber = { id: string; state: string };

export type SubscriberDraft = {
  channel: Channel;
  address: string;
  state: SubscriberState;
  filter: SubscriptionFilter;
  contactEmail: string | null;
  secret: string | null;
  /** Created by a visitor, not a member. */
  isSelfService: boolean;
};

/** The subscriber is notified of all events after the confirmation. */
export const confirmationFields = async (tx: Tx, organizationId: string, now: Date) => ({
  confirmedAt: now,
  confirmedRevision: await readRevision(tx, organizationId),
});
export type ConfirmationFields = Awaited<ReturnType<typeof confirmationFields>>;

/** Does not include the filter, which has its own rows. */
export function subscriberRow(
  organizationId: OrganizationId,
  { channel, address, state, filter, contactEmail, secret, isSelfService }: SubscriberDraft,
  confirmation: ConfirmationFields,
) {
  const now = confirmation.confirmedAt;
  const [manage, unsubscribe] = [generateToken(), generateToken()];
  return {
    id: newId(),
    organizationId,
    channel,
    address: hasSecretUrl(channel) ? encrypt(address) : address,
    addressHash: hashAddress(channel, address),
    target: deliveryTarget(channel, address),
    state,
    everything: filter.everything,
    contactEmail,
    isSelfService,
    secrets: encryptSecret(secret),
    manageTokenHash: manage.hash,
    unsubscribeTokenHash: unsubscribe.hash,
    tokens: encrypt({ manage: manage.token, unsubscribe: unsubscribe.token }),
    ...(state === "active" ? confirmation : { confirmedAt: null, confirmedRevision: 0 }),
    createdAt: now,
    updatedAt: now,
  };
}

const encryptSecret = (secret: string | null) =>
  secret === null ? null : encrypt([{ secret, expires_at: null } satisfies StoredSecret]);

/** The unique index rejects an address that exists. */
export async function insertSubscriber(
  tx: Tx,
  organizationId: OrganizationId,
  draft: SubscriberDraft,
  now: Date,
): Promise<string> {
  const { components, incidents } = subscriptionFilterData(draft.filter);
  const row = subscriberRow(
    organizationId,
    draft,
    await confirmationFields(tx, organizationId, now),
  );
  await tx.subscriber.create({
    data: {
      ...row,
      components: { createMany: components.createMany },
      incidents: { createMany: incidents.createMany },
    },
    select: { id: true },
  });
  return row.id;
}

/** Subscribes an existing address as if it were new, but keeps the tokens of earlier emails. */
export async function restartSubscription(
  tx: Tx,
  organizationId: OrganizationId,
  existing: KnownSubscriber,
  { channel, state, filter, contactEmail, secret, isSelfService }: SubscriberDraft,
  now: Date,
): Promise<string> {
  const { id } = existing;
  const isOngoing = existing.state === "active" || existing.state === "quarantined";
  await tx.subscriber.update({
    where: { id },
    data: {
      ...subscriptionFilterData(filter),
      ...workingEndpointFields,
      state,
      contactEmail,
      isSelfService,
      ...(channel === "webhook" && { secrets: encryptSecret(secret) }),
      // A subscriber that stays active keeps its revision, so that it misses nothing.
      ...(!isOngoing && { selfConfirmedAt: null }),
      ...(!isOngoing &&
        (state === "active"
          ? await confirmationFields(tx, organizationId, now)
          : { confirmedAt: null })),
      updatedAt: now,
    },
    select: { id: true },
  });
  await releaseHeldDeliveries(tx, id, true, now);
  return id;
}

/** Shared by all organizations. */
export const confirmationThrottleKey = (address: string): ThrottleKey =>
  createThrottleKey("confirmation", address);

/** Returns the 429 if the address got too many. A held email counts when it is released. */
export async function throttleConfirmation(
  tx: Tx,
  address: string,
  now: Date,
  state: "held" | "pending" = "pending",
): Promise<Problem | null> {
  const key = confirmationThrottleKey(address);
  const end = (await claimThrottleKeys(tx, [key], now)).get(key.hash);
  if (end !== undefined) return createThrottleError(key, end, now);
  return state === "held"
    ? null
    : (await consumeQuota(tx, [createRecipientThrottleKey(address)], 1, now)).error;
}

type ConfirmationRequest = { subscriberId: string; address: string; filter: SubscriptionFilter };

/** The requested filter applies when its token comes back. */
export async function enqueueConfirmationEmails(
  tx: Tx,
  organizationId: OrganizationId,
  requests: readonly ConfirmationRequest[],
  now: Date,
  state: "held" | "pending" = "pending",
): Promise<void> {
  if (requests.length === 0) return;
  const organization = toEmailOrganization(
    await tx.organization.findUniqueOrThrow({
      where: { id: organizationId },
      select: emailOrganizationFields,
    }),
  );
  const confirmations = await createConfirmations(tx, requests, now);
  await tx.mailJob.createMany({
    data: confirmations.map(({ address, topics, token, expiresAt }) =>
      createEmailJobRow({
        recipient: address,
        template: "subscription_confirmation",
        data: { organization, topics, token, expires_at: expiresAt.toISOString() },
        now,
        organizationId,
        state,
      }),
    ),
  });
}

export async function createConfirmations<T extends Omit<ConfirmationRequest, "address">>(
  tx: Tx,
  requests: readonly T[],
  now: Date,
): Promise<(T & { token: string; topics: string[]; expiresAt: Date })[]> {
  const topicsOf = await readTopicNames(tx, requests);
  const expiresAt = new Date(now.getTime() + CONFIRMATION_LIFETIME_MS);
  const confirmations = requests.map((one) => ({ one, ...generateToken() }));
  await tx.subscriberConfirmation.createMany({
    data: confirmations.map(({ one, hash }) => ({
      subscriberId: one.subscriberId,
      tokenHash: hash,
      wish: JSON.stringify(one.filter),
      expiresAt,
    })),
  });
  return confirmations.map(({ one, token }) => ({
    ...one,
    token,
    topics: topicsOf(one.filter),
    expiresAt,
  }));
}

async function readTopicNames(
  tx: Tx,
  requests: readonly Pick<ConfirmationRequest, "filter">[],
): Promise<(filter: SubscriptionFilter) => string[]> {
  const componentIds = [...new Set(requests.flatMap(({ filter }) => filter.componentIds))];
  const incidentIds = [...new Set(requests.flatMap(({ filter }) => filter.incidentIds))];
  const components =
    componentIds.length === 0
      ? []
      : await tx.component.findMany({
          where: { id: { in: componentIds } },
          select: { id: true, name: true },
        });
  const incidents =
    incidentIds.length === 0
      ? []
      : await tx.incident.findMany({
          where: { id: { in: incidentIds } },
          select: { id: true, title: true },
        });
  const names = new Map([
    ...components.map(({ id, name }) => [id, name] as const),
    ...incidents.map(({ id, title }) => [id, title] as const),
  ]);
  return (filter) =>
    [...filter.componentIds, ...filter.incidentIds].flatMap((id) => names.get(id) ?? []);
}
