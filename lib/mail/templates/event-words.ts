import type { EventKind, EventPayload } from "@/lib/notifications/events";
import type { Tone } from "./theme";

type Incident = EventPayload["incident"];

/** A word of the interface for people: `partial_outage` becomes `Partial outage`. */
export function asWords(value: string): string {
  const words = value.replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

export const isMaintenance = (kind: EventKind): boolean => kind.startsWith("maintenance.");

type Kind = {
  /** The state, in one or two words; null: the incident's status. */
  label: string | null;
  sentence: string;
};

const kinds: Record<EventKind, Kind> = {
  "incident.created": { label: null, sentence: "A new incident has been reported." },
  "incident.updated": { label: null, sentence: "There is an update on this incident." },
  "incident.resolved": { label: "Resolved", sentence: "This incident has been resolved." },
  "incident.reopened": { label: "Reopened", sentence: "This incident has been opened again." },
  "incident.postmortem_published": { label: "Postmortem", sentence: "The postmortem of this incident has been published." },
  "maintenance.scheduled": { label: "Maintenance scheduled", sentence: "Maintenance has been scheduled." },
  "maintenance.started": { label: "Maintenance started", sentence: "The scheduled maintenance has begun." },
  "maintenance.updated": { label: "Maintenance update", sentence: "There is an update on this maintenance." },
  "maintenance.completed": { label: "Maintenance completed", sentence: "The scheduled maintenance has been completed." },
  "maintenance.rescheduled": { label: "Maintenance rescheduled", sentence: "The times of this maintenance have changed." },
  "maintenance.cancelled": { label: "Maintenance cancelled", sentence: "This maintenance has been cancelled." },
  test: { label: "Test", sentence: "This is a test message. Nothing has happened." },
  "maintenance.reminder": { label: "Maintenance soon", sentence: "Scheduled maintenance is about to begin." },
};

/** The state that the event tells of, in one or two words. */
export const labelOf = (kind: EventKind, incident: Incident): string => kinds[kind].label ?? asWords(incident.status);
/** What happened, in one sentence. */
export const sentenceOf = (kind: EventKind): string => kinds[kind].sentence;
export const subjectOf = (kind: EventKind, incident: Incident, organizationName: string): string =>
  `[${organizationName}] ${labelOf(kind, incident)}: ${incident.title}`;

const impactTones: Record<string, Tone> = { none: "neutral", minor: "warning", major: "serious", critical: "critical" };
const statusTones: Record<string, Tone> = {
  operational: "good",
  degraded_performance: "warning",
  partial_outage: "serious",
  major_outage: "critical",
  under_maintenance: "notice",
};

export function toneOf(kind: EventKind, incident: Incident): Tone {
  if (kind === "incident.resolved" || kind === "maintenance.completed") return "good";
  if (kind === "test" || kind === "incident.postmortem_published" || kind === "maintenance.cancelled") return "neutral";
  return isMaintenance(kind) ? "notice" : (impactTones[incident.impact] ?? "neutral");
}

export const statusTone = (status: string): Tone => statusTones[status] ?? "neutral";
