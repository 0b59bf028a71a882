import { useMemo, useState } from "react";
import { useRead } from "@/components/data/use-read";
import type { ComponentResponse } from "@/lib/http/api-client";
import { listReportDates, toUptimeDays, type UptimeDay } from "@/lib/uptime/rules";

export const UPTIME_CHART_DAYS = 90;
const POLL_INTERVAL_MS = 60_000;

/** Uptime by day. `since` is the first measured day, or null if all days or none are measured. */
export type ComponentDays = {
  days: readonly UptimeDay[];
  percent: number | null;
  since: string | null;
};

export function useUptime(components: readonly ComponentResponse[] | undefined) {
  const { data, error } = useRead(
    "GET /v1/organizations/{orgID}/uptime",
    { query: { days: String(UPTIME_CHART_DAYS) } },
    { everyMs: POLL_INTERVAL_MS },
  );
  // Reuses unchanged objects, so that only changed rows re-render.
  const [known] = useState(() => new Map<string, { content: string; days: ComponentDays }>());
  const ofComponents = useMemo(() => {
    if (data === undefined || components === undefined) return undefined;
    const dates = listReportDates(data);
    const reported = new Map(data.components.map((component) => [component.id, component]));
    return new Map(
      components.map((component): [string, ComponentDays] => {
        const {
          days = [],
          uptime = null,
          counted_from: countedFrom = null,
        } = reported.get(component.id) ?? {};
        const content = JSON.stringify([dates.at(-1), countedFrom, uptime, days]);
        const before = known.get(component.id);
        if (before?.content === content) return [component.id, before.days];
        const now = {
          days: toUptimeDays(dates, days, countedFrom),
          percent: uptime,
          since: countedFrom === dates[0] ? null : countedFrom,
        };
        known.set(component.id, { content, days: now });
        return [component.id, now];
      }),
    );
  }, [data, components, known]);
  return {
    ofComponents,
    ofGroups: useMemo(
      () => data && new Map(data.groups.map(({ id, uptime }) => [id, uptime])),
      [data],
    ),
    error,
  };
}
