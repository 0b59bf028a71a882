const timeFormat = new Intl.DateTimeFormat("en-US", {
  hourCycle: "h23",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});
const dateFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** Formats an ISO 8601 time: `November 20, 2026, 09:30 UTC`. Returns other text unchanged. */
export function formatUtcTime(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime())
    ? iso
    : `${dateFormat.format(at)}, ${timeFormat.format(at)} UTC`;
}

/** Formats a range: `November 20, 2026, 09:30 to 11:00 UTC`, with both days if they differ. */
export function formatUtcRange(from: string, to: string): string {
  const [begin, end] = [new Date(from), new Date(to)];
  if (Number.isNaN(begin.getTime()) || Number.isNaN(end.getTime())) return `${from} to ${to}`;
  const isSameDay = dateFormat.format(begin) === dateFormat.format(end);
  const endDate = isSameDay ? "" : `${dateFormat.format(end)}, `;
  const start = `${dateFormat.format(begin)}, ${timeFormat.format(begin)}`;
  return `${start} to ${endDate}${timeFormat.format(end)} UTC`;
}
