import { createContext, use } from "react";

/** The organization's time zone, or undefined outside of an organization's screens. */
export const TimeZoneContext = createContext<string | undefined>(undefined);

/**
 * Falls back to the browser's own time zone, because a browser may not support every zone that the
 * server supports.
 */
function createFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(undefined, options);
  } catch {
    return new Intl.DateTimeFormat(undefined, { ...options, timeZone: undefined });
  }
}

const exactFormats = new Map<string | undefined, Intl.DateTimeFormat>();

function formatExactly(at: Date, timeZone?: string): string {
  const format =
    exactFormats.get(timeZone) ??
    createFormat({
      timeZone,
      day: "numeric",
      month: "short",
      year: "numeric",
      hour: "numeric",
      minute: "2-digit",
      timeZoneName: "short",
    });
  exactFormats.set(timeZone, format);
  return format.format(at);
}

/** Formats a time in the organization's time zone, and in the viewer's if it differs. */
export function useExactTime(at: Date): { shown: string; own: string | undefined } {
  const shown = formatExactly(at, use(TimeZoneContext));
  const own = formatExactly(at);
  return { shown, own: own === shown ? undefined : own };
}

/** Creates the format of start and end times, by default in the browser's time zone. */
export const createPeriodFormat = (timeZone?: string) =>
  createFormat({
    timeZone,
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });

/** Not for server rendering, because the text depends on the viewer's language and time zone. */
export function Timestamp({ at }: { at: string }) {
  const { shown, own } = useExactTime(new Date(at));
  return (
    <time dateTime={at} title={own && `Your time: ${own}`}>
      {shown}
    </time>
  );
}
