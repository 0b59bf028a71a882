import type { PublicStatus } from "@/lib/components/schema";
import { listed, sql } from "@/lib/statements";
import type { Tx } from "@/lib/db/client";
import { reader } from "@/lib/db/database";
import type { OrganizationId } from "@/lib/organizations/scope";
import {
  type Change,
  countTimelineOutages,
  findDayIndex,
  type Days,
  listIncidentDays,
  type Downtime,
  sumDowntimeByMonth,
  excludeShortMeasurements,
  type RolledUpTimeline,
  listLastDays,
  getCountedFrom,
  getMeasuredSince,
  type MonthlyDowntime,
  type DayRollup,
  calculateUptime,
} from "./rules";

/** One day of a component. `degraded` means degraded performance and no outage. */
export type DayWithEvents = {
  date: string;
  partial: number;
  major: number;
  degraded: boolean;
  incidentIds: string[];
};
/**
 * `uptime` is in percent, null until measured for 24 hours. `countedFrom` is the first measured day.
 * `days` has only days with an outage, degraded performance, or an incident.
 */
export type ComponentUptime = {
  id: string;
  uptime: number | null;
  countedFrom: string | null;
  partial: number;
  major: number;
  days: DayWithEvents[];
  /** All months that overlap the days, oldest first. */
  months: MonthlyUptime[];
};
export type MonthlyUptime = { month: string; uptime: number | null };
export type Uptime = {
  days: number;
  timeZone: string;
  from: Date;
  to: Date;
  components: ComponentUptime[];
  groups: { id: string; uptime: number | null; months: MonthlyUptime[] }[];
};

type ComponentRow = {
  id: string;
  groupId: string | null;
  startDate: string | null;
  createdAt: Date;
};
type IncidentRow = { componentId: string; id: string; startedAt: Date; resolvedAt: Date | null };

const toSeconds = (at: Date) => Math.floor(at.getTime() / 1_000);
const toDate = (at: number) => new Date(at * 1_000);

/**
 * Uptime of all groups and all components that are not archived, in their order, for the last
 * `days` days of the organization's time zone.
 */
export async function getUptime(
  scope: { id: OrganizationId },
  { days: count }: { days: number },
  now: Date,
): Promise<Uptime> {
  const db = reader();
  // Raw SQL, because compiling Prisma's first queries slows the first requests after a start.
  const [organization] = await db.$queryRaw<
    { timeZone: string }[]
  >`SELECT time_zone AS "timeZone" FROM organizations WHERE id = ${scope.id}`;
  const timeZone = organization?.timeZone ?? "Etc/UTC";
  const days = listLastDays(count, toSeconds(now), timeZone);
  const from = toDate(days.starts[0]!);
  const [components, groups, timelines, incidents] = await Promise.all([
    db.$queryRaw<ComponentRow[]>`
      SELECT id, group_id AS "groupId", start_date AS "startDate", created_at AS "createdAt" FROM components
      WHERE organization_id = ${scope.id} AND archived_at IS NULL ORDER BY position, id`,
    db.$queryRaw<
      { id: string }[]
    >`SELECT id FROM component_groups WHERE organization_id = ${scope.id} ORDER BY position, id`,
    findTimelines(db, scope, from, timeZone),
    findIncidents(scope, from),
  ]);
  const measureWith = (found: ReadonlyMap<string, FoundTimeline>) => (component: ComponentRow) =>
    measure(component, days, found.get(component.id) ?? EMPTY, incidents.get(component.id) ?? []);
  const fromRollups = components.map(measureWith(timelines));
  const mismatched = components.filter((_, index) => fromRollups[index] === null);
  const ids = mismatched.map(({ id }) => id);
  const complete = ids.length === 0 ? timelines : await findTimelines(db, scope, from, null, ids);
  const measured = fromRollups.map(
    (measurement, index) => measurement ?? measureWith(complete)(components[index]!)!,
  );
  const members = new Map(groups.map(({ id }): [string, Measurement[]] => [id, []]));
  for (const [index, { groupId }] of components.entries())
    if (groupId !== null) members.get(groupId)?.push(measured[index]!);
  return {
    days: count,
    timeZone,
    from,
    to: toDate(days.now),
    components: measured.map(({ component }) => component),
    groups: groups.map(({ id }) => {
      const measured = members.get(id)!;
      const months =
        measured[0]?.months.map(({ month }, index) => ({
          month,
          uptime: calculateUptime(measured.map(({ months }) => months[index]!.downtime)),
        })) ?? [];
      return { id, uptime: calculateUptime(measured.map(({ downtime }) => downtime)), months };
    }),
  };
}

type Measurement = { component: ComponentUptime; downtime: Downtime; months: MonthlyDowntime[] };

/** Null if the rollups do not match the days. */
function measure(
  row: ComponentRow,
  days: Days,
  timeline: FoundTimeline,
  incidents: IncidentRow[],
): Measurement | null {
  const { id, startDate } = row;
  const { recordedFrom } = timeline;
  const begin = { startDate, createdAt: toSeconds(row.createdAt), recordedFrom };
  const from = getCountedFrom(days, begin);
  const counted =
    from === null
      ? { downtime: { partial: 0, major: 0, period: 0 }, days: new Map() }
      : countTimelineOutages(timeline, days, from);
  if (counted === null) return null;
  const { days: outages } = counted;
  const { partial, major } = counted.downtime;
  const { downtime, months } = excludeShortMeasurements(
    days,
    getMeasuredSince(days, begin),
    counted.downtime,
    sumDowntimeByMonth(days, from ?? Infinity, outages),
  );
  const summary = {
    id,
    uptime: calculateUptime([downtime]),
    countedFrom: from === null ? null : days.dates[findDayIndex(days, from)]!,
    partial,
    major,
    months: months.map(({ month, downtime }) => ({ month, uptime: calculateUptime([downtime]) })),
  };
  if (from === null) return { component: { ...summary, days: [] }, downtime, months };
  const incidentIds = new Map<number, string[]>();
  for (const incident of incidents) {
    const times = {
      startedAt: toSeconds(incident.startedAt),
      resolvedAt: incident.resolvedAt && toSeconds(incident.resolvedAt),
    };
    for (const day of listIncidentDays(days, from, times)) {
      const ids = incidentIds.get(day);
      if (ids === undefined) incidentIds.set(day, [incident.id]);
      else ids.push(incident.id);
    }
  }
  const eventDays = [...new Set([...outages.keys(), ...incidentIds.keys()])].sort((a, b) => a - b);
  const daysWithEvents = eventDays.map((day) => {
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
  return { component: { ...summary, days: daysWithEvents }, downtime, months };
}

/** Statuses that count, by first letter. Any other status is read as operational. */
const statusesByLetter: Partial<Record<string, PublicStatus>> = {
  d: "degraded_performance",
  p: "partial_outage",
  m: "major_outage",
};
const LETTER_AND_TIME = "p2026-11-20 09:30:00".length;

/** `recordedFrom` is the first status change, or any change before the requested days. */
export type FoundTimeline = RolledUpTimeline & { recordedFrom: number };
const EMPTY: FoundTimeline = { rollups: [], until: -Infinity, changes: [], recordedFrom: Infinity };

const change = sql`substr(s.status, 1, 1) || substr(CAST(s.at AS TEXT), 1, 19)`;

/**
 * The status timelines from `from` on of the components in `ids`, by default all that are not
 * archived. Uses rollups for the time zone; null ignores rollups.
 *
 * A single statement, because a concurrent write may replace rollups. Changes are concatenated into
 * one row per component, because reading many rows is slower.
 */
export async function findTimelines(
  db: Tx,
  scope: { id: string },
  from: Date,
  timeZone: string | null,
  ids?: readonly string[],
): Promise<Map<string, FoundTimeline>> {
  const isRequested =
    ids === undefined ? sql`c.archived_at IS NULL` : sql`c.id IN (${listed(ids)})`;
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
      (SELECT ${change} FROM component_status_changes s WHERE s.component_id = k.id AND s.at < k.changes_from
        ORDER BY s.at DESC, s.id DESC LIMIT 1) AS before,
      (SELECT string_agg(${change}, ',' ORDER BY s.at, s.id) FROM component_status_changes s
        WHERE s.component_id = k.id AND s.at >= k.changes_from) AS changes
    FROM (
      SELECT c.id, o.until, o.days, o.recorded_from, COALESCE(o.until, ${from}) AS changes_from
      FROM components c LEFT JOIN settled_outages o ON o.component_id = c.id
        AND o.time_zone = ${timeZone ?? ""} AND o.since <= ${from} AND o.until > ${from}
      WHERE c.organization_id = ${scope.id} AND ${isRequested}
    ) k`;
  return new Map(
    rows.map(({ componentId, until, days, recordedFrom, before, changes: later }) => {
      const changes = parseChanges([before, later].filter((part) => part !== null).join(","));
      const rollups = days === null ? [] : parseDayRollups(days);
      return [
        componentId,
        {
          rollups,
          until: until === null ? -Infinity : toSeconds(new Date(until)),
          changes,
          recordedFrom:
            recordedFrom === null
              ? (changes[0]?.at ?? Infinity)
              : toSeconds(new Date(recordedFrom)),
        },
      ];
    }),
  );
}

/** Parses `p2026-11-20 09:30:00,o2026-…`; SQLite writes a T instead of the space. */
function parseChanges(text: string): Change[] {
  const changes: Change[] = [];
  const parseTwoDigits = (index: number) =>
    10 * text.charCodeAt(index) + text.charCodeAt(index + 1) - 11 * ZERO;
  // Parsing dates is slow, and most changes are on the same day as the previous one.
  let [day, midnight] = ["", 0];
  for (let start = 0; start < text.length; start += LETTER_AND_TIME + 1) {
    if (!text.startsWith(day, start + 1) || day === "") {
      day = text.slice(start + 1, start + 11);
      midnight = Date.parse(`${day}T00:00:00Z`) / 1_000;
    }
    const hours = parseTwoDigits(start + 12);
    const minutes = parseTwoDigits(start + 15);
    const at = midnight + 3_600 * hours + 60 * minutes + parseTwoDigits(start + 18);
    changes.push({ at, status: statusesByLetter[text[start]!] ?? "operational" });
  }
  return changes;
}

const ZERO = "0".charCodeAt(0);

/** Parses the JSON column, which has four numbers per day. */
function parseDayRollups(text: string): DayRollup[] {
  const numbers = JSON.parse(text) as number[];
  const days: DayRollup[] = [];
  for (let i = 0; i < numbers.length; i += 4) {
    const [start, end, partial, major] = numbers.slice(i, i + 4) as [
      number,
      number,
      number,
      number,
    ];
    days.push({ start, end, partial, major });
  }
  return days;
}

/** Incidents unresolved at `from` or started later, by component, in order of their start. */
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
  // With ORDER BY, SQLite scans all incidents of the organization by an index to avoid sorting.
  rows.sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime() || (a.id < b.id ? -1 : 1));
  const incidents = new Map<string, IncidentRow[]>();
  for (const row of rows) {
    const rows = incidents.get(row.componentId);
    if (rows === undefined) incidents.set(row.componentId, [row]);
    else rows.push(row);
  }
  return incidents;
}
