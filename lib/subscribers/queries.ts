import { cutPage } from "@/lib/cursor";
import { reader, type Tx } from "@/lib/db";
import { notFound } from "@/lib/errors";
import { type Channel, channels } from "@/lib/notifications/channel";
import type { OrganizationId, OrganizationScope } from "@/lib/organizations/scope";
import { open } from "@/lib/sealing";
import { hashAddress, isCapability } from "./rules";
import type { SubscriberFilter, SubscriberState } from "./schema";

/** Subscribers in one page of the list. */
export const PAGE_SIZE = 100;
/** Subscribers that an export reads at once. */
const EXPORT_BATCH = 500;

export type Subscriber = {
  id: string;
  organizationId: OrganizationId;
  channel: Channel;
  /** An email address or a URL, opened. */
  address: string;
  state: SubscriberState;
  everything: boolean;
  /** In the order of components. */
  componentIds: string[];
  incidentIds: string[];
  contactEmail: string | null;
  quarantinedAt: Date | null;
  confirmedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

export const subscriberFields = {
  id: true,
  organizationId: true,
  channel: true,
  address: true,
  state: true,
  everything: true,
  contactEmail: true,
  quarantinedAt: true,
  confirmedAt: true,
  createdAt: true,
  updatedAt: true,
  // An archived component is no choice any more; it is one again when it comes back.
  components: { where: { component: { archivedAt: null } }, select: { componentId: true, component: { select: { position: true } } } },
  incidents: { select: { incidentId: true }, orderBy: { incidentId: "asc" } },
} as const;

type Row = NonNullable<Awaited<ReturnType<typeof findRow>>>;
const findRow = (db: Tx, scope: { id: OrganizationId }, id: string) =>
  db.subscriber.findFirst({ where: { id, organizationId: scope.id }, select: subscriberFields });

/** An address as it was given, of what a row holds. */
export const openAddress = (channel: Channel, address: string): string => (isCapability(channel) ? open<string>(address) : address);

/** A row as the rest of the domain knows it. */
export function readSubscriber({ components, incidents, ...row }: Row): Subscriber {
  const channel = row.channel as Channel;
  return {
    ...row,
    organizationId: row.organizationId as OrganizationId,
    channel,
    address: openAddress(channel, row.address),
    state: row.state as SubscriberState,
    componentIds: components.sort((a, b) => a.component.position - b.component.position).map(({ componentId }) => componentId),
    incidentIds: incidents.map(({ incidentId }) => incidentId),
  };
}

/** A subscriber of the organization; 404 when it has none with this id. */
export async function getSubscriber(scope: { id: OrganizationId }, id: string, db: Tx = reader()): Promise<Subscriber> {
  const row = await findRow(db, scope, id);
  if (row === null) throw notFound("This subscriber");
  return readSubscriber(row);
}

export type SubscriberPage = { subscribers: Subscriber[]; next: string | null };

/** The subscribers that fit the filter, at most {@link PAGE_SIZE}, newest first; `next` leads to the older ones. */
export async function listSubscribers(scope: OrganizationScope, filter: SubscriberFilter): Promise<SubscriberPage> {
  const { before = "", channel = "", state = "", component_id: componentId = "", q = "" } = filter;
  const part = q.toLowerCase();
  const [slack, discord, teams] = channels.filter(isCapability).map((name) => hashAddress(name, q));
  // `replace` finds a part as it is written, on both engines alike; LIKE has wildcards, and cases of its own.
  const ids = await reader().$queryRaw<{ id: string }[]>`
    SELECT s.id FROM subscribers s
    WHERE s.organization_id = ${scope.id}
      AND (${before} = '' OR s.id < ${before})
      AND (${channel} = '' OR s.channel = ${channel})
      AND (${state} = '' OR s.state = ${state})
      AND (${componentId} = '' OR EXISTS (SELECT 1 FROM subscriber_components c WHERE c.subscriber_id = s.id AND c.component_id = ${componentId}))
      AND (${part} = '' OR s.address_hash IN (${slack}, ${discord}, ${teams})
        OR (s.channel IN ('email', 'webhook') AND replace(lower(s.address), ${part}, '') <> lower(s.address)))
    ORDER BY s.id DESC LIMIT ${PAGE_SIZE + 1}`;
  const { page, last } = cutPage(ids.map(({ id }) => id), PAGE_SIZE);
  const rows = await reader().subscriber.findMany({ where: { id: { in: page } }, orderBy: { id: "desc" }, select: subscriberFields });
  return { subscribers: rows.map(readSubscriber), next: last };
}

/** How many subscribers an organization has: of each channel in each state, and of the active ones, how many chose what. */
export type SubscriberSummary = {
  counts: { channel: Channel; state: SubscriberState; count: number }[];
  /** Active ones that hear of all. */
  everything: number;
  /** Active ones that chose a component, in the order of components; those that nobody chose are left out. */
  components: { componentId: string; count: number }[];
};

/** Counts the subscribers of the organization. */
export async function summarizeSubscribers(scope: OrganizationScope): Promise<SubscriberSummary> {
  const db = reader();
  const [counts, all, components] = await Promise.all([
    db.$queryRaw<Counted<{ channel: Channel; state: SubscriberState }>[]>`
      SELECT state, channel, COUNT(*) AS count FROM subscribers WHERE organization_id = ${scope.id} GROUP BY state, channel`,
    db.$queryRaw<Counted<object>[]>`SELECT COUNT(*) AS count FROM subscribers s WHERE s.organization_id = ${scope.id} AND s.state = 'active' AND s.everything`,
    db.$queryRaw<Counted<{ componentId: string }>[]>`
      SELECT c.id AS "componentId", COUNT(*) AS count
      FROM subscribers s JOIN subscriber_components chosen ON chosen.subscriber_id = s.id JOIN components c ON c.id = chosen.component_id
      WHERE s.organization_id = ${scope.id} AND s.state = 'active' AND NOT s.everything AND c.archived_at IS NULL
      GROUP BY c.id, c.position ORDER BY c.position`,
  ]);
  return { counts: counts.map(countedOf), everything: countedOf(all[0]!).count, components: components.map(countedOf) };
}

/** PostgreSQL counts further than a number goes. */
type Counted<Row> = Row & { count: number | bigint };
const countedOf = <Row extends { count: number | bigint }>(row: Row): Omit<Row, "count"> & { count: number } => ({ ...row, count: Number(row.count) });

/**
 * All subscribers that a file can hold, oldest first, in batches. Left out are those who left, and those who only follow
 * incidents: elsewhere the file would subscribe them to what they did not ask for.
 */
export async function* exportSubscribers(scope: OrganizationScope): AsyncGenerator<Subscriber[]> {
  for (let after = ""; ; ) {
    const rows = await reader().subscriber.findMany({
      where: {
        organizationId: scope.id,
        id: { gt: after },
        state: { not: "unsubscribed" },
        OR: [{ everything: true }, { components: { some: {} } }],
      },
      orderBy: { id: "asc" },
      take: EXPORT_BATCH,
      select: subscriberFields,
    });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(readSubscriber);
    after = last.id;
  }
}

/** The names by which a file of subscribers may call components. */
export const findComponentNames = (scope: { id: OrganizationId }, db: Tx = reader()): Promise<{ id: string; name: string }[]> =>
  db.component.findMany({ where: { organizationId: scope.id, archivedAt: null }, orderBy: [{ position: "asc" }, { id: "asc" }], select: { id: true, name: true } });
