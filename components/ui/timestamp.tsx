"use client";

const format = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});

/** In the browser's time zone, so only for content rendered in the browser. */
export function Timestamp({ at }: { at: string }) {
  return <time dateTime={at}>{format.format(new Date(at))}</time>;
}
