const formats = new Map<string, { date: Intl.DateTimeFormat; time: Intl.DateTimeFormat }>();

function getFormats(timeZone: string) {
  let format = formats.get(timeZone);
  if (format === undefined) {
    const time = { hourCycle: "h23", hour: "2-digit", minute: "2-digit", timeZone } as const;
    format = {
      date: new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone }),
      time: new Intl.DateTimeFormat("en-US", { ...time, timeZoneName: "short" }),
    };
    formats.set(timeZone, format);
  }
  return format;
}

/** Formats an ISO 8601 time: `November 20, 2026, 09:30 UTC`. Returns other text unchanged. */
export function formatTime(iso: string, timeZone = "UTC"): string {
  const at = new Date(iso);
  const { date, time } = getFormats(timeZone);
  return Number.isNaN(at.getTime()) ? iso : `${date.format(at)}, ${time.format(at)}`;
}

/** Formats a range: `November 20, 2026, 09:30 to 11:00 UTC`, with both days if they differ. */
export function formatRange(from: string, to: string, timeZone = "UTC"): string {
  const [begin, end] = [new Date(from), new Date(to)];
  if (Number.isNaN(begin.getTime()) || Number.isNaN(end.getTime())) return `${from} to ${to}`;
  const { date, time } = getFormats(timeZone);
  const endDate = date.format(begin) === date.format(end) ? "" : `${date.format(end)}, `;
  const [startZone, endZone] = [begin, end].map(
    (at) => time.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "",
  );
  const start = time.format(begin);
  // The zone is named once unless daylight saving time changes in between.
  const startTime = startZone === endZone ? start.slice(0, -startZone!.length).trim() : start;
  return `${date.format(begin)}, ${startTime} to ${endDate}${time.format(end)}`;
}
