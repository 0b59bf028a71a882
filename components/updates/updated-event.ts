import type { IncidentResponse, MaintenanceResponse } from "@/lib/http/api-client";
import type { Subject } from "@/lib/updates/values";

/** An incident or maintenance that updates are posted to. */
export type UpdatedEvent = IncidentResponse | MaintenanceResponse;

export const getSubject = (event: UpdatedEvent): Subject => ({
  kind: "impact" in event ? "incident" : "maintenance",
  id: event.id,
});

/**
 * Returns the name of an update's draft, which the update panel shares with the screen of the
 * incident or maintenance.
 */
export const getUpdateDraft = ({ kind, id }: Subject, action: string) => `${kind}-${action}-${id}`;
