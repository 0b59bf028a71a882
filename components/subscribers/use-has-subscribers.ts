"use client";

import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";

const EVERY_MS = 60_000;

export function useSubscriberSummary() {
  const { id: orgID } = useOrganization();
  const { data } = useRead(
    "GET /v1/organizations/{orgID}/subscribers/summary",
    { params: { orgID } },
    { everyMs: EVERY_MS },
  );
  return data;
}

export function useHasSubscribers(): boolean | undefined {
  const data = useSubscriberSummary();
  return (
    data && Object.values(data.channels).some(({ active, quarantined }) => active + quarantined > 0)
  );
}
