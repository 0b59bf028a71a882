import { toOneLine, removeUrls } from "@/lib/names";
import type { EventKind, EventPayload } from "./events";

/** Selects colors and icons. */
export type Tone = "none" | "minor" | "major" | "critical" | "maintenance" | "resolved";

/** The texts of an event for chat channels. All but `body` are single lines; nothing is escaped. */
export type Words = {
  /** `[Acme] Major incident: API is down — Investigating` */
  subject: string;
  /** Without the organization and the status: `Major incident: API is down`. */
  headline: string;
  /** `Investigating` */
  status: string;
  /** Of a maintenance: `2026-11-21 02:00 UTC to 2026-11-21 04:00 UTC`. */
  when: string | null;
  /** The newest update or the postmortem; may be empty. */
  body: string;
  /** One per affected component: `API: Operational → Major outage`. */
  components: string[];
  tone: Tone;
};

/** Characters (UTF-16 units) in a subject. */
export const SUBJECT_LENGTH = 200;
const SUBJECT_NAME_LENGTH = 50;

const impactLabels: Record<string, string> = {
  minor: "Minor incident",
  major: "Major incident",
  critical: "Critical incident",
};
const labels: Record<EventKind, string | null> = {
  "incident.created": null,
  "incident.updated": null,
  "incident.resolved": "Resolved",
  "incident.reopened": "Reopened",
  "incident.postmortem_published": "Postmortem",
  "maintenance.scheduled": "Maintenance scheduled",
  "maintenance.started": "Maintenance started",
  "maintenance.updated": "Maintenance update",
  "maintenance.completed": "Maintenance completed",
  "maintenance.rescheduled": "Maintenance rescheduled",
  "maintenance.cancelled": "Maintenance canceled",
  "maintenance.reminder": "Maintenance reminder",
  test: "Test",
};
/** Kinds whose label does not include the status. */
const needsStatus: ReadonlySet<EventKind> = new Set<EventKind>([
  "incident.created",
  "incident.updated",
  "incident.reopened",
  "maintenance.updated",
]);

/** Returns the texts of an event. */
export function messageWordsOf(
  { kind, payload }: { kind: EventKind; payload: EventPayload },
  organization: { name: string; timeZone?: string },
): Words {
  const { incident, updates, components, postmortem } = payload;
  const label = labels[kind] ?? impactLabels[incident.impact] ?? "Incident";
  const title = removeUrls(incident.title, "Untitled");
  const status = kind === "test" ? "Test message" : humanize(incident.status);
  return {
    subject: subjectOf(
      removeUrls(organization.name, "Status page"),
      label,
      title,
      needsStatus.has(kind) ? status : "",
    ),
    headline: `${label}: ${title}`,
    status,
    when: spanOf(incident.scheduled_for, incident.scheduled_until, organization.timeZone),
    body:
      (kind === "incident.postmortem_published" ? postmortem?.body : undefined) ??
      updates[0]?.body ??
      "",
    components: components.map(({ name, old_status, new_status }) => {
      const change =
        old_status === new_status
          ? humanize(new_status)
          : `${humanize(old_status)} → ${humanize(new_status)}`;
      return `${removeUrls(name, "Component")}: ${change}`;
    }),
    tone: toneOf(kind, incident),
  };
}

function subjectOf(name: string, label: string, title: string, status: string): string {
  const before = `[${shorten(name, SUBJECT_NAME_LENGTH)}] ${label}: `;
  const after = status === "" ? "" : ` — ${shorten(status, SUBJECT_NAME_LENGTH)}`;
  return before + shorten(title, SUBJECT_LENGTH - before.length - after.length) + after;
}

function toneOf(kind: EventKind, { status, impact }: EventPayload["incident"]): Tone {
  if (kind === "test") return "none";
  if (kind === "maintenance.completed" || status === "resolved" || status === "postmortem")
    return "resolved";
  if (kind.startsWith("maintenance.")) return "maintenance";
  return impact === "minor" || impact === "major" || impact === "critical" ? impact : "none";
}

/** `degraded_performance` → `Degraded performance` */
function humanize(word: string): string {
  // Stored values use British spelling, messages American.
  const text = toOneLine(word.replaceAll("_", " ").replace("cancelled", "canceled"));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function spanOf(from?: string, until?: string, timeZone?: string): string | null {
  if (from === undefined) return null;
  const start = formatTime(from, timeZone);
  return until === undefined ? start : `${start} to ${formatTime(until, timeZone)}`;
}

/** `2026-11-21 02:00 UTC` */
export function formatTime(iso: string, timeZone = "UTC"): string {
  const format = new Intl.DateTimeFormat("sv-SE", {
    dateStyle: "short",
    timeStyle: "short",
    timeZone,
  });
  const zone = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "short" })
    .formatToParts(new Date(iso))
    .find(({ type }) => type === "timeZoneName")?.value;
  return `${format.format(new Date(iso))} ${zone ?? "UTC"}`;
}

/** Cut to at most `length` UTF-16 units, with an ellipsis, never through a surrogate pair. */
function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = text.slice(0, length - 1);
  return `${(start.isWellFormed() ? start : start.slice(0, -1)).trimEnd()}…`;
}
