"use client";

import { useAction } from "@/components/data/use-action";
import { useRefresh } from "@/components/data/use-read";
import { createIdempotencyKey } from "@/components/forms/idempotency-key";
import { useOrganization } from "@/components/organizations/organization-context";
import { named } from "@/components/ui/format-names";
import { showToast } from "@/components/ui/toaster";
import { call } from "@/lib/http/api-client";
import type { Role } from "@/lib/roles";

export function useResendInvitation(): (email: string, role: Role) => Promise<void> {
  const { id: orgID } = useOrganization();
  const runAction = useAction();
  const refresh = useRefresh(orgID);
  return (email, role) =>
    runAction("Couldn’t resend the invitation", async () => {
      await call("POST /v1/organizations/{orgID}/invitations", {
        params: { orgID },
        body: { email, role },
        idempotencyKey: createIdempotencyKey(),
      });
      await refresh();
      showToast(named`Invitation resent to ${email}. It expires in 7 days.`);
    });
}
