import { removeUrls } from "@/lib/names";
import type { EventKind, EventPayload } from "@/lib/notifications/events";
import type { EmailTone } from "./theme";

type Incident = EventPayload["incident"];

/** Formats an API value for people: `partial_outage` becomes `Partial outage`. */
export function humanize(value: string): string {
  const words = value.replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

export const isMaintenanceEvent = (kind: EventKind): boolean => kind.startsWith("maintenance.");

type EventText = {
  /** The state in one or two words. Null: the incident's status. */
  label: string | null;
  sentence: string;
};

const eventTexts: Record<EventKind, EventText> = {
  "incident.created": { label: null, sentence: "A new incident has been reported." },
  "incident.updated": { label: null, sentence: "There is an update on this incident." },
  "incident.resolved": { label: "Resolved", sentence: "This incident has been resolved." },
  "incident.reopened": { label: "Reopened", sentence: "This incident has been reopened." },
  "incident.postmortem_published": {
    label: "Postmortem",
    sentence: "The postmortem of this incident has been published.",
  },
  "maintenance.scheduled": {
    label: "Maintenance scheduled",
    sentence: "Maintenance has been scheduled.",
  },
  "maintenance.started": {
    label: "Maintenance started",
    sentence: "The scheduled maintenance has started.",
  },
  "maintenance.updated": {
    label: "Maintenance update",
    sentence: "There is an update on this maintenance.",
  },
  "maintenance.completed": {
    label: "Maintenance completed",
    sentence: "The scheduled maintenance has been completed.",
  },
  "maintenance.rescheduled": {
    label: "Maintenance rescheduled",
    sentence: "This maintenance has been rescheduled.",
  },
  "maintenance.cancelled": {
    label: "Maintenance canceled",
    sentence: "This maintenance has been canceled.",
  },
  test: { label: "Test", sentence: "This is a test message. No incident has occurred." },
  "maintenance.reminder": {
    label: "Maintenance starting soon",
    sentence: "Scheduled maintenance is about to start.",
  },
};

/** The state after the event, in one or two words. */
export const getEventLabel = (kind: EventKind, incident: Incident): string =>
  eventTexts[kind].label ?? humanize(incident.status);
/** Describes the event in one sentence. */
export const getEventSentence = (kind: EventKind): string => eventTexts[kind].sentence;
/** The same for all emails of an incident, so that email programs show them as one thread. */
export function formatEventSubject(
  kind: EventKind,
  incident: Incident,
  organizationName: string,
): string {
  const prefix = kind === "test" ? "Test: " : isMaintenanceEvent(kind) ? "Maintenance: " : "";
  return `[${organizationName}] ${prefix}${removeUrls(incident.title, "Untitled")}`;
}

const impactTones: Record<string, EmailTone> = {
  none: "neutral",
  minor: "warning",
  major: "serious",
  critical: "critical",
};
const statusTones: Record<string, EmailTone> = {
  operational: "good",
  degraded_performance: "warning",
  partial_outage: "serious",
  major_outage: "critical",
  under_maintenance: "notice",
};

export function getEventTone(kind: EventKind, incident: Incident): EmailTone {
  if (kind === "incident.resolved" || kind === "maintenance.completed") return "good";
  if (
    kind === "test" ||
    kind === "incident.postmortem_published" ||
    kind === "maintenance.cancelled"
  )
    return "neutral";
  return isMaintenanceEvent(kind) ? "notice" : (impactTones[incident.impact] ?? "neutral");
}

export const getStatusTone = (status: string): EmailTone => statusTones[status] ?? "neutral";
