"use client";

import { useRefresh } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { named } from "@/components/ui/format-names";
import { showToast } from "@/components/ui/toaster";
import { call } from "@/lib/http/api-client";

export function useRestoreComponent(): (component: { id: string; name: string }) => Promise<void> {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  return async ({ id, name }) => {
    await call("PATCH /v1/organizations/{orgID}/components/{componentID}", {
      params: { orgID, componentID: id },
      body: { archived: false },
    });
    await refresh();
    showToast(named`${name} was restored at the end of the list.`);
  };
}
