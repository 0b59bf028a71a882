"use client";

export const exactTime = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});

/** Creates the format of start and end times, by default in the browser's time zone. */
export const createPeriodFormat = (timeZone?: string) =>
  new Intl.DateTimeFormat(undefined, {
    ...(timeZone !== undefined && { timeZone }),
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });

/** Shows a time in the browser's time zone, so it must not be rendered on the server. */
export function Timestamp({ at }: { at: string }) {
  return <time dateTime={at}>{exactTime.format(new Date(at))}</time>;
}
