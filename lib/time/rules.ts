// Local times are written as date-time inputs write them: YYYY-MM-DDTHH:mm.

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** More than any clock was ever ahead of or behind UTC. */
const FARTHEST_SECONDS = 16 * 60 * 60;

const formats = new Map<string, Intl.DateTimeFormat>();

/** What a zone's clocks show. To make one costs as much as hundreds of its answers. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
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

/** How far the clocks of an IANA time zone are ahead of UTC at a moment, in seconds since 1970. */
export function clocksOf(timeZone: string): (at: number) => number {
  const format = formatOf(timeZone);
  return (at) => {
    const shown: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
    for (const { type, value } of format.formatToParts(at * 1_000)) shown[type] = Number(value);
    return (
      Date.UTC(
        shown.year!,
        shown.month! - 1,
        shown.day!,
        shown.hour!,
        shown.minute!,
        shown.second!,
      ) /
        1_000 -
      at
    );
  };
}

/** The first moment at which clocks show `shown` or later, both in seconds since 1970. */
export function firstMoment(shown: number, ahead: (at: number) => number): number {
  let [early, late] = [shown - FARTHEST_SECONDS, shown + FARTHEST_SECONDS];
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    if (middle + ahead(middle) >= shown) late = middle;
    else early = middle;
  }
  return late;
}

/** When the first day of a month begins, in seconds since 1970, the month being YYYY-MM. */
export const startOfMonth = (month: string, timeZone: string): number =>
  firstMoment(Date.parse(`${month}-01T00:00:00Z`) / 1_000, clocksOf(timeZone));

/** What clocks of the zone show at a moment, to the minute. */
export function localOf(at: Date, timeZone: string): string {
  const second = Math.floor(at.getTime() / 1_000);
  return new Date((second + clocksOf(timeZone)(second)) * 1_000)
    .toISOString()
    .slice(0, "YYYY-MM-DDTHH:mm".length);
}

/** The day, as YYYY-MM-DD, that it is at a moment in the zone. */
export const dateOf = (at: Date, timeZone: string): string =>
  localOf(at, timeZone).slice(0, "YYYY-MM-DD".length);

/** The day so many days after (or before) another; both as YYYY-MM-DD. */
export const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00Z`) + days * DAY * 1_000)
    .toISOString()
    .slice(0, "YYYY-MM-DD".length);

/**
 * Whether clocks show a local time once, never (they leap over it) or twice (they go back behind
 * it).
 */
export type Occurrence = "once" | "never" | "twice";

/**
 * The moment at which clocks of the zone show a local time. One that they leap over is meant as far
 * behind the leap as it
 * was written behind its beginning; of two, the first counts. Null for what is no local time.
 */
export function momentOf(
  local: string,
  timeZone: string,
): { at: Date; occurrence: Occurrence } | null {
  const shown = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local)
    ? Date.parse(`${local}Z`) / 1_000
    : Number.NaN;
  if (Number.isNaN(shown)) return null;
  const ahead = clocksOf(timeZone);
  // What the clocks were a day before and will be a day after: if they change at all, they do it in
  // between.
  const [before, after] = [ahead(shown - DAY), ahead(shown + DAY)];
  const candidates = [shown - before, shown - after].toSorted((a, b) => a - b);
  const fitting = candidates.filter((at) => at + ahead(at) === shown);
  const at = fitting[0] ?? shown - before;
  return {
    at: new Date(at * 1_000),
    occurrence: fitting.length === 0 ? "never" : new Set(fitting).size === 2 ? "twice" : "once",
  };
}

/**
 * The local time so many minutes after another, across changes of the clocks; null for what is no
 * local time.
 */
export function minutesAfter(local: string, minutes: number, timeZone: string): string | null {
  const moment = momentOf(local, timeZone);
  return moment && localOf(new Date(moment.at.getTime() + minutes * MINUTE * 1_000), timeZone);
}

/**
 * Minutes from one local time to another, across changes of the clocks; null unless both are local
 * times.
 */
export function minutesBetween(from: string, to: string, timeZone: string): number | null {
  const [start, end] = [momentOf(from, timeZone), momentOf(to, timeZone)];
  return start && end && Math.round((end.at.getTime() - start.at.getTime()) / (MINUTE * 1_000));
}

/** The zone as people write it: "America/New York". */
export const zoneInWords = (timeZone: string): string =>
  timeZone === "Etc/UTC" ? "UTC" : timeZone.replaceAll("_", " ");

/** The zone with what its clocks are at a moment: "Europe/Berlin, GMT+1". */
export function zoneName(timeZone: string, at: Date): string {
  if (timeZone === "Etc/UTC") return zoneInWords(timeZone);
  const offset =
    new Intl.DateTimeFormat("en-GB", { timeZone, timeZoneName: "shortOffset" })
      .formatToParts(at)
      .find(({ type }) => type === "timeZoneName")?.value ?? "GMT+0";
  return `${zoneInWords(timeZone)}, ${offset}`;
}

/** The month before or after another, both as YYYY-MM. */
export const monthsAfter = (month: string, months: number): string => {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, "YYYY-MM".length);
};

const WEEK = 7;

/**
 * The days of a month by weeks from Monday to Sunday, with those of its neighbours that fill the
 * first and the last week.
 */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`;
  // Sunday is 0.
  const before = (new Date(`${first}T00:00Z`).getUTCDay() + 6) % WEEK;
  const length = Math.round(
    (Date.parse(`${monthsAfter(month, 1)}-01`) - Date.parse(first)) / (DAY * 1_000),
  );
  return Array.from({ length: Math.ceil((before + length) / WEEK) }, (_, week) =>
    Array.from({ length: WEEK }, (_, day) => daysAfter(first, week * WEEK + day - before)),
  );
}
