import type { EventPayload } from "@/lib/notifications/events";

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
