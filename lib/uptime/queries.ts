import type { PublicStatus } from "@/lib/components/schema";
import { allOf, listed, reader, sql, type Tx } from "@/lib/db";
import type { OrganizationId } from "@/lib/organizations/scope";
import {
  type Change,
  countedFrom,
  countKept,
  dayOf,
  type Days,
  daysOfIncident,
  type Downtime,
  downtimeByMonth,
  enoughMeasured,
  type KeptRecord,
  lastDays,
  measuredSince,
  type MonthOfUptime,
  type SettledDay,
  uptime,
} from "./rules";

/** Outages and incidents of one component on one day. `degraded`: it was, and nothing worse. */
export type Day = {
  date: string;
  partial: number;
  major: number;
  degraded: boolean;
  incidentIds: string[];
};
/**
 * `uptime` is in percent, null until 24 hours were measured; `countedFrom` is the first of the days
 * that counts; `days` are those on which there was something.
 */
export type ComponentUptime = {
  id: string;
  uptime: number | null;
  countedFrom: string | null;
  partial: number;
  major: number;
  days: Day[];
  months: MonthUptime[];
};
/** `months` are all that the days touch, oldest first, as YYYY-MM. */
export type MonthUptime = { month: string; uptime: number | null };
export type Uptime = {
  days: number;
  timeZone: string;
  from: Date;
  to: Date;
  components: ComponentUptime[];
  groups: { id: string; uptime: number | null; months: MonthUptime[] }[];
};

type ComponentRow = {
  id: string;
  groupId: string | null;
  startDate: string | null;
  createdAt: Date;
};
type IncidentRow = { componentId: string; id: string; startedAt: Date; resolvedAt: Date | null };

const second = (at: Date) => Math.floor(at.getTime() / 1_000);
const moment = (at: number) => new Date(at * 1_000);

/**
 * The uptime of all components that are not archived, in their order, and of all groups, over the
 * last days of the page's time zone.
 */
export async function getUptime(
  scope: { id: OrganizationId },
  { days: count }: { days: number },
  now: Date,
): Promise<Uptime> {
  const db = reader();
  // By hand, all of it: after a start, what takes Prisma's first queries their time is to be
  // compiled.
  const [organization] = await db.$queryRaw<
    { timeZone: string }[]
  >`SELECT time_zone AS "timeZone" FROM organizations WHERE id = ${scope.id}`;
  const timeZone = organization?.timeZone ?? "Etc/UTC";
  const days = lastDays(count, second(now), timeZone);
  const from = moment(days.starts[0]!);
  const [components, groups, records, incidents] = await Promise.all([
    db.$queryRaw<ComponentRow[]>`
      SELECT id, group_id AS "groupId", start_date AS "startDate", created_at AS "createdAt" FROM components
      WHERE organization_id = ${scope.id} AND archived_at IS NULL ORDER BY position, id`,
    db.$queryRaw<
      { id: string }[]
    >`SELECT id FROM component_groups WHERE organization_id = ${scope.id} ORDER BY position, id`,
    findRecords(db, scope, from, timeZone),
    findIncidents(scope, from),
  ]);
  const measureBy = (by: ReadonlyMap<string, FoundRecord>) => (component: ComponentRow) =>
    measure(component, days, by.get(component.id) ?? EMPTY, incidents.get(component.id) ?? []);
  const kept = components.map(measureBy(records));
  const unfit = components.filter((_, index) => kept[index] === null);
  const whole =
    unfit.length === 0
      ? records
      : await findRecords(
          db,
          scope,
          from,
          null,
          unfit.map(({ id }) => id),
        );
  const measured = kept.map((one, index) => one ?? measureBy(whole)(components[index]!)!);
  const members = new Map(groups.map(({ id }): [string, Measured[]] => [id, []]));
  for (const [index, { groupId }] of components.entries())
    if (groupId !== null) members.get(groupId)?.push(measured[index]!);
  return {
    days: count,
    timeZone,
    from,
    to: moment(days.now),
    components: measured.map(({ component }) => component),
    groups: groups.map(({ id }) => {
      const measured = members.get(id)!;
      const months =
        measured[0]?.months.map(({ month }, index) => ({
          month,
          uptime: uptime(measured.map(({ months }) => months[index]!.downtime)),
        })) ?? [];
      return { id, uptime: uptime(measured.map(({ downtime }) => downtime)), months };
    }),
  };
}

type Measured = { component: ComponentUptime; downtime: Downtime; months: MonthOfUptime[] };

/** Null where what is summed up of the record does not fit the days. */
function measure(
  row: ComponentRow,
  days: Days,
  record: FoundRecord,
  incidents: IncidentRow[],
): Measured | null {
  const { id, startDate } = row;
  const begun = { startDate, createdAt: second(row.createdAt), recordedFrom: record.recordedFrom };
  const from = countedFrom(days, begun);
  const counted =
    from === null
      ? { downtime: { partial: 0, major: 0, period: 0 }, days: new Map() }
      : countKept(record, days, from);
  if (counted === null) return null;
  const { days: outages } = counted;
  const { partial, major } = counted.downtime;
  const { downtime, months } = enoughMeasured(
    days,
    measuredSince(days, begun),
    counted.downtime,
    downtimeByMonth(days, from ?? Infinity, outages),
  );
  const summary = {
    id,
    uptime: uptime([downtime]),
    countedFrom: from === null ? null : days.dates[dayOf(days, from)]!,
    partial,
    major,
    months: months.map(({ month, downtime }) => ({ month, uptime: uptime([downtime]) })),
  };
  if (from === null) return { component: { ...summary, days: [] }, downtime, months };
  const incidentIds = new Map<number, string[]>();
  for (const incident of incidents) {
    const times = {
      startedAt: second(incident.startedAt),
      resolvedAt: incident.resolvedAt && second(incident.resolvedAt),
    };
    for (const day of daysOfIncident(days, from, times)) {
      const known = incidentIds.get(day);
      if (known === undefined) incidentIds.set(day, [incident.id]);
      else known.push(incident.id);
    }
  }
  const eventful = [...new Set([...outages.keys(), ...incidentIds.keys()])].sort((a, b) => a - b);
  const eventfulDays = eventful.map((day) => {
    const outage = outages.get(day);
    const { partial, major } = outage ?? { partial: 0, major: 0 };
    return {
      date: days.dates[day]!,
      partial,
      major,
      degraded: outage !== undefined && partial + major === 0,
      incidentIds: incidentIds.get(day) ?? [],
    };
  });
  return { component: { ...summary, days: eventfulDays }, downtime, months };
}

/** The words of the record that count, by their first letters. */
const outages: Partial<Record<string, PublicStatus>> = {
  d: "degraded_performance",
  p: "partial_outage",
  m: "major_outage",
};
const LETTER_AND_TIME = "p2026-11-20 09:30:00".length;

/**
 * `recordedFrom`: the first change of the record, or one from before all days that are asked for.
 */
export type FoundRecord = KeptRecord & { recordedFrom: number };
const EMPTY: FoundRecord = { settled: [], until: -Infinity, changes: [], recordedFrom: Infinity };

const change = sql`substr(s.status, 1, 1) || substr(CAST(s.at AS TEXT), 1, 19)`;

/**
 * The record of each component that is not archived, or of those in `ids`, from `from` on: what is
 * settled of it for days of the time zone (of
 * none where that is null), then the changes, with the last one before, which has the status
 * then; all else than an outage or degraded performance as operational.
 * One row and one text per component: what makes a row costs more than what is in it. One
 * statement: a write may settle meanwhile.
 */
export async function findRecords(
  db: Tx,
  scope: { id: string },
  from: Date,
  timeZone: string | null,
  ids?: readonly string[],
): Promise<Map<string, FoundRecord>> {
  const rows = await db.$queryRaw<
    {
      componentId: string;
      until: Date | string | null;
      days: string | null;
      recordedFrom: Date | string | null;
      before: string | null;
      changes: string | null;
    }[]
  >`
    SELECT k.id AS "componentId", k.until, k.days, k.recorded_from AS "recordedFrom",
      (SELECT ${change} FROM component_status_changes s WHERE s.component_id = k.id AND s.at < k.behind
        ORDER BY s.at DESC, s.id DESC LIMIT 1) AS before,
      (SELECT string_agg(${change}, ',' ORDER BY s.at, s.id) FROM component_status_changes s
        WHERE s.component_id = k.id AND s.at >= k.behind) AS changes
    FROM (
      SELECT c.id, o.until, o.days, o.recorded_from, COALESCE(o.until, ${from}) AS behind
      FROM components c LEFT JOIN settled_outages o ON o.component_id = c.id
        AND o.time_zone = ${timeZone ?? ""} AND o.since <= ${from} AND o.until > ${from}
      WHERE ${allOf(
        sql`c.organization_id = ${scope.id}`,
        ids === undefined ? sql`c.archived_at IS NULL` : sql`c.id IN (${listed(ids)})`,
      )}
    ) k`;
  return new Map(
    rows.map(({ componentId, until, days, recordedFrom, before, changes: later }) => {
      const changes = readChanges([before, later].filter((part) => part !== null).join(","));
      const settled = days === null ? [] : readSettled(days);
      return [
        componentId,
        {
          settled,
          until: until === null ? -Infinity : second(new Date(until)),
          changes,
          recordedFrom:
            recordedFrom === null ? (changes[0]?.at ?? Infinity) : second(new Date(recordedFrom)),
        },
      ];
    }),
  );
}

/**
 * Changes as the query writes them: `p2026-11-20 09:30:00,o2026-…`, with a T or a blank before the
 * hour.
 */
function readChanges(text: string): Change[] {
  const changes: Change[] = [];
  const digits = (place: number) =>
    10 * text.charCodeAt(place) + text.charCodeAt(place + 1) - 11 * ZERO;
  // Most are of the same day as the one before, and to read a date costs most.
  let [day, midnight] = ["", 0];
  for (let start = 0; start < text.length; start += LETTER_AND_TIME + 1) {
    if (!text.startsWith(day, start + 1) || day === "") {
      day = text.slice(start + 1, start + 11);
      midnight = Date.parse(`${day}T00:00:00Z`) / 1_000;
    }
    const at = midnight + 3_600 * digits(start + 12) + 60 * digits(start + 15) + digits(start + 18);
    changes.push({ at, status: outages[text[start]!] ?? "operational" });
  }
  return changes;
}

const ZERO = "0".charCodeAt(0);

/** Settled days as they are kept, four numbers each. */
function readSettled(text: string): SettledDay[] {
  const numbers = JSON.parse(text) as number[];
  const days: SettledDay[] = [];
  for (let place = 0; place < numbers.length; place += 4)
    days.push({
      start: numbers[place]!,
      end: numbers[place + 1]!,
      partial: numbers[place + 2]!,
      major: numbers[place + 3]!,
    });
  return days;
}

/**
 * The incidents that went on at `from` or began after it, by component, in the order of their
 * start.
 */
async function findIncidents(
  scope: { id: OrganizationId },
  from: Date,
): Promise<Map<string, IncidentRow[]>> {
  const rows = await reader().$queryRaw<IncidentRow[]>`
    SELECT ic.component_id AS "componentId", i.id, i.started_at AS "startedAt", i.resolved_at AS "resolvedAt"
    FROM incidents i JOIN incident_components ic ON ic.incident_id = i.id
    WHERE i.organization_id = ${scope.id} AND i.resolved_at IS NULL
    UNION ALL
    SELECT ic.component_id, i.id, i.started_at, i.resolved_at
    FROM incidents i JOIN incident_components ic ON ic.incident_id = i.id
    WHERE i.organization_id = ${scope.id} AND i.resolved_at >= ${from}`;
  // Asked for in order, SQLite would walk through all incidents of the organization to spare itself
  // the sort.
  rows.sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime() || (a.id < b.id ? -1 : 1));
  const incidents = new Map<string, IncidentRow[]>();
  for (const row of rows) {
    const known = incidents.get(row.componentId);
    if (known === undefined) incidents.set(row.componentId, [row]);
    else known.push(row);
  }
  return incidents;
}
