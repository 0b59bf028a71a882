import type { PublicStatus } from "@/lib/components/schema";
import { clocksOf, dateOf, daysAfter, firstMoment } from "@/lib/time/rules";

// All moments here are whole seconds since 1970: a moment counts as the second in which it lies.

const DAY_SECONDS = 24 * 60 * 60;

/**
 * Days of a time zone, oldest first: their dates, as YYYY-MM-DD, and when each begins. The last
 * ends at `now`.
 */
export type Days = { dates: string[]; starts: number[]; now: number };

/**
 * The last `count` days up to `now`. A day begins at its first moment: at midnight, or behind a
 * midnight that the clocks leap over.
 */
export function lastDays(count: number, now: number, timeZone: string): Days {
  const ahead = clocksOf(timeZone);
  const today = Math.floor((now + ahead(now)) / DAY_SECONDS);
  const days: Days = { dates: [], starts: [], now };
  let before: number | null = null;
  for (let day = today - count + 1; day <= today; day++) {
    // While the clocks stay what they were, a day follows the other by 24 hours.
    const usual: number = day * DAY_SECONDS - (before ?? 0);
    const start = ahead(usual) === before ? usual : firstMoment(day * DAY_SECONDS, ahead);
    days.dates.push(
      new Date(day * DAY_SECONDS * 1_000).toISOString().slice(0, "YYYY-MM-DD".length),
    );
    days.starts.push(start);
    before = ahead(start);
  }
  return days;
}

/** Which of the days a moment lies in; -1 before the first. */
export function dayOf({ starts }: Days, at: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

type Begun = { startDate: string | null; createdAt: number; recordedFrom: number };

/**
 * Since when a component is measured: its start date, or else its creation or its record. It may be
 * before all days; Infinity when it is ahead.
 */
export function measuredSince(
  { dates, starts }: Days,
  { startDate, createdAt, recordedFrom }: Begun,
): number {
  if (startDate === null) return Math.min(createdAt, recordedFrom);
  return startDate < dates[0]! ? -Infinity : (starts[dates.indexOf(startDate)] ?? Infinity);
}

/** When uptime begins to count within the days, or null when it does not yet. */
export function countedFrom(days: Days, component: Begun): number | null {
  const since = measuredSince(days, component);
  return since === Infinity ? null : Math.min(days.now, Math.max(days.starts[0]!, since));
}

/** What a component became, and when. */
export type Change = { at: number; status: PublicStatus };
/** Seconds of outage, and of the time in which they were counted. */
export type Downtime = { partial: number; major: number; period: number };
/**
 * Seconds of outage by day; none of either kind on a day that was only degraded. Any other day
 * without is left out.
 */
export type DaysOfOutage = Map<number, { partial: number; major: number }>;

/**
 * What counts of a record, and as what: degraded performance is no outage, but its days are listed
 * apart from those that were well.
 */
const counts: Partial<Record<PublicStatus, "partial" | "major" | "nothing">> = {
  degraded_performance: "nothing",
  partial_outage: "partial",
  major_outage: "major",
};

/**
 * Counts a component's outages from `from` until now, in all and by day. `changes` are its record
 * in order, at least from the last
 * change before `from`; what was before the first of them counts as no outage.
 */
export function countOutages(
  changes: readonly Change[],
  days: Days,
  from: number,
): { downtime: Downtime; days: DaysOfOutage } {
  const { starts, now } = days;
  const downtime: Downtime = { partial: 0, major: 0, period: Math.max(0, now - from) };
  const outages: DaysOfOutage = new Map();
  let day = 0;
  for (const [index, { at, status }] of changes.entries()) {
    const kind = counts[status];
    if (kind === undefined) continue;
    const until = Math.min(changes[index + 1]?.at ?? now, now);
    for (let since = Math.max(at, from); since < until;) {
      while (day + 1 < starts.length && starts[day + 1]! <= since) day++;
      const end = Math.min(until, starts[day + 1] ?? now);
      const outage = outages.get(day) ?? { partial: 0, major: 0 };
      if (kind !== "nothing") {
        outage[kind] += end - since;
        downtime[kind] += end - since;
      }
      outages.set(day, outage);
      since = end;
    }
  }
  return { downtime, days: outages };
}

/**
 * The outages of a whole day that is over, from its first moment up to the next day's; none on one
 * that was only degraded.
 */
export type SettledDay = { start: number; end: number; partial: number; major: number };

/**
 * A component's record with its beginning summed up: days up to `until`, the first moment of a day,
 * and the changes from there on, with
 * the last one before it. Where nothing is summed up, `until` is before all time.
 */
export type KeptRecord = {
  settled: readonly SettledDay[];
  until: number;
  changes: readonly Change[];
};

/**
 * {@link countOutages} of a record that is kept; null where a settled day is none of `days`: clocks
 * were changed, or now is long ago.
 */
export function countKept(
  { settled, until, changes }: KeptRecord,
  days: Days,
  from: number,
): ReturnType<typeof countOutages> | null {
  const { downtime, days: outages } = countOutages(changes, days, Math.max(from, until));
  downtime.period = Math.max(0, days.now - from);
  for (const { start, end, partial, major } of settled) {
    if (end <= from) continue;
    const day = dayOf(days, start);
    if (days.starts[day] !== start || days.starts[day + 1] !== end) return null;
    outages.set(day, { partial, major });
    downtime.partial += partial;
    downtime.major += major;
  }
  return { downtime, days: outages };
}

/** The days before the last one, of those that were counted, as they are kept. */
export const settleDays = (outages: DaysOfOutage, { starts }: Days): SettledDay[] =>
  [...outages]
    .filter(([day]) => day < starts.length - 1)
    .sort(([a], [b]) => a - b)
    .map(([day, { partial, major }]) => ({
      start: starts[day]!,
      end: starts[day + 1]!,
      partial,
      major,
    }));

/**
 * Uptime in percent: 100 · (1 − (major + 0.3 · partial) / period), cut to two decimals, so that
 * 99.998 never shows as 100. Of several,
 * each weighs as long as it was counted. Null where nothing was counted.
 */
export function uptime(downtimes: readonly Downtime[]): number | null {
  let [tenths, period] = [0, 0];
  for (const downtime of downtimes) {
    tenths += 10 * downtime.major + 3 * downtime.partial;
    period += downtime.period;
  }
  // In whole numbers until the last division: what is exact stays exact.
  return period === 0 ? null : Math.floor((1_000 * (10 * period - tenths)) / period) / 100;
}

const NOT_MEASURED: Downtime = { partial: 0, major: 0, period: 0 };

/**
 * What percentages are made of: nothing until a component was measured for 24 hours, and nothing of
 * the month in which that
 * began unless it was measured for 24 hours in it. A few minutes of outage would weigh too much.
 */
export function enoughMeasured(
  days: Days,
  since: number,
  downtime: Downtime,
  months: readonly MonthOfUptime[],
): { downtime: Downtime; months: MonthOfUptime[] } {
  const isEnough = days.now - since >= DAY_SECONDS;
  const firstMonth = days.dates[dayOf(days, since)]?.slice(0, "YYYY-MM".length);
  return {
    downtime: isEnough ? downtime : NOT_MEASURED,
    months: months.map((one) =>
      isEnough && (one.month !== firstMonth || one.downtime.period >= DAY_SECONDS)
        ? one
        : { ...one, downtime: NOT_MEASURED },
    ),
  };
}

/** What was counted of one calendar month; the month as YYYY-MM. */
export type MonthOfUptime = { month: string; downtime: Downtime };

/** A component's downtime by calendar month, oldest first: all months that the days touch. */
export function downtimeByMonth(
  { dates, starts, now }: Days,
  from: number,
  outages: DaysOfOutage,
): MonthOfUptime[] {
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

/** The days on which an incident went on, of those from `from` on. */
export function daysOfIncident(
  days: Days,
  from: number,
  { startedAt, resolvedAt }: { startedAt: number; resolvedAt: number | null },
): number[] {
  const until = resolvedAt === null ? days.now : Math.min(resolvedAt, days.now);
  // One that ends with the first moment of a day has not gone on that day, unless that was all of
  // it.
  const last = Math.max(startedAt, until - 1);
  if (last < from || startedAt > days.now) return [];
  const [begin, end] = [Math.max(dayOf(days, startedAt), dayOf(days, from)), dayOf(days, last)];
  return Array.from({ length: Math.max(0, end - begin + 1) }, (_, index) => begin + index);
}

/** The state of a day: not counted, or the worst that happened. */
export type DayState =
  "unknown" | "operational" | "incident" | "degraded" | "partial_outage" | "major_outage";
/** A day of a component's uptime; the outages in seconds. */
export type UptimeDay = {
  date: string;
  state: DayState;
  partial: number;
  major: number;
  incidentIds: readonly string[];
};

type ReportedDay = {
  date: string;
  partial_outage_seconds: number;
  major_outage_seconds: number;
  degraded: boolean;
  incident_ids: readonly string[];
};

/** The dates of the days that a report of uptime spans, oldest first. */
export function datesOf({
  days,
  to,
  time_zone: timeZone,
}: {
  days: number;
  to: string;
  time_zone: string;
}): string[] {
  const today = dateOf(new Date(to), timeZone);
  return Array.from({ length: days }, (_, index) => daysAfter(today, index - days + 1));
}

/**
 * Each of the `dates` of a component, of which a report names only those that were not well or had
 * an incident; nothing is known before `countedFrom`.
 */
export function toUptimeDays(
  dates: readonly string[],
  reported: readonly ReportedDay[],
  countedFrom: string | null,
): UptimeDay[] {
  const known = new Map(reported.map((day) => [day.date, day]));
  return dates.map((date) => {
    const {
      partial_outage_seconds: partial = 0,
      major_outage_seconds: major = 0,
      degraded = false,
      incident_ids: incidentIds = [],
    } = known.get(date) ?? {};
    const worst =
      major > 0
        ? "major_outage"
        : partial > 0
          ? "partial_outage"
          : degraded
            ? "degraded"
            : incidentIds.length > 0
              ? "incident"
              : "operational";
    return {
      date,
      state: countedFrom === null || date < countedFrom ? "unknown" : worst,
      partial,
      major,
      incidentIds,
    };
  });
}
