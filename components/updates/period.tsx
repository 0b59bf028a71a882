import { useOrganization } from "@/components/organizations/organization-context";
import { formatDuration } from "@/components/ui/relative-time";
import { formatPeriod, periodOptions } from "@/components/ui/timestamp";

export function Period({ from, until }: { from: string; until: string }) {
  const { time_zone: timeZone } = useOrganization();
  const [start, end] = [new Date(from), new Date(until)];
  const period = formatPeriod({ ...periodOptions, timeZone, timeZoneName: "short" }, start, end);
  return `${period} (${formatDuration(end.getTime() - start.getTime())})`;
}
