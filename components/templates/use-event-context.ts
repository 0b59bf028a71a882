import { useMemo } from "react";
import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import type { EventContext } from "./template-variables";

export function useEventContext(): EventContext {
  const { id: orgID, languages, time_zone: timeZone } = useOrganization();
  const { data: components } = useRead("GET /v1/organizations/{orgID}/components", {
    params: { orgID },
  });
  return useMemo(() => ({ components, languages, timeZone }), [components, languages, timeZone]);
}
