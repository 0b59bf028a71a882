"use client";

import { usePathname, useSearchParams } from "next/navigation";
import type { Options } from "@/lib/http/client";

const keys = ["actor", "action", "subject", "since", "until"] as const;

/** As many as are looked at at once. */
const PAGE = "50";

/** As it stands in the address. `actor` is a kind, or `user:…` and `token:…` for one of them; the days are the reader's own. */
export type AuditFilter = Partial<Record<(typeof keys)[number], string>>;

/** The filter of the address: a link to what was found finds it again. */
export function useAuditFilter() {
  const pathname = usePathname();
  const query = useSearchParams();
  const filter: AuditFilter = Object.fromEntries(keys.flatMap((key) => (query.get(key) ? [[key, query.get(key)!]] : [])));
  const go = (next: AuditFilter) => {
    const params = new URLSearchParams(Object.entries(next).filter(([, value]) => value));
    window.history.replaceState(null, "", params.size > 0 ? `${pathname}?${params}` : pathname);
  };
  return { filter, set: (change: AuditFilter) => go({ ...filter, ...change }), clear: () => go({}), isEmpty: Object.keys(filter).length === 0 };
}

type AuditQuery = NonNullable<Options<"GET /v1/organizations/{orgID}/audit-log">["query"]>;

/** The beginning of a day here, so many days later, as the API is asked for it. */
function dayStart(day: string | undefined, later = 0): string | undefined {
  const [year, month, date] = (day ?? "").split("-").map(Number);
  if (!year || !month || !date) return undefined;
  const start = new Date(year, month - 1, date + later);
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
}

export function queryOf({ actor = "", action, subject, since, until }: AuditFilter): AuditQuery {
  const [kind = "", id] = actor.split(":");
  return {
    limit: PAGE,
    ...(kind === "user" || kind === "token" || kind === "system" ? { actor: kind } : {}),
    ...(id && { actor_id: id }),
    ...(action && { action }),
    ...(subject && { subject_id: subject }),
    since: dayStart(since),
    until: dayStart(until, 1),
  };
}
