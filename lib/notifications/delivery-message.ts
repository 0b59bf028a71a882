import { LRUCache } from "lru-cache";
import { reader, transaction, type Prisma } from "@/lib/db/database";
import { emailOrganizationFields } from "@/lib/email/email-organization";
import { tryDecrypt } from "@/lib/encryption";
import { type Language, languages, parseLanguages } from "@/lib/organizations/values";
import { createManageLink, createOneClickUnsubscribeLink } from "@/lib/links";
import { groupRows } from "@/lib/relations";
import { type Channel, isChat, type NotificationMessage } from "./channel";
import type { DeliveryClaim } from "./claim";
import { localizeEvent, type MessageComponent, messageComponentFields } from "./localized-event";
import type { EventKind } from "./notification-event";

export type DeliveryMessage = Omit<NotificationMessage, "now">;

const subscriberFields = {
  ...{ id: true, state: true, channel: true, address: true, secrets: true, tokens: true },
  isSelfService: true,
  language: true,
} satisfies Prisma.SubscriberSelect;
type StoredSubscriber = Prisma.SubscriberGetPayload<{ select: typeof subscriberFields }>;

const eventFields = {
  ...{ id: true, kind: true, createdAt: true, payload: true },
  ...{ organizationId: true, incidentId: true, maintenanceId: true },
} satisfies Prisma.NotificationEventSelect;
type EventRow = Prisma.NotificationEventGetPayload<{ select: typeof eventFields }>;

type LocalizedEvent = Pick<NotificationMessage, "event" | "organization">;

const organizationFields = {
  ...emailOrganizationFields,
  publicVersion: true,
} satisfies Prisma.OrganizationSelect;
type OrganizationRow = Prisma.OrganizationGetPayload<{ select: typeof organizationFields }>;

type LoadedEvent = {
  row: EventRow;
  organization: OrganizationRow;
  components: readonly MessageComponent[];
  localized: Map<Language, LocalizedEvent>;
};

/**
 * Caches one object per event and language, because emails are rendered once per object. The cache
 * key contains all data of the event and its organization, so a change creates a new entry.
 */
const events = new LRUCache<string, LoadedEvent["localized"]>({
  max: 100,
  memoMethod: () => new Map(),
});

const MAX_CACHED_COMPONENTS = 50_000;
/** Caches the components of an organization's public version, which changes with each of them. */
const componentLists = new LRUCache<string, readonly MessageComponent[]>({
  maxSize: MAX_CACHED_COMPONENTS,
  sizeCalculation: ({ length }) => length + 1,
});

/** Returns the components of each organization, without archived ones. */
async function readComponents(organizations: readonly OrganizationRow[]) {
  const getKey = ({ id, publicVersion }: OrganizationRow) => `${id} ${publicVersion}`;
  const lists = new Map(organizations.map((row) => [row.id, componentLists.get(getKey(row))]));
  const missing = organizations.filter(({ id }) => lists.get(id) === undefined);
  if (missing.length === 0) return lists;
  const rows = await reader().component.findMany({
    where: { organizationId: { in: missing.map(({ id }) => id) }, archivedAt: null },
    select: { ...messageComponentFields, organizationId: true },
  });
  const found = groupRows(rows, ({ organizationId }) => organizationId);
  for (const organization of missing) {
    const list = found.get(organization.id) ?? [];
    lists.set(organization.id, list);
    componentLists.set(getKey(organization), list);
  }
  return lists;
}

/** Returns the events of the claims by ID. */
async function readEvents(claims: readonly DeliveryClaim[]): Promise<Map<string, LoadedEvent>> {
  const eventIds = [...new Set(claims.map(({ eventId }) => eventId))];
  const organizationIds = [...new Set(claims.map(({ organizationId }) => organizationId))];
  const [rows, organizations] = await Promise.all([
    reader().notificationEvent.findMany({ where: { id: { in: eventIds } }, select: eventFields }),
    reader().organization.findMany({
      where: { id: { in: organizationIds } },
      select: organizationFields,
    }),
  ]);
  const componentsById = await readComponents(organizations);
  const organizationsById = new Map(organizations.map((row) => [row.id, row]));
  return new Map(
    rows.flatMap((row) => {
      const organization = organizationsById.get(row.organizationId);
      if (organization === undefined) return [];
      const components = componentsById.get(organization.id) ?? [];
      const publicVersion = String(organization.publicVersion);
      const localized = events.memo(JSON.stringify([row, { ...organization, publicVersion }]));
      return [[row.id, { row, organization, components, localized }]];
    }),
  );
}

/**
 * Returns an event in the subscriber's language. Webhooks, and subscribers without a language, get
 * the organization's default language.
 */
function getLocalizedEvent(
  { row, organization, components, localized }: LoadedEvent,
  subscriber: StoredSubscriber,
): LocalizedEvent {
  const [initial = "en"] = parseLanguages(organization.languages);
  const chosen = languages.find((one) => one === subscriber.language) ?? initial;
  const language = subscriber.channel === "webhook" ? initial : chosen;
  const cached = localized.get(language);
  if (cached !== undefined) return cached;
  const { id, createdAt } = row;
  const kind = row.kind as EventKind;
  const { payload, ...rest } = localizeEvent(row, organization, components, language);
  const event = { event: { id, kind, createdAt, payload, language }, ...rest };
  localized.set(language, event);
  return event;
}

/**
 * Returns a function for each claimed delivery that builds its message, so that an event that can't
 * be read fails only its own deliveries. The function is null if the subscriber can't be decrypted,
 * and undefined if the message must not be sent, because the event was deleted or the subscriber is
 * not active.
 */
export async function loadMessages(
  claims: readonly DeliveryClaim[],
  now: Date,
): Promise<((() => DeliveryMessage) | null | undefined)[]> {
  const loaded = await readEvents(claims);
  const found = await reader().subscriber.findMany({
    where: { id: { in: [...new Set(claims.map(({ subscriberId }) => subscriberId))] } },
    select: subscriberFields,
  });
  await stopDeliveries(
    found.filter(({ state }) => state !== "active"),
    now,
  );
  const subscribers = new Map(found.map((row) => [row.id, row]));
  return claims.map(({ id, eventId, subscriberId }) => {
    const [event, row] = [loaded.get(eventId), subscribers.get(subscriberId)];
    if (row?.state !== "active" || event === undefined) return undefined;
    const subscriber = decryptSubscriber(row, now);
    return subscriber && (() => ({ id, ...getLocalizedEvent(event, row), subscriber }));
  });
}

/**
 * Stops pending deliveries to inactive subscribers: holds those to quarantined subscribers, and
 * cancels the others.
 */
async function stopDeliveries(subscribers: StoredSubscriber[], now: Date): Promise<void> {
  if (subscribers.length === 0) return;
  await transaction(async (tx) => {
    for (const { id, state } of subscribers)
      await tx.delivery.updateMany({
        where: { subscriberId: id, subscriber: { state }, state: "pending" },
        data: state === "quarantined" ? { state: "held" } : { state: "cancelled", finishedAt: now },
      });
  });
}

/**
 * Returns null if no secret decrypts the subscriber, so that other subscribers are still notified.
 */
function decryptSubscriber(row: StoredSubscriber, now: Date): DeliveryMessage["subscriber"] | null {
  const channel = row.channel as Channel;
  const address = isChat(channel) ? tryDecrypt<string>(row.address) : row.address;
  const tokens = tryDecrypt<{ manage: string; unsubscribe: string }>(row.tokens);
  const secrets =
    row.secrets === null
      ? []
      : tryDecrypt<{ secret: string; expires_at: string | null }[]>(row.secrets);
  if (address === null || tokens === null || secrets === null) return null;
  return {
    id: row.id,
    channel,
    address,
    secrets: secrets
      .filter(({ expires_at }) => expires_at === null || new Date(expires_at) > now)
      .map(({ secret }) => secret),
    links: {
      manage: createManageLink(tokens.manage),
      unsubscribe: createOneClickUnsubscribeLink(tokens.unsubscribe),
    },
    isSelfService: row.isSelfService,
  };
}
