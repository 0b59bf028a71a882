import { LRUCache } from "lru-cache";
import { createNamedComponent } from "@/lib/components/rules";
import type { Prisma } from "@/lib/db/prisma-client";
import { reader, transaction } from "@/lib/db/database";
import {
  EXCLUDED_LOGO_TYPE,
  getLocalizedUrl,
  type EmailOrganizationRow,
  toEmailOrganization,
} from "@/lib/email/email-organization";
import { tryDecrypt } from "@/lib/encryption";
import { joinValues } from "@/lib/statements";
import { type Language, languages, parseLanguages } from "@/lib/organizations/values";
import { localize, parseTranslations } from "@/lib/translations/rules";
import { createManageLink, createOneClickUnsubscribeLink } from "@/lib/links";
import { type Channel, isChat, type NotificationMessage } from "./channel";
import type { DeliveryClaim } from "./claim";
import type { EventKind, EventPayload } from "./notification-event";
import { parsePayload } from "./outbox";

export type DeliveryMessage = Omit<NotificationMessage, "now">;

const subscriberFields = {
  ...{ id: true, state: true, channel: true, address: true, secrets: true, tokens: true },
  isSelfService: true,
  language: true,
} satisfies Prisma.SubscriberSelect;
type StoredSubscriber = Prisma.SubscriberGetPayload<{ select: typeof subscriberFields }>;

type EventRow = Pick<
  Prisma.NotificationEventGetPayload<object>,
  "id" | "payload" | "incidentId" | "maintenanceId" | "createdAt" | "organizationId"
> &
  Omit<EmailOrganizationRow, "id" | "images" | "domain"> & {
    kind: EventKind;
    verifiedHost: string | null;
    logos: string | null;
    componentDetails: string | null;
  };

/** Characters that names can't contain. They separate the fields and rows of a list. */
const [FIELD_END, ROW_END] = ["\u001f", "\u001e"];

/** Reads events in one statement, because this runs for each batch of claims. */
const readEvents = (ids: string[]) => reader().$queryRaw<EventRow[]>`SELECT e.id, e.kind, e.payload,
    e.incident_id AS "incidentId", e.maintenance_id AS "maintenanceId",
    e.created_at AS "createdAt", o.id AS "organizationId", o.name, o.time_zone AS "timeZone", o.languages,
    o.reply_to AS "replyTo", o.accent_color AS "accentColor", o.header_color AS "headerColor",
    d.verified_host AS "verifiedHost",
    (SELECT string_agg(i.kind || ',' || i.hash, ';' ORDER BY i.kind)
      FROM organization_images i WHERE i.organization_id = o.id
        AND i.kind IN ('logo', 'logo_dark') AND i.media_type <> ${EXCLUDED_LOGO_TYPE}) AS "logos",
    (SELECT string_agg(c.id || ${FIELD_END} || COALESCE(c.start_date, '') || ${FIELD_END}
        || COALESCE(g.id || ${FIELD_END} || g.name || ${FIELD_END} || g.translations, ''),
        ${ROW_END} ORDER BY c.position)
      FROM components c LEFT JOIN component_groups g ON g.id = c.group_id
      WHERE c.organization_id = o.id AND c.archived_at IS NULL) AS "componentDetails"
  FROM notification_events e JOIN organizations o ON o.id = e.organization_id
    LEFT JOIN organization_domains d ON d.organization_id = o.id
  WHERE e.id IN (${joinValues(ids)})`;

type LocalizedEvent = Pick<NotificationMessage, "event" | "organization">;

type LoadedEvent = { row: EventRow; localized: Map<Language, LocalizedEvent> };

/**
 * Caches one object per event and language, because emails are rendered once per object. The cache
 * key contains all data of the event and its organization, so a change creates a new entry.
 */
const events = new LRUCache<string, LoadedEvent["localized"]>({
  max: 100,
  memoMethod: () => new Map(),
});

function buildEvent(row: EventRow, language: Language): LocalizedEvent {
  const { id, kind, createdAt, organizationId, verifiedHost, componentDetails, logos } = row;
  const images = (logos?.split(";") ?? []).map((logo) => {
    const [kind = "", hash = ""] = logo.split(",");
    return { kind, hash };
  });
  const organization = toEmailOrganization({
    ...row,
    ...{ id: organizationId, domain: { verifiedHost }, images },
  });
  const url = getLocalizedUrl(organization, language);
  const payload = parsePayload(row, url);
  payload.components = addComponentDetails(payload.components, componentDetails ?? "");
  const localized = localize(payload, language, getDefaultLanguage(row));
  return {
    event: { id, kind, createdAt, payload: localized, language },
    organization: { ...organization, url },
  };
}

const getDefaultLanguage = ({ languages }: Pick<EventRow, "languages">): Language =>
  parseLanguages(languages)[0] ?? "en";

/**
 * Returns an event in the subscriber's language. Webhooks, and subscribers without a language, get
 * the organization's default language.
 */
function getLocalizedEvent(
  { row, localized }: LoadedEvent,
  subscriber: StoredSubscriber,
): LocalizedEvent {
  const chosen = languages.find((one) => one === subscriber.language);
  const initial = getDefaultLanguage(row);
  const language = subscriber.channel === "webhook" ? initial : (chosen ?? initial);
  const event = localized.get(language) ?? buildEvent(row, language);
  localized.set(language, event);
  return event;
}

/**
 * Adds the position, group, and start date of components, as in the public API v2, and the names of
 * groups. They are not stored with the event, because components may be moved before it is sent.
 */
function addComponentDetails(components: EventPayload["components"], list: string) {
  const positions = new Map<string, number>();
  const detailsById = new Map(
    list.split(ROW_END).map((row) => {
      const [id = "", startDate, groupId = "", name = "", translations = ""] = row.split(FIELD_END);
      const position = (positions.get(groupId) ?? 0) + 1;
      positions.set(groupId, position);
      const group = groupId ? { name, translations: parseTranslations(translations) } : null;
      const details = { position, group_id: groupId || null, start_date: startDate || null };
      return [id, { details, group }];
    }),
  );
  return components.map((component) => {
    const { details, group = null } = detailsById.get(component.id) ?? {};
    return { ...component, ...details, ...createNamedComponent(component, group) };
  });
}

/**
 * Loads the messages of claimed deliveries. A message is null if its subscriber can't be decrypted,
 * and undefined if it must not be sent, because the event was deleted or the subscriber is not
 * active.
 */
export async function loadMessages(
  claims: readonly DeliveryClaim[],
  now: Date,
): Promise<(DeliveryMessage | null | undefined)[]> {
  const rows = await readEvents([...new Set(claims.map(({ eventId }) => eventId))]);
  const found = await reader().subscriber.findMany({
    where: { id: { in: [...new Set(claims.map(({ subscriberId }) => subscriberId))] } },
    select: subscriberFields,
  });
  await stopDeliveries(
    found.filter(({ state }) => state !== "active"),
    now,
  );
  const loaded = new Map(
    rows.map((row) => [row.id, { row, localized: events.memo(JSON.stringify(row)) }]),
  );
  const subscribers = new Map(found.map((row) => [row.id, row]));
  return claims.map(({ id, eventId, subscriberId }) => {
    const [event, subscriber] = [loaded.get(eventId), subscribers.get(subscriberId)];
    if (subscriber?.state !== "active" || event === undefined) return undefined;
    const decrypted = decryptSubscriber(subscriber, now);
    return decrypted && { id, ...getLocalizedEvent(event, subscriber), subscriber: decrypted };
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
