"use client";

import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";

/** Counting is expensive. */
const EVERY_MS = 60_000;

export function useHasSubscribers(): boolean | undefined {
  const { id: orgID } = useOrganization();
  const { data } = useRead(
    "GET /v1/organizations/{orgID}/subscribers/summary",
    { params: { orgID } },
    { everyMs: EVERY_MS },
  );
  return (
    data && Object.values(data.channels).some(({ active, quarantined }) => active + quarantined > 0)
  );
}
