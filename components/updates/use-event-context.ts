import { useMemo } from "react";
import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import type { ComponentResponse } from "@/lib/http/api-client";
import type { Language } from "@/lib/organizations/values";

/** The data for replacing variables in a new incident or maintenance. */
export type EventContext = {
  /** Undefined while loading. */
  components: readonly ComponentResponse[] | undefined;
  languages: readonly Language[];
  timeZone: string;
};

export function useEventContext(): EventContext {
  const { languages, time_zone: timeZone } = useOrganization();
  const { data: components } = useRead("GET /v1/organizations/{orgID}/components");
  return useMemo(() => ({ components, languages, timeZone }), [components, languages, timeZone]);
}
