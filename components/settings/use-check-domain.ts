"use client";

import { useAction } from "@/components/data/use-action";
import { useRefresh } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { showErrorToast, showToast } from "@/components/ui/toaster";
import { call } from "@/lib/http/api-client";

export function useCheckDomain(): (host: string) => Promise<void> {
  const { id: orgID } = useOrganization();
  const runAction = useAction();
  const refresh = useRefresh(orgID);
  return (host) =>
    runAction("Couldn’t check the domain", async () => {
      try {
        const { data } = await call("POST /v1/organizations/{orgID}/domain/verify", {
          params: { orgID },
        });
        if (data.problem === null) showToast(`${host} is verified.`);
        else showErrorToast(`Couldn’t verify ${host}`, data.problem);
      } finally {
        await refresh();
      }
    });
}
