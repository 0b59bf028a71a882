import type { CallOptions } from "@/lib/http/api-client";

/**
 * `actor` is a kind of actor, `user:<ID>`, or `token:<ID>`. `since` and `until` are days in the
 * browser's time zone.
 */
export const auditFilters = {
  q: null,
  actor: null,
  action: null,
  subject: null,
  since: null,
  until: null,
};
export type AuditFilterValues = Partial<Record<keyof typeof auditFilters, string>>;

const PAGE_SIZE = "50";

type AuditQuery = NonNullable<CallOptions<"GET /v1/organizations/{orgID}/audit-log">["query"]>;

function getDayStart(day: string | undefined, addedDays = 0): string | undefined {
  const [year, month, date] = (day ?? "").split("-").map(Number);
  if (!year || !month || !date) return undefined;
  const start = new Date(year, month - 1, date + addedDays);
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
}

export function toAuditQuery({
  q,
  actor = "",
  action,
  subject,
  since,
  until,
}: AuditFilterValues): AuditQuery {
  const [kind = "", id] = actor.split(":");
  return {
    limit: PAGE_SIZE,
    ...(q && { q }),
    ...(kind === "user" || kind === "token" || kind === "system" ? { actor: kind } : {}),
    ...(id && { actor_id: id }),
    ...(action && { action }),
    ...(subject && { subject_id: subject }),
    since: getDayStart(since),
    until: getDayStart(until, 1),
  };
}
