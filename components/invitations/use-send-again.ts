"use client";

import { useAttempt } from "@/components/data/use-attempt";
import { useRefresh } from "@/components/data/use-read";
import { newIdempotencyKey } from "@/components/forms/idempotency-key";
import { useOrganization } from "@/components/organizations/organization-context";
import { named } from "@/components/ui/names";
import { say } from "@/components/ui/toaster";
import { call } from "@/lib/http/client";
import type { Role } from "@/lib/roles";

/** Invites an address anew with the same role: the invitation before it, if it still holds, is replaced. */
export function useSendAgain(): (email: string, role: Role) => Promise<void> {
  const { id: orgID } = useOrganization();
  const attempt = useAttempt();
  const refresh = useRefresh(orgID);
  return (email, role) =>
    attempt("The invitation was not sent again", async () => {
      await call("POST /v1/organizations/{orgID}/invitations", { params: { orgID }, body: { email, role }, idempotencyKey: newIdempotencyKey() });
      await refresh();
      say(named`${email} is invited again, for 7 days.`);
    });
}
