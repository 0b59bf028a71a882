import type { EventPayload } from "@/lib/notifications/events";

/** Pseudo-state in counts: pending deliveries whose attempts have failed so far. */
export const FAILING = "failing";

/** Number of deliveries of a channel in a state (or {@link FAILING}). */
export type DeliveryCount = { state: string; channel: string; count: number };

/** Sums counts of the same state and channel, sorted by both. */
export function mergeCounts(counts: readonly DeliveryCount[]): DeliveryCount[] {
  const sums = new Map<string, DeliveryCount>();
  for (const { state, channel, count } of counts) {
    const key = `${state} ${channel}`;
    sums.set(key, { state, channel, count: count + (sums.get(key)?.count ?? 0) });
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
}

/** Parses the counts that an event keeps of its deleted deliveries. */
export const parseCounts = (kept: string | null): DeliveryCount[] =>
  kept === null ? [] : (JSON.parse(kept) as DeliveryCount[]);

type TestMessage = {
  organizationId: string;
  incidentId: string;
  updateId: string;
  at: Date;
  page: NonNullable<EventPayload["page"]>;
};

/** Returns the payload of a test message: a resolved incident that affects nothing. */
export function buildTestPayload({
  organizationId,
  incidentId,
  updateId,
  at,
  page,
}: TestMessage): EventPayload {
  const time = at.toISOString();
  const body =
    "This is a test. Nothing has happened, and you don't need to do anything. Notifications " +
    "from this status page arrive here.";
  return {
    incident: {
      id: incidentId,
      organization_id: organizationId,
      title: "Test message",
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
