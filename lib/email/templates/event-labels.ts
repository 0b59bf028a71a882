import { joinNames } from "@/lib/components/rules";
import { removeUrls } from "@/lib/names";
import {
  type EventKind,
  type EventPayload,
  getTopic,
} from "@/lib/notifications/notification-event";
import type { EmailTexts } from "../email-texts";
import type { Tone } from "./email-theme";

/** Formats an unknown API value: `partial_outage` becomes `Partial outage`. */
function humanize(value: string): string {
  const words = value.replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

export const isMaintenanceEvent = (kind: EventKind): boolean => kind.startsWith("maintenance.");

export function getStatusLabel(texts: EmailTexts, status: string): string {
  const { component, incident, maintenance, postmortem } = texts;
  const labels: Record<string, string> = { ...component, ...incident, ...maintenance, postmortem };
  return labels[status] ?? humanize(status);
}

/**
 * Returns the fixed label of an event, or null if messages show the status of the incident or
 * component.
 */
export function getFixedLabel(texts: EmailTexts, kind: EventKind): string | null {
  if (kind === "incident.resolved") return texts.incident.resolved;
  if (kind === "incident.postmortem_published") return texts.postmortem;
  return (texts.labels as Partial<Record<EventKind, string>>)[kind] ?? null;
}

export const getEventStateLabel = (
  texts: EmailTexts,
  kind: EventKind,
  payload: EventPayload,
): string => getFixedLabel(texts, kind) ?? getStatusLabel(texts, getTopic(payload).status);

/**
 * Formats the subject of an email. It is the same for all emails of an incident or maintenance,
 * so that email clients group them in one thread.
 */
export function formatEventSubject(
  texts: EmailTexts,
  kind: EventKind,
  payload: EventPayload,
  organizationName: string,
): string {
  const { names, status } = getTopic(payload);
  const name = joinNames([{ ...names, name: payload.thread?.title ?? names.name }], (one) =>
    removeUrls(one, texts.untitled),
  );
  const parts =
    kind === "test"
      ? [texts.labels.test, name]
      : kind === "component.updated"
        ? [name, getStatusLabel(texts, status)]
        : isMaintenanceEvent(kind)
          ? [texts.maintenanceLabel, name]
          : [name];
  return `[${organizationName}] ${parts.join(texts.colon)}`;
}

const statusTones: Record<string, Tone> = {
  operational: "resolved",
  under_maintenance: "maintenance",
  degraded_performance: "minor",
  partial_outage: "major",
  major_outage: "critical",
};

export const getStatusTone = (status: string): Tone => statusTones[status] ?? "none";

export function getEventTone(kind: EventKind, { incident, components }: EventPayload): Tone {
  if (incident === null) return getStatusTone(components[0]!.new_status);
  const { status, impact } = incident;
  if (kind === "test") return "none";
  if (kind === "maintenance.completed" || status === "resolved" || status === "postmortem")
    return "resolved";
  if (isMaintenanceEvent(kind)) return "maintenance";
  return impact === "minor" || impact === "major" || impact === "critical" ? impact : "none";
}
