import { useState } from "react";
import { useRead } from "@/components/data/use-read";
import type { ResponseBody } from "@/lib/http/api-client";
import type { Role } from "@/lib/roles";

export type ExpiredInvitation = Pick<
  ResponseBody<"GET /v1/organizations/{orgID}/invitations">[number],
  "id" | "email" | "role" | "expires_at"
>;

const SHOWN_DAYS = 30;
const DAY_MS = 86_400_000;

const EVERY_MS = 60_000;

/**
 * Returns invitations of the last 30 days that have expired: only the newest for each email address,
 * and all links. Omits email addresses in `excluded`.
 */
export function useExpiredInvitations(
  orgID: string | null,
  excluded: readonly { email: string | null }[],
): ExpiredInvitation[] {
  const [since] = useState(() => new Date(Date.now() - SHOWN_DAYS * DAY_MS).toISOString());
  const { data: entries = [] } = useRead(
    "GET /v1/organizations/{orgID}/audit-log",
    orgID === null ? null : { params: { orgID }, query: { action: "invitation", since } },
    { everyMs: EVERY_MS },
  );
  const [now] = useState(() => Date.now());
  const ended = new Set(
    entries.flatMap(({ action, subject }) => (action === "invitation.created" ? [] : [subject.id])),
  );
  const found = new Map<string, ExpiredInvitation>();
  for (const { action, after, subject } of entries) {
    const { email = null, role, expires_at } = (after ?? {}) as Partial<ExpiredInvitation>;
    const to = email ?? subject.id;
    if (
      action !== "invitation.created" ||
      !role ||
      !expires_at ||
      found.has(to) ||
      ended.has(subject.id)
    )
      continue;
    if (Date.parse(expires_at) <= now)
      found.set(to, { id: subject.id, email, role: role as Role, expires_at });
  }
  const known = new Set(excluded.map(({ email }) => email));
  return [...found.values()].filter(({ email }) => email === null || !known.has(email));
}
