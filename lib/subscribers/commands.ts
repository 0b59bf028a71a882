import type { Context } from "@/lib/actor";
import { defineAudit } from "@/lib/audit/commands";
import {
  namedComponentFields,
  requireComponents,
  toNamedComponent,
} from "@/lib/components/queries";
import { retryOnUniqueViolation, type Tx } from "@/lib/db/database";
import { invalid, Problem } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { requireIncidents } from "@/lib/incidents/queries";
import { createEmailJobRow } from "@/lib/email/email-jobs";
import {
  type EmailOrganization,
  toEmailOrganization,
  emailOrganizationFields,
} from "@/lib/email/email-organization";
import type { Topic } from "@/lib/email/templates/confirmation-email";
import { type Channel, isChat } from "@/lib/notifications/channel";
import { getNewEmailState, mustHoldNewNotifications } from "@/lib/email/held-emails";
import { defineCommand, writeInOrganization } from "@/lib/organizations/commands";
import { requireFreeRows } from "@/lib/organizations/row-limits";
import type { Language } from "@/lib/organizations/values";
import type { OrganizationId, OrganizationScope } from "@/lib/organizations/scope";
import { requireMatch } from "@/lib/precondition";
import { generateToken, encrypt, tryDecrypt } from "@/lib/encryption";
import type { NamedComponent } from "@/lib/components/rules";
import { localize, parseTranslations } from "@/lib/translations/rules";
import type { Translated } from "@/lib/translations/values";
import {
  createThrottleError,
  requireQuota,
  consumeQuota,
  createSenderThrottleKeys,
  claimThrottleKeys,
  type ThrottleKey,
  createThrottleKey,
} from "@/lib/throttle";
import { requireAddress } from "./endpoints";
import { getSubscriber, type Subscriber } from "./queries";
import {
  resolveSubscriptionFilter,
  isSameSubscriptionFilter,
  hashAddress,
  generateSigningSecret,
  rotateSigningSecrets,
  type StoredSecret,
  maskAddress,
  getDeliveryTarget,
  type SubscriptionFilter,
} from "./rules";
import type { NewSubscriber, SubscriberChange, SubscriberState } from "./schema";
import { serializeSubscriber } from "./serialize";

const CONFIRMATION_LIFETIME_MS = 7 * 24 * 60 * 60_000;

export type CreatedSubscriber = { subscriber: Subscriber; secret: string | null };

export type ReactivatedSubscriber = { subscriber: Subscriber } & ReleasedCounts;
type ReleasedCounts = { replayed: number; cancelled: number };

/**
 * Creates a subscriber. An email address must be confirmed, unless `skip_confirmation` is true and
 * the address has not unsubscribed before. Throws 400 for an invalid address or filter, 409 if the
 * address is already subscribed or the organization has too many subscribers, 429 after too many
 * emails or skipped confirmations.
 */
export async function createSubscriber(
  context: Context,
  scope: OrganizationScope,
  input: NewSubscriber,
): Promise<CreatedSubscriber> {
  const { now } = context;
  const { channel, address } = input;
  requireAddress(channel, address);
  return retryOnUniqueViolation(() =>
    writeInOrganization(context, scope, "editor", async (write) => {
      const { tx } = write;
      const filter = await requireSubscriptionFilter(tx, scope, resolveSubscriptionFilter(input));
      const existing = await findSubscriberByAddress(tx, scope, channel, address);
      if (existing !== null && existing.state !== "unsubscribed")
        throw new Problem(
          "conflict",
          "This address is already subscribed. Edit the existing subscriber instead.",
        );
      // An address that has unsubscribed must be confirmed by its owner.
      const needsConfirmation =
        input.channel === "email" && !(input.skip_confirmation && existing === null);
      const state: SubscriberState = needsConfirmation ? "unconfirmed" : "active";
      const secret = channel === "webhook" ? generateSigningSecret() : null;
      const draft = {
        channel,
        address,
        state,
        filter,
        language: input.language ?? null,
        contactEmail: input.contact_email ?? null,
        secret,
        isSelfService: false,
      };
      const id =
        existing === null
          ? await insertSubscriber(tx, scope.id, draft, now)
          : await restartSubscription(tx, scope.id, existing, draft, now);
      if (needsConfirmation) {
        const emailState = await getNewEmailState(tx, scope.id);
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
          [{ subscriberId: id, address, filter, language: input.language ?? undefined }],
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
      auditSubscriber(write, "subscriber.created", { after: subscriber });
      return { subscriber, secret };
    }),
  );
}

/**
 * Changes a subscriber. Throws 400 for an invalid filter, 404 if it does not exist, 412 if it
 * changed since it was read.
 */
export async function changeSubscriber(
  context: Context,
  scope: OrganizationScope,
  id: string,
  change: SubscriberChange,
): Promise<Subscriber> {
  return retryOnUniqueViolation(() =>
    writeInOrganization(context, scope, "editor", async (write) => {
      const { tx } = write;
      // Locks the subscriber too, because changes by subscribers do not lock the organization.
      await tx.$executeRaw`
        UPDATE subscribers SET state = state WHERE id = ${id} AND organization_id = ${scope.id}`;
      const before = await getSubscriber(scope, id, tx);
      requireMatch(context, serializeSubscriber(before));
      const filter = await requireSubscriptionFilter(
        tx,
        scope,
        resolveSubscriptionFilter(change, before),
      );
      const { contact_email: contactEmail = before.contactEmail, language = before.language } =
        change;
      await tx.subscriber.update({
        where: { id },
        data: {
          ...toChangedFilterData(before, filter),
          language,
          contactEmail,
          updatedAt: context.now,
        },
        select: { id: true },
      });
      const after = await getSubscriber(scope, id, tx);
      auditSubscriber(write, "subscriber.updated", { before, after });
      return after;
    }),
  );
}

/**
 * Creates a new signing secret for a webhook. The previous one stays valid for `overlapHours`.
 * Throws 404 for an unknown subscriber, 409 for other channels.
 */
export const rotateSecret = defineCommand(
  "editor",
  async ({ tx, now, organization, audit }, id: string, overlapHours: number) => {
    const { channel } = await getSubscriber(organization, id, tx);
    if (channel !== "webhook")
      throw new Problem("conflict", "Only webhook subscribers have a signing secret.");
    const secret = generateSigningSecret();
    await updateSigningSecrets(tx, id, now, (secrets) =>
      rotateSigningSecrets(secrets, secret, overlapHours, now),
    );
    const subscriber = await getSubscriber(organization, id, tx);
    audit({
      action: "subscriber.secret_rotated",
      subject: toSubscriberAuditSubject(subscriber),
      after: { overlap_hours: overlapHours },
    });
    return { subscriber, secret };
  },
);

/**
 * Changes the signing secrets of a subscriber. Secrets that can't be decrypted are removed. The
 * first UPDATE locks the row against concurrent changes.
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
 * Ends the quarantine of a subscriber (see `endQuarantine`). Throws 404 if it does not exist, 409
 * if it is not quarantined.
 */
export const reactivateSubscriber = defineCommand(
  "editor",
  async ({ tx, now, organization, audit }, id: string, replay: boolean) => {
    const before = await getSubscriber(organization, id, tx);
    const released = await endQuarantine(tx, id, replay, now);
    if (released === null)
      throw new Problem(
        "conflict",
        `This subscriber is ${before.state}. Only quarantined subscribers can be reactivated.`,
      );
    const subscriber = await getSubscriber(organization, id, tx);
    audit({
      action: "subscriber.reactivated",
      subject: toSubscriberAuditSubject(subscriber),
      before: serializeSubscriber(before),
      after: { ...serializeSubscriber(subscriber), ...released },
    });
    return { subscriber, ...released };
  },
);

export const workingEndpointFields = {
  state: "active",
  failures: 0,
  failingSince: null,
  quarantinedAt: null,
  retryAfterUntil: null,
} as const;

export const toSubscriberAuditSubject = ({ id, channel, address }: Subscriber) => ({
  type: "subscriber",
  id,
  name: `${channel} ${maskAddress(channel, address)}`,
});
export const auditSubscriber = defineAudit(toSubscriberAuditSubject, serializeSubscriber);

/**
 * Ends a quarantine. With `replay`, queues the held deliveries, unless `mustHoldNewNotifications`
 * requires that they stay held. Without `replay`, cancels them. Returns the numbers of queued and
 * canceled deliveries, or null if the subscriber is not quarantined.
 */
export async function endQuarantine(
  tx: Tx,
  id: string,
  replay: boolean,
  now: Date,
): Promise<ReleasedCounts | null> {
  const subscriber = await tx.subscriber.findUnique({
    where: { id },
    select: { organizationId: true, channel: true, selfConfirmedAt: true },
  });
  if (subscriber === null) return null;
  // Locks the organization before the subscriber, like `writeInOrganization`, to prevent deadlocks.
  const staysHeld = replay && (await mustHoldNewNotifications(tx, subscriber));
  const { count } = await tx.subscriber.updateMany({
    where: { id, state: "quarantined" },
    data: { ...workingEndpointFields, updatedAt: now },
  });
  if (count === 0) return null;
  const released = staysHeld ? 0 : await releaseHeldDeliveries(tx, id, replay, now);
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

export async function requireSubscriptionFilter(
  tx: Tx,
  scope: { id: OrganizationId },
  filter: ReturnType<typeof resolveSubscriptionFilter>,
): Promise<SubscriptionFilter> {
  if (Array.isArray(filter)) throw invalid(filter);
  const components = await requireComponents(tx, scope, filter.componentIds);
  return {
    everything: filter.everything,
    componentUpdates: filter.componentUpdates,
    componentIds: components.map(({ id }) => id),
    incidentIds: await requireIncidents(tx, scope, filter.incidentIds),
  };
}

export const toSubscriptionFilterData = (
  { everything, componentUpdates, componentIds, incidentIds }: SubscriptionFilter,
  replaced: { componentId?: { in: string[] } } = {},
) => ({
  everything,
  componentUpdates,
  components: {
    deleteMany: replaced,
    createMany: { data: componentIds.map((componentId) => ({ componentId })) },
  },
  incidents: {
    deleteMany: {},
    createMany: { data: incidentIds.map((incidentId) => ({ incidentId })) },
  },
});

/**
 * Returns the fields of a changed filter. Selected components that are archived stay selected,
 * because they may be restored. `before` and `filter` omit them.
 */
export const toChangedFilterData = (before: SubscriptionFilter, filter: SubscriptionFilter) =>
  isSameSubscriptionFilter({ ...before, componentUpdates: filter.componentUpdates }, filter)
    ? { componentUpdates: filter.componentUpdates }
    : toSubscriptionFilterData(
        filter,
        filter.everything ? {} : { componentId: { in: [...before.componentIds] } },
      );

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
    select: { id: true, state: true, language: true },
  });

export type SubscriberDraft = {
  channel: Channel;
  address: string;
  state: SubscriberState;
  filter: SubscriptionFilter;
  language: Language | null;
  contactEmail: string | null;
  secret: string | null;
  isSelfService: boolean;
};

/**
 * Reads the organization's revision, which `writeInOrganization` increments. The revision orders
 * events and confirmations even if the clocks of processes differ.
 */
async function readRevision(tx: Tx, organizationId: string): Promise<number> {
  const { revision } = await tx.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { revision: true },
  });
  return revision;
}

/** Returns the fields of a confirmed subscriber, who receives only events of later revisions. */
export const createConfirmationFields = async (tx: Tx, organizationId: string, now: Date) => ({
  confirmedAt: now,
  confirmedRevision: await readRevision(tx, organizationId),
});
type ConfirmationFields = Awaited<ReturnType<typeof createConfirmationFields>>;

export function createSubscriberRow(
  organizationId: OrganizationId,
  { filter, secret, ...fields }: SubscriberDraft,
  confirmation: ConfirmationFields,
) {
  const { channel, address, state } = fields;
  const now = confirmation.confirmedAt;
  const [manage, unsubscribe] = [generateToken(), generateToken()];
  return {
    ...fields,
    id: newId(),
    organizationId,
    address: isChat(channel) ? encrypt(address) : address,
    addressHash: hashAddress(channel, address),
    target: getDeliveryTarget(channel, address),
    everything: filter.everything,
    componentUpdates: filter.componentUpdates,
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

/**
 * Inserts a subscriber. Throws 409 if the organization has too many subscribers, and a unique
 * violation if the address exists.
 */
export async function insertSubscriber(
  tx: Tx,
  organizationId: OrganizationId,
  draft: SubscriberDraft,
  now: Date,
): Promise<string> {
  await requireFreeRows(tx, organizationId, "subscribers", now);
  const { components, incidents } = toSubscriptionFilterData(draft.filter);
  const row = createSubscriberRow(
    organizationId,
    draft,
    await createConfirmationFields(tx, organizationId, now),
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

/** Subscribes an unsubscribed address like a new one, but keeps its tokens, so old links work. */
export async function restartSubscription(
  tx: Tx,
  organizationId: OrganizationId,
  { id }: { id: string },
  { channel, address: _, filter, secret, ...fields }: SubscriberDraft,
  now: Date,
): Promise<string> {
  await tx.subscriber.update({
    where: { id },
    data: {
      ...toSubscriptionFilterData(filter),
      ...workingEndpointFields,
      ...fields,
      ...(channel === "webhook" && { secrets: encryptSecret(secret) }),
      selfConfirmedAt: null,
      mustSelfConfirm: fields.state === "unconfirmed",
      ...(fields.state === "active"
        ? await createConfirmationFields(tx, organizationId, now)
        : { confirmedAt: null }),
      updatedAt: now,
    },
    select: { id: true },
  });
  return id;
}

export const createConfirmationThrottleKey = (address: string): ThrottleKey =>
  createThrottleKey("confirmation", address);

/**
 * Counts a confirmation, which is an email or a chat message. Returns a 429 error if the address
 * just received a confirmation or reached its message limit, otherwise null. A held email counts
 * toward the message limit only when it is released.
 */
export async function throttleConfirmation(
  tx: Tx,
  address: string,
  now: Date,
  state: "held" | "pending" = "pending",
): Promise<Problem | null> {
  const key = createConfirmationThrottleKey(address);
  const end = (await claimThrottleKeys(tx, [key], now)).get(key.hash);
  if (end !== undefined) return createThrottleError(key, end, now);
  return state === "held"
    ? null
    : (await consumeQuota(tx, [createThrottleKey("recipient", address)], 1, now)).error;
}

type ConfirmationRequest = {
  subscriberId: string;
  address: string;
  filter: SubscriptionFilter;
  /**
   * If the language is null or undefined, the message uses the organization's default language.
   * When the subscriber confirms, undefined keeps the language that the subscriber has.
   */
  language?: Language | null | undefined;
};

/**
 * The stored request of a confirmation, which applies when its token is used. Earlier releases
 * wrote fewer fields.
 */
export type RequestedSubscription = Pick<
  SubscriptionFilter,
  "everything" | "componentIds" | "incidentIds"
> &
  Partial<SubscriptionFilter & { language: Language | null }>;

/**
 * Enqueues confirmation emails. The requested filter and language apply when the token in the email
 * is used.
 */
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
  const confirmations = await createConfirmations(tx, organization, requests, now);
  await tx.emailJob.createMany({
    data: confirmations.map(({ address, topics, token, expiresAt, filter, language }) =>
      createEmailJobRow({
        recipient: address,
        template: "subscription_confirmation",
        data: {
          ...{ organization, language, topics, token, expires_at: expiresAt.toISOString() },
          ...(filter.componentUpdates && { component_updates: true }),
        },
        now,
        organizationId,
        state,
      }),
    ),
  });
}

type Confirmation = { token: string; topics: Topic[]; language: Language; expiresAt: Date };

export async function createConfirmations<T extends Omit<ConfirmationRequest, "address">>(
  tx: Tx,
  { languages: [byDefault = "en"] = [] }: Pick<EmailOrganization, "languages">,
  requests: readonly T[],
  now: Date,
): Promise<(Omit<T, "language"> & Confirmation)[]> {
  const getTopics = await readTopics(tx, requests, byDefault);
  const expiresAt = new Date(now.getTime() + CONFIRMATION_LIFETIME_MS);
  const confirmations = requests.map((one) => ({ one, ...generateToken() }));
  await tx.subscriberConfirmation.createMany({
    data: confirmations.map(({ one, hash }) => ({
      subscriberId: one.subscriberId,
      tokenHash: hash,
      requestedSubscription: JSON.stringify({
        ...one.filter,
        ...(one.language !== undefined && { language: one.language }),
      } satisfies RequestedSubscription),
      expiresAt,
    })),
  });
  return confirmations.map(({ one, token }) => {
    const language = one.language ?? byDefault;
    return { ...one, token, topics: getTopics(one.filter, language), language, expiresAt };
  });
}

async function readTopics(
  tx: Tx,
  requests: readonly Pick<ConfirmationRequest, "filter">[],
  byDefault: Language,
): Promise<(filter: SubscriptionFilter, language: Language) => Topic[]> {
  const componentIds = [...new Set(requests.flatMap(({ filter }) => filter.componentIds))];
  const incidentIds = [...new Set(requests.flatMap(({ filter }) => filter.incidentIds))];
  const components =
    componentIds.length === 0
      ? []
      : await tx.component.findMany({
          where: { id: { in: componentIds } },
          select: namedComponentFields,
        });
  const incidents =
    incidentIds.length === 0
      ? []
      : await tx.incident.findMany({
          where: { id: { in: incidentIds } },
          select: { id: true, title: true, translations: true },
        });
  const topics = new Map<string, NamedComponent | (Translated<"title"> & { title: string })>();
  for (const component of components) topics.set(component.id, toNamedComponent(component));
  for (const { id, ...incident } of incidents) topics.set(id, parseTexts(incident));
  return (filter, language) =>
    [...filter.componentIds, ...filter.incidentIds]
      .flatMap((id) => topics.get(id) ?? [])
      .map((topic) => localize(topic, language, byDefault))
      .map((topic) =>
        "title" in topic
          ? { name: topic.title, group: null, lang: { name: topic.lang?.title } }
          : { name: topic.name, group: topic.group, ...(topic.lang && { lang: topic.lang }) },
      );
}

const parseTexts = <Row extends { translations: string }>(row: Row) => ({
  ...row,
  translations: parseTranslations(row.translations),
});
