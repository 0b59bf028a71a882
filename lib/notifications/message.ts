import { LRUCache } from "lru-cache";
import type { Prisma } from "@/lib/db/client";
import { reader, transaction } from "@/lib/db/database";
import { emailOrganizationFields, toEmailOrganization } from "@/lib/email/organization";
import { tryDecrypt } from "@/lib/encryption";
import { createManageLink, createOneClickUnsubscribeLink } from "@/lib/links";
import type { Channel, NotificationMessage } from "./channel";
import type { DeliveryClaim } from "./claim";
import type { EventKind, EventPayload } from "./events";
import { openPayload } from "./outbox";

export type Message = Omit<NotificationMessage, "now">;
type LoadedEvent = Pick<Message, "event" | "organization">;

const subscriberFields = {
  ...{ id: true, state: true, channel: true, address: true, secrets: true, tokens: true },
  isSelfService: true,
} satisfies Prisma.SubscriberSelect;
type StoredSubscriber = Prisma.SubscriberGetPayload<{ select: typeof subscriberFields }>;

/** An event that has not changed is the same object, so channels render it once. */
const events = new LRUCache<string, LoadedEvent & { source: string }>({ max: 100 });

async function loadEvents(ids: string[]): Promise<Map<string, LoadedEvent>> {
  const rows = await reader().notificationEvent.findMany({
    where: { id: { in: ids } },
    include: { organization: { select: emailOrganizationFields } },
  });
  for (const { organization: from, ...row } of rows) {
    const organization = toEmailOrganization(from);
    const source = JSON.stringify([organization, row.kind, row.payload]);
    if (events.get(row.id)?.source === source) continue;
    const payload = openPayload(row, organization.url);
    payload.components = await addPlaces(row.organizationId, payload.components);
    const event = { id: row.id, kind: row.kind as EventKind, createdAt: row.createdAt, payload };
    events.set(row.id, { source, event, organization });
  }
  return new Map(rows.map(({ id }) => [id, events.get(id)!]));
}

/** Adds the places of components on the page, as in the public API v2. */
async function addPlaces(
  organizationId: string,
  components: EventPayload["components"],
): Promise<EventPayload["components"]> {
  if (components.length === 0) return components;
  const rows = await reader().component.findMany({
    where: { organizationId, archivedAt: null },
    select: { id: true, groupId: true, startDate: true },
    orderBy: { position: "asc" },
  });
  const positions = new Map<string | null, number>();
  const places = new Map(
    rows.map(({ id, groupId, startDate }) => {
      const position = (positions.get(groupId) ?? 0) + 1;
      positions.set(groupId, position);
      return [id, { position, group_id: groupId, start_date: startDate }];
    }),
  );
  return components.map((component) => ({ ...component, ...places.get(component.id) }));
}

/**
 * The message of each claim: null if its subscriber can't be decrypted, undefined if there is
 * nothing to send any more.
 */
export async function loadMessages(
  claims: readonly DeliveryClaim[],
  now: Date,
): Promise<(Message | null | undefined)[]> {
  const loaded = await loadEvents([...new Set(claims.map(({ eventId }) => eventId))]);
  const rows = await reader().subscriber.findMany({
    where: { id: { in: [...new Set(claims.map(({ subscriberId }) => subscriberId))] } },
    select: subscriberFields,
  });
  const subscribers = new Map(rows.map((row) => [row.id, row]));
  const isInactive = ({ subscriberId }: DeliveryClaim) =>
    (subscribers.get(subscriberId)?.state ?? "active") !== "active";
  await setAside(claims.filter(isInactive), now);
  return claims.map((claim) => {
    const subscriber = subscribers.get(claim.subscriberId);
    const event = loaded.get(claim.eventId);
    if (subscriber?.state !== "active" || event === undefined) return undefined;
    const decrypted = decryptSubscriber(subscriber, now);
    return (
      decrypted && {
        id: claim.id,
        event: event.event,
        organization: event.organization,
        subscriber: decrypted,
      }
    );
  });
}

/** Holds or cancels claims for subscribers that left or were quarantined since fan-out. */
async function setAside(claims: readonly DeliveryClaim[], now: Date): Promise<void> {
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

/** Null if a secret that encrypted it is gone: other subscribers' messages are still sent. */
function decryptSubscriber(row: StoredSubscriber, now: Date): Message["subscriber"] | null {
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
