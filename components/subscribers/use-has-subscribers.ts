import { useRead } from "@/components/data/use-read";

const EVERY_MS = 60_000;

export function useSubscriberSummary() {
  const { data } = useRead(
    "GET /v1/organizations/{orgID}/subscribers/summary",
    {},
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
