import { LRUCache } from "lru-cache";
import { takePage } from "@/lib/cursor";
import { convertIntegers, joinConditions, joinValues, sql } from "@/lib/statements";
import { reader, type Prisma, type Tx } from "@/lib/db/database";
import { notFound } from "@/lib/errors";
import { getLowestIdAt } from "@/lib/ids";
import {
  type DeliveryKey,
  type DeliveryState,
  formatDeliveryId,
  parseDeliveryId,
} from "@/lib/notifications/delivery-row";
import { estimateSeconds } from "@/lib/notifications/estimate";
import type { OrganizationScope } from "@/lib/organizations/scope";
import { findInSlices, splitIntoSlices } from "@/lib/slices";
import { findSubscriberIds, createAddressCondition } from "@/lib/subscribers/queries";
import { requireSubject } from "@/lib/updates/queries";
import { createSubjectFilter } from "@/lib/updates/tables";
import type { Subject } from "@/lib/updates/values";
import { mergeCounts, type DeliveryCount, FAILING, parseCounts } from "./rules";
import type { DeliveryFilter, DeliveryListQuery } from "./schema";

type Sql = ReturnType<typeof sql>;

const HOUR_MS = 3_600_000;
const DELIVERIES_PAGE_SIZE = 50;

const fields = {
  event: {
    select: {
      kind: true,
      incidentId: true,
      maintenanceId: true,
      incident: { select: { title: true } },
      maintenance: { select: { title: true } },
      componentId: true,
      component: { select: { name: true } },
    },
  },
  subscriber: { select: { address: true } },
} satisfies Prisma.DeliveryInclude;

export type Delivery = Prisma.DeliveryGetPayload<{ include: typeof fields }>;

const listEvents = (
  scope: OrganizationScope,
  of: { incidentId?: string; maintenanceId?: string },
) =>
  reader().notificationEvent.findMany({
    where: { organizationId: scope.id, ...of },
    select: { id: true, deletedDeliveries: true, fannedOutAt: true, notBefore: true },
  });

const key = sql`d.event_id AS "eventId", d.subscriber_id AS "subscriberId"`;
const HAS_FAILED_ATTEMPT = sql`d.attempts > 0 AND d.history <> ''`;
const newestFirst = sql`ORDER BY d.event_id DESC, d.subscriber_id DESC`;

/** Returns a lower bound for the IDs of events in the last `hours`. */
const getLowestId = (now: Date, hours: number): string =>
  getLowestIdAt(new Date(now.getTime() - hours * HOUR_MS));

type SliceOptions = {
  events?: string[] | null;
  since?: string | undefined;
  start?: DeliveryKey | undefined;
};

async function* splitDeliveries(
  scope: OrganizationScope,
  { events = null, since, start }: SliceOptions,
): AsyncGenerator<Sql> {
  const own = sql`d.organization_id = ${scope.id}`;
  if (events === null) {
    yield* splitByKey(
      own,
      ({ eventId, subscriberId }) => [
        sql`(d.event_id, d.subscriber_id) < (${eventId}, ${subscriberId})`,
        sql`(d.event_id, d.subscriber_id) >= (${eventId}, ${subscriberId})`,
      ],
      start,
      since,
    );
    return;
  }
  for (const event of events.toSorted().reverse()) {
    if (start !== undefined && event > start.eventId) continue;
    // With a row value, SQLite would search the index for a range of events, not for this event.
    const getBounds = ({ subscriberId }: DeliveryKey): [Sql, Sql] => [
      sql`d.subscriber_id < ${subscriberId}`,
      sql`d.subscriber_id >= ${subscriberId}`,
    ];
    yield* splitByKey(
      sql`${own} AND d.event_id = ${event}`,
      getBounds,
      event === start?.eventId ? start : undefined,
    );
  }
}

async function* splitByKey(
  own: Sql,
  bounds: (at: DeliveryKey) => [before: Sql, from: Sql],
  start?: DeliveryKey,
  since?: string,
): AsyncGenerator<Sql> {
  const end = since !== undefined && sql`d.event_id >= ${since}`;
  const getBound = (at: DeliveryKey | undefined) => at && bounds(at)[0];
  const findKey = async (after: DeliveryKey | undefined, count: number) => {
    const [row] = await reader().$queryRaw<DeliveryKey[]>`
      SELECT ${key} FROM deliveries d WHERE ${joinConditions(own, getBound(after), end)}
      ${newestFirst} LIMIT 1 OFFSET ${count - 1}`;
    return row ?? null;
  };
  for await (const { after, to } of splitIntoSlices(findKey, start))
    yield joinConditions(own, getBound(after), to === null ? end : bounds(to)[1]);
}

/**
 * A state with at most this many deliveries in all organizations is rare: the query reads and sorts
 * all of them. For other states, it searches the deliveries from newest to oldest.
 */
const RARE_LIMIT = 1_000;

async function isRareState(state: DeliveryState): Promise<boolean> {
  const [row] = await reader().$queryRaw<{ count: number | bigint }[]>`
    SELECT COUNT(*) AS count FROM (
      SELECT 1 FROM deliveries WHERE state = ${state} LIMIT ${RARE_LIMIT + 1}) found`;
  return Number(row!.count) <= RARE_LIMIT;
}

/**
 * If at most this many subscribers match a search, the query reads and sorts all their deliveries.
 * For more subscribers, it searches the deliveries from newest to oldest.
 */
const FEW_SUBSCRIBERS = 10;

async function findFewSubscribers(
  scope: OrganizationScope,
  { subscriber, channel, q = "" }: DeliveryFilter,
): Promise<string[] | null> {
  if (subscriber !== undefined) return [subscriber];
  if (q === "") return null;
  const ids = await findSubscriberIds(scope, { channel, q }, { limit: FEW_SUBSCRIBERS + 1 });
  return ids.length > FEW_SUBSCRIBERS ? null : ids;
}

async function findKeys(
  scope: OrganizationScope,
  filter: DeliveryFilter,
  limit: number,
  now: Date,
): Promise<DeliveryKey[]> {
  const { before, channel, incident, maintenance, hours, q = "" } = filter;
  const isFailing = filter.state === FAILING && HAS_FAILED_ATTEMPT;
  const state = filter.state === FAILING ? "pending" : filter.state;
  const start = before === undefined ? undefined : parseDeliveryId(before);
  const about = {
    ...(incident !== undefined && { incidentId: incident }),
    ...(maintenance !== undefined && { maintenanceId: maintenance }),
  };
  const since = hours === undefined ? undefined : getLowestId(now, hours);
  const events =
    Object.keys(about).length === 0
      ? null
      : (await listEvents(scope, about)).map(({ id }) => id).filter((id) => id >= (since ?? ""));
  if (events?.length === 0) return [];
  const find = (where: Sql, count: number) =>
    reader().$queryRaw<DeliveryKey[]>`
      SELECT ${key} FROM deliveries d WHERE ${where} ${newestFirst} LIMIT ${count}`;
  const isRecipient =
    q !== "" &&
    sql`EXISTS (SELECT 1 FROM subscribers s WHERE s.id = d.subscriber_id AND ${createAddressCondition(q)})`;
  const subscribers = await findFewSubscribers(scope, filter);
  if (subscribers !== null || (state !== undefined && (await isRareState(state)))) {
    // `column || ''` keeps SQLite from using an index that avoids the sort but scans all rows.
    const where = joinConditions(
      sql`(d.organization_id || '') = ${scope.id}`,
      subscribers && sql`d.subscriber_id IN (${joinValues(subscribers)})`,
      state && (subscribers === null ? sql`d.state = ${state}` : sql`(d.state || '') = ${state}`),
      isFailing,
      channel && sql`d.channel = ${channel}`,
      isRecipient,
      events !== null && sql`(d.event_id || '') IN (${joinValues(events)})`,
      since !== undefined && sql`(d.event_id || '') >= ${since}`,
      start &&
        sql`(d.event_id < ${start.eventId} OR
          ((d.event_id || '') = ${start.eventId} AND d.subscriber_id < ${start.subscriberId}))`,
    );
    return find(where, limit);
  }
  const conditions = [
    state && sql`d.state = ${state}`,
    isFailing,
    channel && sql`d.channel = ${channel}`,
    isRecipient,
  ];
  return findInSlices(splitDeliveries(scope, { events, start, since }), limit, (slice, count) =>
    find(joinConditions(slice, ...conditions), count),
  );
}

/**
 * Matches the deliveries with the given keys. Each condition contains the whole key, because SQLite
 * would otherwise read all deliveries of the organization.
 */
export function matchDeliveries(
  { id: organizationId }: OrganizationScope,
  keys: readonly DeliveryKey[],
): Prisma.DeliveryWhereInput {
  const byEvent = new Map<string, string[]>();
  for (const { eventId, subscriberId } of keys)
    byEvent.set(eventId, [...(byEvent.get(eventId) ?? []), subscriberId]);
  return {
    OR: [...byEvent].map(([eventId, ids]) => ({
      ...{ organizationId, eventId },
      subscriberId: { in: ids },
    })),
  };
}

export async function listDeliveries(
  scope: OrganizationScope,
  { limit = DELIVERIES_PAGE_SIZE, ...filter }: DeliveryListQuery,
  now: Date,
): Promise<{ deliveries: Delivery[]; next: string | null }> {
  const { page, last } = takePage(await findKeys(scope, filter, limit + 1, now), limit);
  const rows = await reader().delivery.findMany({
    where: matchDeliveries(scope, page),
    include: fields,
  });
  const byId = new Map(rows.map((row) => [formatDeliveryId(row), row]));
  return {
    deliveries: page.flatMap((at) => byId.get(formatDeliveryId(at)) ?? []),
    next: last && formatDeliveryId(last),
  };
}

export async function getDelivery(
  scope: OrganizationScope,
  id: string,
  db: Tx = reader(),
): Promise<Delivery> {
  const delivery = await db.delivery.findFirst({
    where: { organizationId: scope.id, ...parseDeliveryId(id) },
    include: fields,
  });
  if (delivery === null) throw notFound("This delivery");
  return delivery;
}

export type DeliveryReport = {
  total: number;
  counts: DeliveryCount[];
  sendingAt?: Date;
  estimatedSeconds?: number;
};

/**
 * Counts the deliveries of an incident or maintenance, including those that housekeeping deleted.
 * Throws 404 if the incident or maintenance does not exist.
 */
export async function getDeliveryReport(
  scope: OrganizationScope,
  subject: Subject,
): Promise<DeliveryReport> {
  await requireSubject(reader(), scope, subject);
  const events = await listEvents(scope, createSubjectFilter(subject));
  const [sendingAt] = events
    .flatMap(({ fannedOutAt, notBefore }) =>
      fannedOutAt === null && notBefore !== null ? [notBefore] : [],
    )
    .sort((one, other) => one.getTime() - other.getTime());
  const counts = [
    ...(await countDeliveries(splitDeliveries(scope, { events: events.map(({ id }) => id) }))),
    ...events.flatMap(({ deletedDeliveries }) => parseCounts(deletedDeliveries)),
  ];
  const report = toReport(counts);
  const estimatedSeconds = estimateSeconds(
    report.counts.filter(({ state }) => state === "pending"),
  );
  return {
    ...report,
    ...(sendingAt && { sendingAt }),
    ...(estimatedSeconds >= 60 && { estimatedSeconds }),
  };
}

/** A slower count is cached for `CACHE_FACTOR` times its duration, up to `MAX_CACHE_MS`. */
const SLOW_COUNT_MS = 50;
const [CACHE_FACTOR, MAX_CACHE_MS] = [20, 30_000];
const summaries = new LRUCache<string, Promise<DeliveryReport>>({ max: 1_000, ttl: MAX_CACHE_MS });

/**
 * Counts the deliveries of the last `hours` by state and channel. Counts can be up to 30 s old.
 */
export function summarizeDeliveries(
  scope: OrganizationScope,
  hours: number,
  now: Date,
): Promise<DeliveryReport> {
  const key = `${scope.id} ${scope.createdAtMs} ${hours}`;
  const known = summaries.get(key);
  if (known !== undefined) return known;
  const startedAt = performance.now();
  const since = getLowestId(now, hours);
  const counting = countDeliveries(splitDeliveries(scope, { since })).then(toReport);
  summaries.set(key, counting);
  const end = (isReused: boolean) => {
    const ms = performance.now() - startedAt;
    if (summaries.peek(key) !== counting) return;
    if (isReused && ms > SLOW_COUNT_MS)
      summaries.set(key, counting, { ttl: Math.min(MAX_CACHE_MS, ms * CACHE_FACTOR) });
    else summaries.delete(key);
  };
  counting.then(
    () => end(true),
    () => end(false),
  );
  return counting;
}

export function invalidateSummaries(scope: OrganizationScope): void {
  for (const key of summaries.keys()) if (key.startsWith(`${scope.id} `)) summaries.delete(key);
}

async function countDeliveries(parts: AsyncIterable<Sql>): Promise<DeliveryCount[]> {
  const counts: DeliveryCount[] = [];
  for await (const part of parts) {
    const rows = await reader().$queryRaw<DeliveryCount[]>`
      SELECT d.state, d.channel, COUNT(*) AS count FROM (
        SELECT CASE WHEN d.state = 'pending' AND ${HAS_FAILED_ATTEMPT}
          THEN ${FAILING} ELSE d.state END AS state, d.channel
        FROM deliveries d WHERE ${part}
      ) d GROUP BY d.state, d.channel`;
    counts.push(...convertIntegers(rows));
  }
  return counts;
}

function toReport(all: readonly DeliveryCount[]): DeliveryReport {
  const counts = mergeCounts(all);
  return { counts, total: counts.reduce((sum, { count: one }) => sum + one, 0) };
}
