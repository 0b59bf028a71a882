const timeFormat = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});
const dateFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** `20 November 2026, 09:30 UTC`, of an ISO 8601 time. What is no time is shown as it is. */
export function formatUtcTime(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime())
    ? iso
    : `${dateFormat.format(at)}, ${timeFormat.format(at)} UTC`;
}

/** `20 November 2026, 09:30 to 11:00 UTC`; with both days when they differ. */
export function formatUtcRange(from: string, to: string): string {
  const [begin, end] = [new Date(from), new Date(to)];
  if (Number.isNaN(begin.getTime()) || Number.isNaN(end.getTime())) return `${from} to ${to}`;
  const sameDay = dateFormat.format(begin) === dateFormat.format(end);
  const endDate = sameDay ? "" : `${dateFormat.format(end)}, `;
  const start = `${dateFormat.format(begin)}, ${timeFormat.format(begin)}`;
  return `${start} to ${endDate}${timeFormat.format(end)} UTC`;
}
