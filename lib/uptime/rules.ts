import type { PublicStatus } from "@/lib/components/schema";
import { createOffsetLookup, toLocalDate, addDays, findFirstInstant } from "@/lib/time/rules";
import type { UptimeReport } from "./serialize";

// In this file, times are Unix times in seconds, and durations are in seconds.

const DAY_SECONDS = 24 * 60 * 60;

/** Returns a Unix time in seconds. */
export const toSeconds = (at: Date) => Math.floor(at.getTime() / 1_000);

/** Days with their dates and start times, oldest first. The last day ends at `now`. */
export type Days = { dates: string[]; starts: number[]; now: number };

/**
 * Returns the last `count` days. A day starts at midnight, or at its first time if a clock change
 * skips midnight.
 */
export function listLastDays(count: number, now: number, timeZone: string): Days {
  const getOffset = createOffsetLookup(timeZone);
  const today = Math.floor((now + getOffset(now)) / DAY_SECONDS);
  const days: Days = { dates: [], starts: [], now };
  let lastOffset: number | null = null;
  for (let day = today - count + 1; day <= today; day++) {
    const midnight = day * DAY_SECONDS;
    // Searching for the start is slow, and only needed if the time zone's offset changed.
    const usual: number = midnight - (lastOffset ?? 0);
    const start = getOffset(usual) === lastOffset ? usual : findFirstInstant(midnight, getOffset);
    days.dates.push(new Date(midnight * 1_000).toISOString().slice(0, "YYYY-MM-DD".length));
    days.starts.push(start);
    lastOffset = getOffset(start);
  }
  return days;
}

/** Returns the index of the last day that starts at or before a time, or -1 if there is none. */
export function findDayIndex({ starts }: Days, at: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

type MeasurementStart = { startDate: string | null; createdAt: number; timelineStart: number };

/**
 * Returns when uptime measurement started. Returns -Infinity if the start date is before the first
 * day, and Infinity if it is in the future.
 */
export function getMeasuredSince(
  { dates, starts }: Days,
  { startDate, createdAt, timelineStart }: MeasurementStart,
): number {
  if (startDate === null) return Math.min(createdAt, timelineStart);
  return startDate < dates[0]! ? -Infinity : (starts[dates.indexOf(startDate)] ?? Infinity);
}

/** Returns when the measured part of the days starts, or Infinity if that is in the future. */
export const getCountedFrom = ({ starts, now }: Days, since: number): number =>
  since === Infinity ? Infinity : Math.min(now, Math.max(starts[0]!, since));

export type TimelineChange = { at: number; status: PublicStatus };
export type Downtime = { partial: number; major: number; period: number };
/**
 * Outage seconds by day index. A day with degraded performance but no outage has zeros. Other days
 * without an outage have no entry.
 */
type OutagesByDay = Map<number, { partial: number; major: number }>;

/** Degraded performance does not count as downtime, but its days are listed. */
const severities: Partial<Record<PublicStatus, "degraded" | "partial" | "major">> = {
  degraded_performance: "degraded",
  partial_outage: "partial",
  major_outage: "major",
};

/**
 * Counts the outage seconds of a component since `from`. `changes` includes the last change before
 * `from`. Before its first change, a component was operational.
 */
export function countOutages(
  changes: readonly TimelineChange[],
  days: Days,
  from: number,
): { downtime: Downtime; days: OutagesByDay } {
  const { starts, now } = days;
  const downtime: Downtime = { partial: 0, major: 0, period: Math.max(0, now - from) };
  const outages: OutagesByDay = new Map();
  let day = 0;
  for (const [index, { at, status }] of changes.entries()) {
    const severity = severities[status];
    if (severity === undefined) continue;
    const until = Math.min(changes[index + 1]?.at ?? now, now);
    for (let since = Math.max(at, from); since < until;) {
      while (day + 1 < starts.length && starts[day + 1]! <= since) day++;
      const end = Math.min(until, starts[day + 1] ?? now);
      const outage = outages.get(day) ?? { partial: 0, major: 0 };
      if (severity !== "degraded") {
        outage[severity] += end - since;
        downtime[severity] += end - since;
      }
      outages.set(day, outage);
      since = end;
    }
  }
  return { downtime, days: outages };
}

/**
 * Returns uptime in percent: 100 · (1 − (major + 0.3 · partial) / period). It is truncated to two
 * decimals, because 99.998 must not become 100. Returns null if nothing was measured.
 */
export function calculateUptime(downtimes: readonly Downtime[]): number | null {
  let [tenths, period] = [0, 0];
  for (const downtime of downtimes) {
    tenths += 10 * downtime.major + 3 * downtime.partial;
    period += downtime.period;
  }
  // The calculation uses integers to avoid rounding errors.
  return period === 0 ? null : Math.floor((1_000 * (10 * period - tenths)) / period) / 100;
}

const NOT_MEASURED: Downtime = { partial: 0, major: 0, period: 0 };

/**
 * Replaces all downtime with `NOT_MEASURED` if less than 24 hours were measured in total, or that of
 * the first month if less were measured in it, because short outages would have a large effect.
 */
export function excludeShortMeasurements(
  days: Days,
  since: number,
  downtime: Downtime,
  months: readonly MonthlyDowntime[],
): { downtime: Downtime; months: MonthlyDowntime[] } {
  const isEnough = days.now - since >= DAY_SECONDS;
  const firstMonth = days.dates[findDayIndex(days, since)]?.slice(0, "YYYY-MM".length);
  return {
    downtime: isEnough ? downtime : NOT_MEASURED,
    months: months.map(({ month, downtime }) => {
      const isIncluded = isEnough && (month !== firstMonth || downtime.period >= DAY_SECONDS);
      return { month, downtime: isIncluded ? downtime : NOT_MEASURED };
    }),
  };
}

export type MonthlyDowntime = { month: string; downtime: Downtime };

export function sumDowntimeByMonth(
  { dates, starts, now }: Days,
  from: number,
  outages: OutagesByDay,
): MonthlyDowntime[] {
  const months = new Map<string, Downtime>();
  for (const [day, date] of dates.entries()) {
    const month = date.slice(0, "YYYY-MM".length);
    const downtime = months.get(month) ?? { partial: 0, major: 0, period: 0 };
    downtime.period += Math.max(0, (starts[day + 1] ?? now) - Math.max(from, starts[day]!));
    downtime.partial += outages.get(day)?.partial ?? 0;
    downtime.major += outages.get(day)?.major ?? 0;
    months.set(month, downtime);
  }
  return [...months].map(([month, downtime]) => ({ month, downtime }));
}

export function listIncidentDays(
  days: Days,
  from: number,
  { startedAt, resolvedAt }: { startedAt: number; resolvedAt: number | null },
): number[] {
  const until = resolvedAt === null ? days.now : Math.min(resolvedAt, days.now);
  // An incident that was resolved at midnight is not listed on the new day, unless it started then.
  const last = Math.max(startedAt, until - 1);
  if (last < from || startedAt > days.now) return [];
  const [start, end] = [
    Math.max(findDayIndex(days, startedAt), findDayIndex(days, from)),
    findDayIndex(days, last),
  ];
  return Array.from({ length: Math.max(0, end - start + 1) }, (_, index) => start + index);
}

const MAX_REPORTED_INCIDENTS = 1_000_000;

/** Returns how many incidents a report lists for each component and day. */
export const getMaxIncidentsPerDay = (components: number, days: number): number =>
  Math.max(1, Math.floor(MAX_REPORTED_INCIDENTS / (components * days)));

export type TimedIncident = { id: string; startedAt: Date; resolvedAt: Date | null };

/** Returns the IDs of the first `max` incidents of each day, by day index. */
export function groupIncidentsByDay(
  incidents: readonly TimedIncident[],
  days: Days,
  from: number,
  max: number,
): Map<number, string[]> {
  const idsByDay = new Map<number, string[]>();
  for (const { id, startedAt, resolvedAt } of incidents)
    for (const day of listIncidentDays(days, from, {
      startedAt: toSeconds(startedAt),
      resolvedAt: resolvedAt && toSeconds(resolvedAt),
    })) {
      const ids = idsByDay.get(day);
      if (ids === undefined) idsByDay.set(day, [id]);
      else if (ids.length < max) ids.push(id);
    }
  return idsByDay;
}

export type DayState =
  "unknown" | "operational" | "incident" | "degraded" | "partial_outage" | "major_outage";
export type UptimeDay = {
  date: string;
  state: DayState;
  partial: number;
  major: number;
  incidentIds: readonly string[];
};

export function listReportDates({
  days,
  to,
  time_zone: timeZone,
}: Pick<UptimeReport, "days" | "to" | "time_zone">): string[] {
  const today = toLocalDate(new Date(to), timeZone);
  return Array.from({ length: days }, (_, index) => addDays(today, index - days + 1));
}

/**
 * Returns the state of each date. `reported` has only days with outages, degraded performance, or
 * incidents. Days before `countedFrom` are unknown.
 */
export function toUptimeDays(
  dates: readonly string[],
  reported: UptimeReport["components"][number]["days"],
  countedFrom: string | null,
): UptimeDay[] {
  const byDate = new Map(reported.map((day) => [day.date, day]));
  return dates.map((date) => {
    const {
      partial_outage_seconds: partial = 0,
      major_outage_seconds: major = 0,
      degraded = false,
      incident_ids: incidentIds = [],
    } = byDate.get(date) ?? {};
    let state: DayState = "operational";
    if (countedFrom === null || date < countedFrom) state = "unknown";
    else if (major > 0) state = "major_outage";
    else if (partial > 0) state = "partial_outage";
    else if (degraded) state = "degraded";
    else if (incidentIds.length > 0) state = "incident";
    return { date, state, partial, major, incidentIds };
  });
}
