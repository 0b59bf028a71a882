import { createContext, use } from "react";

/** The organization's time zone, or undefined outside of an organization's screens. */
export const TimeZoneContext = createContext<string | undefined>(undefined);

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns a cached format. Falls back to the browser's own time zone, because a browser may not
 * support every zone that the server supports.
 */
export function getDateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  let format = formats.get(key);
  if (format !== undefined) return format;
  try {
    format = new Intl.DateTimeFormat(undefined, options);
  } catch {
    format = new Intl.DateTimeFormat(undefined, { ...options, timeZone: undefined });
  }
  formats.set(key, format);
  return format;
}

export const timeOptions = { hour: "numeric", minute: "2-digit" } as const;
const exactOptions = { day: "numeric", month: "short", year: "numeric", ...timeOptions } as const;
export const periodOptions = { weekday: "short", ...exactOptions } as const;

/** Formats only the start unless the end is later, because a range must not end before it starts. */
export function formatPeriod(options: Intl.DateTimeFormatOptions, from: Date, until: Date): string {
  const format = getDateFormat(options);
  return from < until ? format.formatRange(from, until) : format.format(from);
}

const formatExactly = (at: Date, timeZone?: string): string =>
  getDateFormat({ ...exactOptions, timeZone, timeZoneName: "short" }).format(at);

/** Formats a time in the organization's time zone, and in the viewer's if it differs. */
export function useExactTime(at: Date): { shown: string; own: string | undefined } {
  const shown = formatExactly(at, use(TimeZoneContext));
  const own = formatExactly(at);
  return { shown, own: own === shown ? undefined : own };
}

/** Not for server rendering, because the text depends on the viewer's language and time zone. */
export function Timestamp({ at }: { at: string }) {
  const { shown, own } = useExactTime(new Date(at));
  return (
    <time dateTime={at} title={own && `Your time: ${own}`}>
      {shown}
    </time>
  );
}
