// In this file, local times in strings have the format of `datetime-local` inputs:
// YYYY-MM-DDTHH:mm.

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
const MAX_OFFSET_S = 16 * HOUR_S;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns a cached format, because creating one is expensive. */
function getFormat(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached !== undefined) return cached;
  const format = new Intl.DateTimeFormat("en-US-u-ca-gregory-nu-latn", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formats.set(timeZone, format);
  return format;
}

/** Returns a function that gives the offset from UTC at a Unix time. Both are in seconds. */
export function createOffsetLookup(timeZone: string): (at: number) => number {
  const format = getFormat(timeZone);
  return (at) => {
    const local: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
    for (const { type, value } of format.formatToParts(at * 1_000)) local[type] = Number(value);
    const { year, month, day, hour, minute, second } = local;
    return Date.UTC(year!, month! - 1, day!, hour!, minute!, second!) / 1_000 - at;
  };
}

/**
 * Returns the Unix time at which the local time reaches `local`, or passes it if a clock change
 * skips it. `local` is a local time, encoded as if it were UTC. All values are in seconds.
 */
export function findFirstInstant(local: number, getOffset: (at: number) => number): number {
  let [early, late] = [local - MAX_OFFSET_S, local + MAX_OFFSET_S];
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    if (middle + getOffset(middle) >= local) late = middle;
    else early = middle;
  }
  return late;
}

/** Returns when a date, such as "2026-01-31", starts in a time zone. */
export const getDayStart = (date: string, timeZone: string): Date =>
  new Date(findFirstInstant(Date.parse(date) / 1_000, createOffsetLookup(timeZone)) * 1_000);

export function toLocalTime(at: Date, timeZone: string): string {
  const second = Math.floor(at.getTime() / 1_000);
  return new Date((second + createOffsetLookup(timeZone)(second)) * 1_000)
    .toISOString()
    .slice(0, "YYYY-MM-DDTHH:mm".length);
}

/** Returns the local date, such as "2026-01-31". */
export const toLocalDate = (at: Date, timeZone: string): string =>
  toLocalTime(at, timeZone).slice(0, "YYYY-MM-DD".length);

/** Adds days to a date, such as "2026-01-31". */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00Z`) + days * DAY_S * 1_000)
    .toISOString()
    .slice(0, "YYYY-MM-DD".length);

type Occurrence = "once" | "never" | "twice";

/**
 * Converts a local time, or returns null if it is malformed. A time that occurs twice becomes the
 * first occurrence. A skipped time is moved by the length of the gap, such as from 02:30 to 03:30.
 */
export function resolveLocalTime(
  local: string,
  timeZone: string,
): { at: Date; occurrence: Occurrence } | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local)) return null;
  const localSeconds = Date.parse(`${local}Z`) / 1_000;
  if (Number.isNaN(localSeconds)) return null;
  const getOffset = createOffsetLookup(timeZone);
  // If a clock change skips or repeats this time, the offsets one day before and after it differ.
  const [before, after] = [getOffset(localSeconds - DAY_S), getOffset(localSeconds + DAY_S)];
  const matches = [...new Set([localSeconds - before, localSeconds - after])]
    .filter((at) => at + getOffset(at) === localSeconds)
    .sort((a, b) => a - b);
  return {
    at: new Date((matches[0] ?? localSeconds - before) * 1_000),
    occurrence: (["never", "once", "twice"] as const)[matches.length]!,
  };
}

/**
 * Adds minutes of elapsed time to a local time, across changes of the offset. Returns null if
 * `local` is malformed.
 */
export function addMinutes(local: string, minutes: number, timeZone: string): string | null {
  const moment = resolveLocalTime(local, timeZone);
  return (
    moment && toLocalTime(new Date(moment.at.getTime() + minutes * MINUTE_S * 1_000), timeZone)
  );
}

/**
 * Counts the minutes of elapsed time between two local times, across changes of the offset. Returns
 * null if a time is malformed.
 */
export function countMinutesBetween(from: string, to: string, timeZone: string): number | null {
  const [start, end] = [resolveLocalTime(from, timeZone), resolveLocalTime(to, timeZone)];
  return start && end && Math.round((end.at.getTime() - start.at.getTime()) / (MINUTE_S * 1_000));
}

/** Returns the name of a time zone for display, such as "America/New York". */
export const formatTimeZone = (timeZone: string): string =>
  timeZone === "Etc/UTC" ? "UTC" : timeZone.replaceAll("_", " ");

/** Returns the name and offset of a time zone for display, such as "Europe/Berlin, GMT+1". */
export function formatTimeZoneWithOffset(timeZone: string, at: Date): string {
  if (timeZone === "Etc/UTC") return formatTimeZone(timeZone);
  const offset =
    new Intl.DateTimeFormat("en-GB", { timeZone, timeZoneName: "shortOffset" })
      .formatToParts(at)
      .find(({ type }) => type === "timeZoneName")?.value ?? "GMT+0";
  return `${formatTimeZone(timeZone)}, ${offset}`;
}

/** Adds months to a month, such as "2026-01". */
export const addMonths = (month: string, months: number): string => {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, "YYYY-MM".length);
};

const WEEK_DAYS = 7;

/** Returns the dates of the weeks from Monday to Sunday that contain a day of the month. */
export function getCalendarWeeks(month: string): string[][] {
  const first = `${month}-01`;
  const before = (new Date(`${first}T00:00Z`).getUTCDay() + 6) % WEEK_DAYS;
  const length = Math.round(
    (Date.parse(`${addMonths(month, 1)}-01`) - Date.parse(first)) / (DAY_S * 1_000),
  );
  return Array.from({ length: Math.ceil((before + length) / WEEK_DAYS) }, (_, week) =>
    Array.from({ length: WEEK_DAYS }, (_, day) => addDays(first, week * WEEK_DAYS + day - before)),
  );
}

/** Returns `now`, or 1 ms after `previous` if `now` is not later, for example if clocks differ. */
export const getTimestampAfter = (previous: Date, now: Date): Date =>
  now > previous ? now : new Date(previous.getTime() + 1);
