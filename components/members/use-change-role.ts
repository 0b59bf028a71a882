"use client";

import { useAction } from "@/components/data/use-action";
import { useRefresh } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { named } from "@/components/ui/format-names";
import { showToast } from "@/components/ui/toaster";
import { call } from "@/lib/http/api-client";
import { type Role, withArticle } from "@/lib/roles";

export function useChangeRole(): (
  member: { id: string; name: string; role: Role },
  to: Role,
) => Promise<void> {
  const { id: orgID } = useOrganization();
  const runAction = useAction();
  const refresh = useRefresh(orgID);
  return ({ id, name }, to) =>
    runAction(named`Couldn’t change the role of ${name}`, async () => {
      await call("PATCH /v1/organizations/{orgID}/members/{userID}", {
        params: { orgID, userID: id },
        body: { role: to },
      });
      await refresh();
      showToast(named`${name} is now ${withArticle(to)}.`);
    });
}
