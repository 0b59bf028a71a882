"use client";

import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";

/** Counting is expensive, so the counts refresh less often than other data. */
export const COUNT_EVERY_MS = 15_000;

export function useDeliverySummary() {
  const { id: orgID } = useOrganization();
  return useRead(
    "GET /v1/organizations/{orgID}/deliveries/summary",
    { params: { orgID } },
    { everyMs: COUNT_EVERY_MS },
  );
}
