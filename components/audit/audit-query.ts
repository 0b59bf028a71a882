import type { Options } from "@/lib/http/client";

/** What the log is narrowed by in the address. `actor` is a kind, or `user:…` and `token:…` for one of them; the days are the reader's own. */
export const auditFilters = { actor: null, action: null, subject: null, since: null, until: null };
export type AuditFilter = Partial<Record<keyof typeof auditFilters, string>>;

/** As many as are looked at at once. */
const PAGE = "50";

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
