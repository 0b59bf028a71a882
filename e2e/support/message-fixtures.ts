import type { Channel, NotificationMessage } from "@/lib/notifications/channel";
import type { Language } from "@/lib/organizations/values";
import type {
  EventIncident,
  EventKind,
  EventPayload,
} from "@/lib/notifications/notification-event";

type IncidentEventKind = Exclude<EventKind, "component.updated">;

type State = { status: string; impact?: string; body: string; statuses?: [string, string] };

/** By default, `impact` is "maintenance", and no component's status changes. */
const states: Record<IncidentEventKind, State> = {
  "incident.created": {
    status: "investigating",
    impact: "major",
    body: "We see errors. More at https://acme.example/a_b?x=1&y=2.",
    statuses: ["operational", "partial_outage"],
  },
  "incident.updated": {
    status: "identified",
    impact: "critical",
    body: "A disk is full.",
    statuses: ["partial_outage", "major_outage"],
  },
  "incident.resolved": {
    status: "resolved",
    impact: "critical",
    body: "This incident has been resolved.",
    statuses: ["major_outage", "operational"],
  },
  "incident.reopened": {
    status: "investigating",
    impact: "minor",
    body: "The errors are back.",
    statuses: ["operational", "degraded_performance"],
  },
  "incident.postmortem_published": {
    status: "resolved",
    impact: "critical",
    body: "This incident has been resolved.",
  },
  "maintenance.scheduled": { status: "scheduled", body: "We are replacing disks." },
  "maintenance.started": {
    status: "in_progress",
    body: "The maintenance has started.",
    statuses: ["operational", "under_maintenance"],
  },
  "maintenance.updated": {
    status: "verifying",
    body: "We are checking the new disks.",
    statuses: ["under_maintenance", "under_maintenance"],
  },
  "maintenance.completed": {
    status: "completed",
    body: "All disks are replaced.",
    statuses: ["under_maintenance", "operational"],
  },
  "maintenance.rescheduled": { status: "scheduled", body: "The maintenance starts a day later." },
  "maintenance.cancelled": { status: "cancelled", body: "" },
  test: { status: "resolved", impact: "none", body: "This is a test." },
  "maintenance.reminder": { status: "scheduled", body: "We are replacing disks." },
};

/** The status of the message's earlier update, for events that have one. */
const earlierStatuses: Partial<Record<IncidentEventKind, string>> = {
  "incident.updated": "investigating",
  "incident.resolved": "monitoring",
  "incident.reopened": "resolved",
  "incident.postmortem_published": "monitoring",
  "maintenance.started": "scheduled",
  "maintenance.updated": "in_progress",
  "maintenance.completed": "verifying",
  "maintenance.rescheduled": "scheduled",
  "maintenance.cancelled": "scheduled",
};
const earlierMessages: Record<string, string> = {
  investigating: "We see errors.",
  monitoring: "We are monitoring the fix.",
  resolved: "This incident has been resolved.",
  scheduled: "We are replacing disks.",
  in_progress: "The maintenance has started.",
  verifying: "We are checking the new disks.",
};

const schedule = (day: number) => ({
  scheduled_for: `2026-11-${day}T02:00:00.000Z`,
  scheduled_until: `2026-11-${day}T04:00:00.000Z`,
});

const createUpdate = (id: string, status: string, body: string, at: string) => ({
  id,
  status,
  body,
  created_at: at,
  updated_at: at,
});

export function buildPayload(
  kind: IncidentEventKind,
  title?: string,
): EventPayload & { incident: EventIncident };
export function buildPayload(kind: EventKind, title?: string): EventPayload;
export function buildPayload(kind: EventKind, title = "API is down"): EventPayload {
  if (kind === "component.updated") {
    const component = { id: "cmp-1", name: "API", group: "Europe", position: 1 };
    const at = { created_at: "2026-11-01T06:00:00.000Z", updated_at: "2026-11-20T06:30:00.000Z" };
    const statuses = { old_status: "operational", new_status: "degraded_performance" };
    return {
      incident: null,
      updates: [],
      components: [{ ...component, description: "api.acme.example", ...statuses, ...at }],
      page: { status_indicator: "minor", status_description: "Partially Degraded Service" },
    };
  }
  const {
    status,
    impact = "maintenance",
    body,
    statuses = ["operational", "operational"],
  } = states[kind];
  const planned = kind.startsWith("maintenance.");
  const earlier = earlierStatuses[kind];
  const ended = status === "resolved" || status === "completed";
  return {
    incident: {
      id: "inc-1",
      organization_id: "acme",
      title: planned ? "New disks" : title,
      status,
      impact,
      started_at: "2026-11-20T06:00:00.000Z",
      resolved_at: ended ? "2026-11-20T06:30:00.000Z" : null,
      created_at: "2026-11-20T06:00:00.000Z",
      updated_at: "2026-11-20T06:30:00.000Z",
      component_ids: ["cmp-1", "cmp-2"],
      ...(planned && schedule(kind === "maintenance.rescheduled" ? 22 : 21)),
    },
    updates: [
      ...(body === "" ? [] : [createUpdate("upd-2", status, body, "2026-11-20T06:30:00.000Z")]),
      ...(earlier === undefined
        ? []
        : [createUpdate("upd-1", earlier, earlierMessages[earlier]!, "2026-11-20T06:00:00.000Z")]),
    ],
    components: [
      {
        ...{ id: "cmp-1", name: "API", group: "Europe" },
        ...{ old_status: statuses[0], new_status: statuses[1] },
      },
      { id: "cmp-2", name: "Search", old_status: "operational", new_status: "operational" },
    ],
    ...(kind === "incident.updated" && { before: { impact: "major" } }),
    ...(kind === "maintenance.rescheduled" && { before: { impact, ...schedule(21) } }),
    ...(kind === "incident.created" && {
      page: { status_indicator: "major", status_description: "Partial System Outage" },
    }),
    ...(kind === "incident.postmortem_published" && {
      postmortem: {
        body: "What happened:\n\n1. A disk was full.",
        published_at: "2026-11-22T10:00:00.000Z",
      },
    }),
  };
}

export function buildMessage(
  channel: Channel,
  kind: EventKind,
  {
    address = "http://127.0.0.1:1/",
    secrets = [] as string[],
    payload = buildPayload(kind) as EventPayload,
    name = "Acme",
    language = "en" as Language,
  } = {},
): NotificationMessage {
  return {
    id: "dlv-1",
    event: {
      ...{ id: "evt-1", kind, language, payload },
      createdAt: new Date("2026-11-20T06:30:00.000Z"),
    },
    organization: { id: "acme", name, url: "https://status.acme.example" },
    subscriber: {
      id: "sub-1",
      channel,
      address,
      secrets,
      links: {
        manage: "https://status.acme.example/manage?token=m",
        unsubscribe: "https://status.acme.example/unsubscribe?token=u",
      },
      isSelfService: false,
    },
    now: new Date("2026-11-20T06:30:05.500Z"),
  };
}
