import { LRUCache } from "lru-cache";
import type { Prisma } from "@/lib/db/prisma-client";
import { reader, transaction } from "@/lib/db/database";
import {
  EXCLUDED_LOGO_TYPE,
  type OrganizationRow,
  toEmailOrganization,
} from "@/lib/email/email-organization";
import { tryDecrypt } from "@/lib/encryption";
import { joinValues } from "@/lib/statements";
import { type Language, languages } from "@/lib/organizations/values";
import { createManageLink, createOneClickUnsubscribeLink } from "@/lib/links";
import type { Channel, NotificationMessage } from "./channel";
import type { DeliveryClaim } from "./claim";
import type { EventKind, EventPayload } from "./notification-event";
import { type LocalizedEvent, localizeEvent } from "./localized-event";
import { openPayload } from "./outbox";

export type DeliveryMessage = Omit<NotificationMessage, "now">;

const subscriberFields = {
  ...{ id: true, state: true, channel: true, address: true, secrets: true, tokens: true },
  isSelfService: true,
  language: true,
} satisfies Prisma.SubscriberSelect;
type StoredSubscriber = Prisma.SubscriberGetPayload<{ select: typeof subscriberFields }>;

type LoadedEvent = LocalizedEvent & { source: string; localized: Map<Language, LocalizedEvent> };

/** Unchanged events keep their object in each language, so that channels render them once. */
const events = new LRUCache<string, LoadedEvent>({ max: 100 });

type EventRow = Pick<
  Prisma.NotificationEventGetPayload<object>,
  "id" | "payload" | "incidentId" | "maintenanceId" | "createdAt" | "organizationId"
> &
  Omit<OrganizationRow, "id" | "images" | "domain"> & {
    kind: EventKind;
    verifiedHost: string | null;
    logos: string | null;
    places: string | null;
  };

/** One statement, because this runs for each batch of claims. */
const readEvents = (ids: string[]) => reader().$queryRaw<EventRow[]>`SELECT e.id, e.kind, e.payload,
    e.incident_id AS "incidentId", e.maintenance_id AS "maintenanceId",
    e.created_at AS "createdAt", o.id AS "organizationId", o.name, o.time_zone AS "timeZone", o.languages,
    o.reply_to AS "replyTo", o.accent_color AS "accentColor", o.header_color AS "headerColor",
    d.verified_host AS "verifiedHost",
    (SELECT string_agg(i.kind || ',' || i.hash, ';' ORDER BY i.kind)
      FROM organization_images i WHERE i.organization_id = o.id
        AND i.kind IN ('logo', 'logo_dark') AND i.media_type <> ${EXCLUDED_LOGO_TYPE}) AS "logos",
    (SELECT string_agg(c.id || ',' || COALESCE(c.group_id, '') || ',' || COALESCE(c.start_date, ''),
        ';' ORDER BY c.position)
      FROM components c WHERE c.organization_id = o.id AND c.archived_at IS NULL) AS "places"
  FROM notification_events e JOIN organizations o ON o.id = e.organization_id
    LEFT JOIN organization_domains d ON d.organization_id = o.id
  WHERE e.id IN (${joinValues(ids)})`;

async function loadEvents(ids: string[]): Promise<Map<string, LoadedEvent>> {
  const rows = await readEvents(ids);
  for (const row of rows) {
    const source = JSON.stringify(row);
    if (events.get(row.id)?.source === source) continue;
    const { id, kind, createdAt, organizationId, verifiedHost, places, logos, ...rest } = row;
    const images = (logos?.split(";") ?? []).map((logo) => {
      const [kind = "", hash = ""] = logo.split(",");
      return { kind, hash };
    });
    const domain = { verifiedHost };
    const organization = toEmailOrganization({ ...rest, id: organizationId, domain, images });
    const payload = openPayload(row, organization.url);
    payload.components = addPositions(payload.components, places ?? "");
    const [language = "en"] = organization.languages ?? [];
    const event = { id, kind, createdAt, payload, language };
    events.set(id, { source, event, organization, localized: new Map() });
  }
  return new Map(rows.map(({ id }) => [id, events.get(id)!]));
}

/** Webhooks and subscribers without a language get the event as it is. */
function getLocalizedEvent(
  loaded: LoadedEvent,
  { channel, language }: Pick<StoredSubscriber, "channel" | "language">,
): LocalizedEvent {
  const { event, localized } = loaded;
  const known = languages.find((one) => one === language) ?? event.language;
  if (channel === "webhook" || known === event.language) return loaded;
  const found = localized.get(known) ?? localizeEvent(loaded, known);
  localized.set(known, found);
  return found;
}

/** Adds component positions as in the public API v2. */
function addPositions(
  components: EventPayload["components"],
  list: string,
): EventPayload["components"] {
  const positions = new Map<string, number>();
  const places = new Map(
    list.split(";").map((entry) => {
      const [id = "", groupId = "", startDate = ""] = entry.split(",");
      const position = (positions.get(groupId) ?? 0) + 1;
      positions.set(groupId, position);
      return [id, { position, group_id: groupId || null, start_date: startDate || null }];
    }),
  );
  return components.map((component) => ({ ...component, ...places.get(component.id) }));
}

/** Null if a message can't be decrypted, undefined if there is nothing to send. */
export async function loadMessages(
  claims: readonly DeliveryClaim[],
  now: Date,
): Promise<(DeliveryMessage | null | undefined)[]> {
  const loaded = await loadEvents([...new Set(claims.map(({ eventId }) => eventId))]);
  const rows = await reader().subscriber.findMany({
    where: { id: { in: [...new Set(claims.map(({ subscriberId }) => subscriberId))] } },
    select: subscriberFields,
  });
  const subscribers = new Map(rows.map((row) => [row.id, row]));
  const isInactive = ({ subscriberId }: DeliveryClaim) =>
    (subscribers.get(subscriberId)?.state ?? "active") !== "active";
  await stopDeliveries(claims.filter(isInactive), now);
  return claims.map((claim) => {
    const subscriber = subscribers.get(claim.subscriberId);
    const found = loaded.get(claim.eventId);
    if (subscriber?.state !== "active" || found === undefined) return undefined;
    const decrypted = decryptSubscriber(subscriber, now);
    if (decrypted === null) return null;
    const { event, organization } = getLocalizedEvent(found, subscriber);
    return { id: claim.id, event, organization, subscriber: decrypted };
  });
}

/** Holds or cancels claims of subscribers that were quarantined or unsubscribed meanwhile. */
async function stopDeliveries(claims: readonly DeliveryClaim[], now: Date): Promise<void> {
  if (claims.length === 0) return;
  const OR = claims.map(({ organizationId, eventId, subscriberId }) => ({
    organizationId,
    eventId,
    subscriberId,
  }));
  await transaction(async (tx) => {
    await tx.delivery.updateMany({
      where: { OR, state: "pending", subscriber: { state: "quarantined" } },
      data: { state: "held" },
    });
    await tx.delivery.updateMany({
      where: { OR, state: "pending", subscriber: { state: { not: "active" } } },
      data: { state: "cancelled", finishedAt: now },
    });
  });
}

/** Null if the key is missing; other subscribers are still notified. */
function decryptSubscriber(row: StoredSubscriber, now: Date): DeliveryMessage["subscriber"] | null {
  const channel = row.channel as Channel;
  const isPlain = channel === "email" || channel === "webhook";
  const address = isPlain ? row.address : tryDecrypt<string>(row.address);
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
