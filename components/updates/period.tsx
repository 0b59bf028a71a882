import { useOrganization } from "@/components/organizations/organization-context";
import { formatDuration } from "@/components/ui/relative-time";
import { createPeriodFormat } from "@/components/ui/timestamp";
import { toLocalDate } from "@/lib/time/rules";

const formats = new Map<
  string,
  { whole: Intl.DateTimeFormat; time: Intl.DateTimeFormat; zone: Intl.DateTimeFormat }
>();

function getFormats(timeZone: string) {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const created = {
    whole: createPeriodFormat(timeZone),
    time: new Intl.DateTimeFormat(undefined, { timeZone, hour: "numeric", minute: "2-digit" }),
    zone: new Intl.DateTimeFormat(undefined, { timeZone, timeZoneName: "short" }),
  };
  formats.set(timeZone, created);
  return created;
}

export const formatTimeIn = (timeZone: string, at: string) =>
  getFormats(timeZone).time.format(new Date(at));

export function Period({ from, until }: { from: string; until: string }) {
  const { time_zone: timeZone } = useOrganization();
  const [start, end] = [new Date(from), new Date(until)];
  const { whole, time, zone } = getFormats(timeZone);
  const isSameDay = toLocalDate(start, timeZone) === toLocalDate(end, timeZone);
  const name = zone.formatToParts(start).find(({ type }) => type === "timeZoneName")?.value;
  return (
    <>
      <time dateTime={from}>{whole.format(start)}</time> –{" "}
      <time dateTime={until}>{(isSameDay ? time : whole).format(end)}</time> {name} (
      {formatDuration(end.getTime() - start.getTime())})
    </>
  );
}
