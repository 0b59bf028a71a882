const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });
const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** `20 November 2026, 09:30 UTC`, of an ISO 8601 time. What is no time is shown as it is. */
export function timeWords(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : `${day.format(at)}, ${clock.format(at)} UTC`;
}

/** `20 November 2026, 09:30 to 11:00 UTC`; with both days when they differ. */
export function spanWords(from: string, to: string): string {
  const [begin, end] = [new Date(from), new Date(to)];
  if (Number.isNaN(begin.getTime()) || Number.isNaN(end.getTime())) return `${from} to ${to}`;
  const sameDay = day.format(begin) === day.format(end);
  return `${day.format(begin)}, ${clock.format(begin)} to ${sameDay ? "" : `${day.format(end)}, `}${clock.format(end)} UTC`;
}
