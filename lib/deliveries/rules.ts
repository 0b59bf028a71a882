import type { EventPayload } from "@/lib/notifications/events";

/** How many deliveries are in a state, of a channel. */
export type DeliveryCount = { state: string; channel: string; count: number };

/** Counts of the same state and channel together, in the order of their names. */
export function addCounts(counts: readonly DeliveryCount[]): DeliveryCount[] {
  const sums = new Map<string, DeliveryCount>();
  for (const { state, channel, count } of counts) {
    const key = `${state} ${channel}`;
    sums.set(key, { state, channel, count: count + (sums.get(key)?.count ?? 0) });
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
}

/** The counts that an event keeps of deliveries that were deleted. */
export const readCounts = (kept: string | null): DeliveryCount[] => (kept === null ? [] : (JSON.parse(kept) as DeliveryCount[]));

type Test = { organizationId: string; incidentId: string; updateId: string; at: Date; page: NonNullable<EventPayload["page"]> };

/** What a test message tells of: an incident that is over, affects nothing, and says of itself that it is none. */
export function testPayload({ organizationId, incidentId, updateId, at, page }: Test): EventPayload {
  const time = at.toISOString();
  const body = "This is a test. Nothing has happened, and there is nothing to do: it shows that messages from this status page arrive here.";
  return {
    incident: {
      id: incidentId,
      organization_id: organizationId,
      title: "A test message",
      status: "resolved",
      impact: "none",
      started_at: time,
      resolved_at: time,
      created_at: time,
      updated_at: time,
      component_ids: [],
    },
    updates: [{ id: updateId, status: "resolved", body, created_at: time, updated_at: time }],
    components: [],
    page,
  };
}
