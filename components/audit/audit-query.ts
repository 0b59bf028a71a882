import type { CallOptions } from "@/lib/http/api-client";
import { addDays, resolveLocalTime } from "@/lib/time/rules";

/**
 * `actor` is a kind of actor, `user:<ID>`, or `token:<ID>`. `since` and `until` are days.
 */
export const auditFilters = {
  q: null,
  actor: null,
  action: null,
  subject: null,
  since: null,
  until: null,
};
type AuditFilterValues = Partial<Record<keyof typeof auditFilters, string>>;

const PAGE_SIZE = "50";

type AuditQuery = NonNullable<CallOptions<"GET /v1/organizations/{orgID}/audit-log">["query"]>;

const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

const getDayStart = (day: string, timeZone: string): string | undefined =>
  resolveLocalTime(`${day}T00:00`, timeZone)?.at.toISOString();

export function toAuditQuery(
  { q, actor = "", action, subject, since = "", until = "" }: AuditFilterValues,
  timeZone = "UTC",
): AuditQuery {
  const [kind = "", id] = actor.split(":");
  return {
    limit: PAGE_SIZE,
    ...(q && { q }),
    ...(kind === "user" || kind === "token" || kind === "system" ? { actor: kind } : {}),
    ...(id && { actor_id: id }),
    ...(action && { action }),
    ...(subject && { subject_id: subject }),
    since: getDayStart(since, timeZone),
    until: isDay(until) ? getDayStart(addDays(until, 1), timeZone) : undefined,
  };
}
