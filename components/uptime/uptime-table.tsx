import Link from "next/link";
import { useOrganization } from "@/components/organizations/organization-context";
import { formatDuration } from "@/components/ui/relative-time";
import { ScrollArea } from "@/components/ui/scroll-area";
import type { IncidentResponse } from "@/lib/http/api-client";
import type { DayState, UptimeDay } from "@/lib/uptime/rules";
import { formatDay } from "./uptime-chart";

const statusLabels: Record<DayState, string> = {
  unknown: "No data",
  operational: "No outage",
  incident: "No outage",
  degraded: "Degraded performance",
  partial_outage: "Partial outage",
  major_outage: "Major outage",
};
const formatOutage = (seconds: number) => (seconds === 0 ? "—" : formatDuration(seconds * 1_000));

type DailyUptimeTableProps = {
  days: readonly UptimeDay[];
  incidents: ReadonlyMap<string, IncidentResponse>;
};

export function DailyUptimeTable({ days, incidents }: DailyUptimeTableProps) {
  const { at } = useOrganization();
  return (
    <ScrollArea label="Uptime by day" className="max-h-96 rounded-md border border-line">
      <table className="w-full min-w-md border-collapse text-start">
        <thead className="text-xs text-muted">
          <tr className="border-b border-line">
            <th className="px-3 py-2 text-start font-medium">Day</th>
            <th className="px-3 py-2 text-start font-medium">Status</th>
            <th className="px-3 py-2 text-start font-medium">Major outage</th>
            <th className="px-3 py-2 text-start font-medium">Partial outage</th>
            <th className="px-3 py-2 text-start font-medium">Incidents</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ date, state, major, partial, incidentIds }) => (
            <tr key={date} className="border-b border-line align-top last:border-b-0">
              <th scope="row" className="px-3 py-2 text-start font-medium whitespace-nowrap">
                <time dateTime={date}>{formatDay(date)}</time>
              </th>
              <td className="px-3 py-2">{statusLabels[state]}</td>
              <td className="px-3 py-2 tabular-nums">{formatOutage(major)}</td>
              <td className="px-3 py-2 tabular-nums">{formatOutage(partial)}</td>
              <td className="px-3 py-2 wrap-anywhere">
                {incidentIds.length === 0 && "—"}
                {incidentIds.map((id, index) => (
                  <span key={id}>
                    {index > 0 && ", "}
                    <Link
                      href={at(`/incidents/${id}`)}
                      prefetch={false}
                      className="rounded-sm underline underline-offset-2 hover:text-accent"
                    >
                      <bdi>{incidents.get(id)?.title ?? "Incident"}</bdi>
                    </Link>
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
