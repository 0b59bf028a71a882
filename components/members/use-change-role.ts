"use client";

import { useAttempt } from "@/components/data/use-attempt";
import { useRefresh } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { named } from "@/components/ui/names";
import { say } from "@/components/ui/toaster";
import { call } from "@/lib/http/client";
import type { Role } from "@/lib/roles";

/** Gives a member another role, and says so. */
export function useChangeRole(): (member: { id: string; name: string; role: Role }, to: Role) => Promise<void> {
  const { id: orgID } = useOrganization();
  const attempt = useAttempt();
  const refresh = useRefresh(orgID);
  return ({ id, name, role }, to) =>
    attempt(named`${name} is still ${role}`, async () => {
      await call("PATCH /v1/organizations/{orgID}/members/{userID}", { params: { orgID, userID: id }, body: { role: to } });
      await refresh();
      say(named`${name} is ${to} now.`);
    });
}
