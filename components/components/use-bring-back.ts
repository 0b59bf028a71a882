"use client";

import { useRefresh } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { named } from "@/components/ui/names";
import { say } from "@/components/ui/toaster";
import { call } from "@/lib/http/client";

/** Brings an archived component back to the page, and says so; rejects with why it could not be. */
export function useBringBack(): (component: { id: string; name: string }) => Promise<void> {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  return async ({ id, name }) => {
    await call("PATCH /v1/organizations/{orgID}/components/{componentID}", { params: { orgID, componentID: id }, body: { archived: false } });
    await refresh();
    say(named`${name} is back, at the end.`);
  };
}
