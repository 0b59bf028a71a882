/** What subscribers are notified of. */
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
  /** A test message to one subscriber. */
  "test",
] as const;
export type EventKind = (typeof eventKinds)[number];

/** Deliveries of a lower number are sent first: incidents created, updated, resolved, maintenance. */
export function getPriority(kind: EventKind): number {
  if (kind.startsWith("maintenance.")) return 3;
  if (kind === "incident.resolved" || kind === "incident.postmortem_published") return 2;
  return kind === "incident.updated" ? 1 : 0;
}

/** An event with everything that a message needs, so that a late retry sends the same content. */
export type NotificationEvent = {
  kind: EventKind;
  organizationId: string;
  incidentId: string | null;
  maintenanceId: string | null;
  /** The update it announces. */
  updateId: string | null;
  createdAt: Date;
  payload: EventPayload;
};

/** Times are ISO 8601 in UTC. */
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
    /** Absolute URL of its public page. Added when a message is created, because it can change. */
    url?: string;
  };
  /** All updates up to this one, newest first. */
  updates: {
    id: string;
    status: string;
    body: string;
    created_at: string;
    updated_at: string;
    /** When it happened, if it was reported later. */
    display_at?: string;
    /** Whether subscribers were notified of it. */
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
    /** Added when a message is created, like the URL. */
    group_id?: string | null;
    start_date?: string | null;
    created_at?: string;
    updated_at?: string;
  }[];
  /** The status of the page after the change, as in the public API v2. */
  page?: { status_indicator: string; status_description: string };
  /** Of `incident.postmortem_published`. */
  postmortem?: { body: string; published_at: string };
};
