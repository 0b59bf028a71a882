/** What subscribers hear of. */
export const eventKinds = [
  "incident.created",
  "incident.updated",
  "incident.resolved",
  "incident.reopened",
  "incident.postmortem_published",
  "maintenance.scheduled",
  "maintenance.started",
  "maintenance.updated",
  "maintenance.completed",
  "maintenance.rescheduled",
  "maintenance.cancelled",
  "maintenance.reminder",
  /** To one subscriber alone, to see whether messages arrive; nothing has happened. */
  "test",
] as const;
export type EventKind = (typeof eventKinds)[number];

/**
 * An event, complete: whatever a message needs is in it, so that a late retry sends the content of
 * that time,
 * without updates deleted since.
 * Times are ISO 8601 UTC.
 */
export type NotificationEvent = {
  kind: EventKind;
  organizationId: string;
  /** The incident that may be followed. */
  incidentId: string | null;
  /** The maintenance it tells of. */
  maintenanceId: string | null;
  /** The update it announces. */
  updateId: string | null;
  createdAt: Date;
  payload: EventPayload;
};

export type EventPayload = {
  incident: {
    id: string;
    organization_id: string;
    title: string;
    status: string;
    impact: string;
    started_at: string;
    resolved_at: string | null;
    created_at: string;
    updated_at: string;
    component_ids: string[];
    /** Of a maintenance. */
    scheduled_for?: string;
    scheduled_until?: string;
    /**
     * Absolute URL of its public page: added where a message is made, for that is where the page
     * stands by then.
     */
    url?: string;
  };
  /**
   * All updates up to this one, newest first. `display_at`: when it happened, where it was written
   * down later; `notified`: subscribers were to hear of it.
   */
  updates: {
    id: string;
    status: string;
    body: string;
    created_at: string;
    updated_at: string;
    display_at?: string;
    notified?: boolean;
  }[];
  /** The affected components with their effective status before and after. */
  components: {
    id: string;
    name: string;
    old_status: string;
    new_status: string;
    description?: string;
    position?: number;
    created_at?: string;
    updated_at?: string;
  }[];
  /** The page as a whole after the change, in the words of the public API v2. */
  page?: { status_indicator: string; status_description: string };
  /** Of `incident.postmortem_published`. */
  postmortem?: { body: string; published_at: string };
};
