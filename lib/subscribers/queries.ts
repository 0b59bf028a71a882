import { takePage } from "@/lib/cursor";
import { convertIntegers, joinValues, sql } from "@/lib/statements";
import { reader, type Prisma, type Tx } from "@/lib/db/database";
import { notFound } from "@/lib/errors";
import { type Channel, channels, isChat } from "@/lib/notifications/channel";
import type { Language } from "@/lib/organizations/values";
import type { OrganizationId, OrganizationScope } from "@/lib/organizations/scope";
import { tryDecrypt } from "@/lib/encryption";
import { findNewestIds } from "@/lib/slices";
import { hashAddress } from "./rules";
import { MAX_PAGE_SIZE, UNREADABLE_ADDRESS } from "./values";
import type { SubscriberExport, SubscriberListQuery, SubscriberState } from "./schema";

export const SUBSCRIBERS_PAGE_SIZE = 100;
/** Batches are small, because SQLite queries block all other requests of the process. */
const EXPORT_BATCH_SIZE = 50;

export const subscriberFields = {
  id: true,
  organizationId: true,
  channel: true,
  address: true,
  state: true,
  everything: true,
  componentUpdates: true,
  language: true,
  contactEmail: true,
  quarantinedAt: true,
  confirmedAt: true,
  mustSelfConfirm: true,
  createdAt: true,
  updatedAt: true,
  // Archived components are hidden, but stay selected, because they may be restored.
  components: {
    where: { component: { archivedAt: null } },
    select: { componentId: true, component: { select: { position: true } } },
  },
  incidents: { select: { incidentId: true } },
} as const;

type Row = Prisma.SubscriberGetPayload<{ select: typeof subscriberFields }>;
/** If `language` is null, messages use the organization's default language. */
export type Subscriber = Omit<Row, "components" | "incidents"> & {
  organizationId: OrganizationId;
  channel: Channel;
  state: SubscriberState;
  componentIds: string[];
  incidentIds: string[];
  language: Language | null;
};

/**
 * Decrypts the address of a chat channel. Returns `UNREADABLE_ADDRESS` if no secret decrypts it.
 */
export const decryptAddress = (channel: Channel, address: string): string =>
  isChat(channel) ? (tryDecrypt<string>(address) ?? UNREADABLE_ADDRESS) : address;

export function readSubscriber({ components, incidents, ...row }: Row): Subscriber {
  const channel = row.channel as Channel;
  return {
    ...row,
    organizationId: row.organizationId as OrganizationId,
    channel,
    address: decryptAddress(channel, row.address),
    state: row.state as SubscriberState,
    language: row.language as Language | null,
    componentIds: components
      .sort((a, b) => a.component.position - b.component.position)
      .map(({ componentId }) => componentId),
    incidentIds: incidents.map(({ incidentId }) => incidentId).toSorted(),
  };
}

export async function getSubscriber(
  scope: { id: OrganizationId },
  id: string,
  db: Tx = reader(),
): Promise<Subscriber> {
  const row = await db.subscriber.findFirst({
    where: { id, organizationId: scope.id },
    select: subscriberFields,
  });
  if (row === null) throw notFound("This subscriber");
  return readSubscriber(row);
}

export async function findSubscribers(
  scope: { id: OrganizationId },
  ids: readonly string[],
  db: Tx = reader(),
): Promise<Subscriber[]> {
  const rows = await db.subscriber.findMany({
    where: { id: { in: [...ids] }, organizationId: scope.id },
    orderBy: { id: "desc" },
    select: subscriberFields,
  });
  return rows.map(readSubscriber);
}

/**
 * Returns the condition that the address of the subscriber `s` contains the text, ignoring case.
 * The URLs of chat channels are encrypted, so only the exact URL matches.
 */
export function createAddressCondition(text: string): ReturnType<typeof sql> {
  const part = text.toLowerCase();
  const hashes = channels.filter(isChat).map((name) => hashAddress(name, text));
  // The condition uses `replace`, because LIKE has wildcards.
  return sql`(s.address_hash IN (${joinValues(hashes)})
    OR (s.channel IN ('email', 'webhook')
      AND replace(lower(s.address), ${part}, '') <> lower(s.address)))`;
}

type Range = { before?: string | undefined; limit: number };

/** Returns the IDs of matching subscribers, newest first. */
export function findSubscriberIds(
  scope: OrganizationScope,
  { channel, state, component_id: componentId, q = "", ids }: SubscriberExport,
  { before, limit }: Range,
): Promise<string[]> {
  const indexed = [sql`s.organization_id = ${scope.id}`, ids && sql`s.id IN (${joinValues(ids)})`];
  const unindexed = [
    channel && sql`s.channel = ${channel}`,
    state && sql`s.state = ${state}`,
    componentId !== undefined &&
      sql`EXISTS (
        SELECT 1 FROM subscriber_components c
        WHERE c.subscriber_id = s.id AND c.component_id = ${componentId})`,
    q !== "" && createAddressCondition(q),
  ];
  return findNewestIds({ table: sql`subscribers s`, indexed, unindexed }, before, limit);
}

type SubscriberPage = { subscribers: Subscriber[]; next: string | null };

export async function listSubscribers(
  scope: OrganizationScope,
  { before, limit = SUBSCRIBERS_PAGE_SIZE, ...filter }: SubscriberListQuery,
): Promise<SubscriberPage> {
  const ids = await findSubscriberIds(scope, filter, { before, limit: limit + 1 });
  const { page, last } = takePage(ids, limit);
  return { subscribers: await findSubscribers(scope, page), next: last };
}

export type SubscriberSummary = {
  counts: { channel: Channel; state: SubscriberState; count: number }[];
  everything: number;
  components: { componentId: string; count: number }[];
};

export async function summarizeSubscribers(scope: OrganizationScope): Promise<SubscriberSummary> {
  const db = reader();
  const [counts, all, components] = await Promise.all([
    db.$queryRaw<SubscriberSummary["counts"]>`
      SELECT state, channel, COUNT(*) AS count FROM subscribers
      WHERE organization_id = ${scope.id} GROUP BY state, channel`,
    db.$queryRaw<[{ count: number }]>`
      SELECT COUNT(*) AS count FROM subscribers s
      WHERE s.organization_id = ${scope.id} AND s.state = 'active' AND s.everything`,
    db.$queryRaw<SubscriberSummary["components"]>`
      SELECT c.id AS "componentId", COUNT(*) AS count
      FROM subscribers s
        JOIN subscriber_components chosen ON chosen.subscriber_id = s.id
        JOIN components c ON c.id = chosen.component_id
      WHERE s.organization_id = ${scope.id} AND s.state = 'active' AND NOT s.everything
        AND c.archived_at IS NULL
      GROUP BY c.id, c.position ORDER BY c.position`,
  ]);
  return {
    counts: convertIntegers(counts),
    everything: Number(all[0].count),
    components: convertIntegers(components),
  };
}

/**
 * Reads the subscribers of an export in batches, oldest first. Omits ended subscriptions, and those
 * to incidents or archived components only, which an import would change to everything.
 */
export async function* exportSubscribers(
  scope: OrganizationScope,
  filter: SubscriberExport,
): AsyncGenerator<Subscriber[]> {
  const ids: string[] = [];
  let page: string[];
  do {
    page = await findSubscriberIds(scope, filter, { before: ids.at(-1), limit: MAX_PAGE_SIZE });
    ids.push(...page);
  } while (page.length === MAX_PAGE_SIZE);
  // The IDs are newest first, so batches are taken from the end.
  while (ids.length > 0) {
    const rows = await reader().subscriber.findMany({
      where: {
        id: { in: ids.splice(-EXPORT_BATCH_SIZE) },
        state: { not: "unsubscribed" },
        OR: [{ everything: true }, { components: { some: { component: { archivedAt: null } } } }],
      },
      orderBy: { id: "asc" },
      select: subscriberFields,
    });
    yield rows.map(readSubscriber);
  }
}

export const findComponentNames = (
  scope: { id: OrganizationId },
  db: Tx = reader(),
): Promise<{ id: string; name: string }[]> =>
  db.component.findMany({
    where: { organizationId: scope.id, archivedAt: null },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    select: { id: true, name: true },
  });

/** Returns the IDs of those components and incidents that exist, including archived components. */
export async function findExistingTopicIds(
  tx: Tx,
  organizationId: string,
  { componentIds, incidentIds }: { componentIds: string[]; incidentIds: string[] },
): Promise<Set<string>> {
  const createFilter = (ids: string[]) => ({
    where: { organizationId, id: { in: [...new Set(ids)] } },
    select: { id: true },
  });
  const components = await tx.component.findMany(createFilter(componentIds));
  const incidents = await tx.incident.findMany(createFilter(incidentIds));
  return new Set([...components, ...incidents].map(({ id }) => id));
}
