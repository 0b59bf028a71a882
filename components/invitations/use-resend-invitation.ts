import { useAction } from "@/components/data/use-action";
import { createIdempotencyKey } from "@/components/forms/idempotency-key";
import { useOrganization } from "@/components/organizations/organization-context";
import { named } from "@/components/ui/format-names";
import { showToast } from "@/components/ui/toaster";
import type { Role } from "@/lib/roles";

export function useResendInvitation(): (email: string, role: Role) => Promise<void> {
  const { call, refresh } = useOrganization();
  const runAction = useAction();
  return (email, role) =>
    runAction("Couldn’t resend the invitation", async () => {
      await call("POST /v1/organizations/{orgID}/invitations", {
        body: { email, role },
        idempotencyKey: createIdempotencyKey(),
      });
      await refresh();
      showToast(named`Invitation resent to ${email}. It expires in 7 days.`);
    });
}
