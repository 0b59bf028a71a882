import { useRead } from "@/components/data/use-read";

/** Counting is expensive, so the count refreshes less often than other data. */
const EVERY_MS = 30_000;

/**
 * Returns the number of emails that wait for an owner or admin to confirm their address, or
 * undefined while loading and if emails are not held.
 */
export function useHeldEmails(): number | undefined {
  const { data } = useRead("GET /v1/organizations/{orgID}/held-emails", {}, { everyMs: EVERY_MS });
  return data?.verified === false ? data.count : undefined;
}
