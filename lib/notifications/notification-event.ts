import type { NamedComponent } from "@/lib/components/rules";
import type { TextFormat } from "@/lib/markdown/values";
import type { Translated } from "@/lib/translations/values";

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
  /** A member or an API token set the status of a component. */
  "component.updated",
  "test",
] as const;
export type EventKind = (typeof eventKinds)[number];

/** Returns the priority of an event's messages. Lower numbers are sent first. */
export function getPriority(kind: EventKind): number {
  if (kind.startsWith("maintenance.") || kind === "component.updated") return 3;
  if (kind === "incident.resolved" || kind === "incident.postmortem_published") return 2;
  return kind === "incident.updated" ? 1 : 0;
}

/**
 * Returns true for the kinds of events that never follow another event about the same incident or
 * maintenance.
 */
export const isFirstEvent = (kind: EventKind): boolean =>
  kind === "incident.created" || kind === "maintenance.scheduled" || kind === "test";

/**
 * An event that subscribers are notified of. Its payload is a copy of the text and statuses so
 * that later edits don't change the message.
 */
export type NotificationEvent = {
  kind: EventKind;
  organizationId: string;
  incidentId: string | null;
  maintenanceId: string | null;
  componentId?: string;
  updateId: string | null;
  createdAt: Date;
  payload: EventPayload;
};

export const pickNames = ({
  name,
  group = null,
  lang,
}: EventPayload["components"][number]): NamedComponent => ({ name, group, ...(lang && { lang }) });

export function getTopic({ incident, components }: EventPayload) {
  if (incident !== null) {
    const { id, title, status, lang } = incident;
    const names: NamedComponent = { name: title, group: null, lang: { name: lang?.title } };
    return { id, names, status };
  }
  const [component] = components as [EventPayload["components"][number]];
  return { id: component.id, names: pickNames(component), status: component.new_status };
}

export type Schedule = { scheduled_for?: string; scheduled_until?: string };

/** The incident or maintenance of an event. Times are ISO 8601 in UTC. */
export type EventIncident = Translated<"title"> &
  Schedule & {
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
    scheduled_remind_prior?: boolean;
    scheduled_auto_in_progress?: boolean;
    scheduled_auto_completed?: boolean;
    /** The URL on the status page, which is added before sending, because it can change. */
    url?: string;
  };

type EventText = Translated<"body"> & {
  body: string;
  /** Events of earlier releases have no format. */
  format?: TextFormat;
};

/**
 * The maximum number of characters of all updates of an event, and of all of its component
 * descriptions. The newest update is always included.
 */
export const EVENT_CHARACTERS = 100_000;

export type EventPayload = {
  /** The incident or maintenance, or null for an event about a component's status. */
  incident: EventIncident | null;
  /** The updates, newest first. */
  updates: (EventText & {
    id: string;
    status: string;
    created_at: string;
    updated_at: string;
    display_at?: string;
    notified?: boolean;
  })[];
  /** The affected components, with the status that visitors saw before and see after the event. */
  components: (Translated<"name" | "description" | "group"> & {
    id: string;
    name: string;
    /** The name of the component's group, which is added before sending. */
    group?: string | null;
    old_status: string;
    new_status: string;
    description?: string;
    position?: number;
    group_id?: string | null;
    start_date?: string | null;
    created_at?: string;
    updated_at?: string;
  })[];
  /** The impact or schedule in the previous event, which some subscribers may not have received. */
  before?: Schedule & { impact: string };
  /**
   * The title in the first notification about the incident or maintenance. The subjects of all
   * emails about it contain this title.
   */
  thread?: Translated<"title"> & { title: string };
  page?: { status_indicator: string; status_description: string };
  postmortem?: EventText & { published_at: string };
};
