"use client";

import { useMemo, useState } from "react";
import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import type { Component } from "@/lib/http/client";
import { datesOf, tellDays, type ToldDay } from "@/lib/uptime/rules";

export const UPTIME_DAYS = 90;
/** It counts in seconds of 90 days: a minute more or less shows nowhere. */
const EVERY_MS = 60_000;

export type ComponentDays = { days: readonly ToldDay[]; percent: number | null };

/** The uptime of each of these components by day, and that of groups; undefined until it is read. */
export function useUptime(components: readonly Component[] | undefined) {
  const { id: orgID } = useOrganization();
  const { data, error } = useRead("GET /v1/organizations/{orgID}/uptime", { params: { orgID }, query: { days: String(UPTIME_DAYS) } }, { everyMs: EVERY_MS });
  // What says the same stays the same object, so that of hundreds of rows those are drawn again that have changed.
  const [known] = useState(() => new Map<string, { told: string; days: ComponentDays }>());
  const ofComponents = useMemo(() => {
    if (data === undefined || components === undefined) return undefined;
    const dates = datesOf(data);
    const reported = new Map(data.components.map((component) => [component.id, component]));
    return new Map(
      components.map((component): [string, ComponentDays] => {
        const { days = [], uptime = null, counted_from: countedFrom = null } = reported.get(component.id) ?? {};
        const told = JSON.stringify([dates.at(-1), countedFrom, uptime, days]);
        const before = known.get(component.id);
        if (before?.told === told) return [component.id, before.days];
        const now = { days: tellDays(dates, days, countedFrom), percent: uptime };
        known.set(component.id, { told, days: now });
        return [component.id, now];
      }),
    );
  }, [data, components, known]);
  return { ofComponents, ofGroups: useMemo(() => data && new Map(data.groups.map(({ id, uptime }) => [id, uptime])), [data]), error };
}
