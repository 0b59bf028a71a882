import { joinNames } from "@/lib/components/rules";
import { getEmailTexts, type EmailTexts } from "@/lib/email/email-texts";
import { getEventTone, getFixedLabel, getStatusLabel } from "@/lib/email/templates/event-labels";
import type { Impact } from "@/lib/incidents/values";
import type { FormattedText } from "@/lib/markdown/values";
import { fillPhrase } from "@/lib/public/page/page-texts";
import { removeUrls } from "@/lib/names";
import type { Language } from "@/lib/organizations/values";
import { clipText } from "./channels/clip";
import {
  type EventKind,
  type EventPayload,
  getTopic,
  pickNames,
  type Schedule,
} from "./notification-event";

export const SUBJECT_LENGTH = 200;
const SUBJECT_NAME_LENGTH = 50;

/** The kinds of events for which the status is appended to the subject. */
const kindsWithStatus: ReadonlySet<EventKind> = new Set<EventKind>([
  "incident.created",
  "incident.updated",
  "incident.reopened",
  "maintenance.updated",
]);

/** Unescaped text for chat channels. All fields except `message` are single lines. */
export function getMessageTexts(
  { kind, payload, language }: { kind: EventKind; payload: EventPayload; language: Language },
  organization: { name: string; url: string; timeZone?: string },
) {
  const { incident, updates, components, postmortem } = payload;
  const texts = getEmailTexts(language, organization.timeZone);
  const topic = getTopic(payload);
  const status = kind === "test" ? texts.testMessage : getStatusLabel(texts, topic.status);
  const fallback = incident === null ? texts.tableComponent : texts.untitled;
  const name = joinNames([topic.names], (one) => removeUrls(one, fallback));
  const kindLabel =
    incident &&
    (getFixedLabel(texts, kind) ??
      texts.incidentOfImpact[incident.impact as Impact] ??
      texts.incidentLabel);
  const [label, title] = kindLabel === null ? [name, status] : [kindLabel, name];
  const message: FormattedText = (kind === "incident.postmortem_published"
    ? postmortem
    : undefined) ??
    updates[0] ?? { body: "" };
  return {
    /** `[Acme] Major incident: API is down — Investigating` */
    subject: formatSubject(
      removeUrls(organization.name, texts.statusPage),
      label + texts.colon,
      title,
      kindsWithStatus.has(kind) ? status : "",
    ),
    headline: label + texts.colon + title,
    status,
    /**
     * Maintenance only, such as `2026-11-21 02:00 UTC to 2026-11-21 04:00 UTC`. If the times
     * changed, the previous ones come first: `… → …`.
     */
    when: formatWhen(texts, payload),
    url: incident === null ? organization.url : incident.url,
    /** The newest update or the postmortem; may be empty. */
    message,
    /** One per affected component: `Europe › API: Operational → Major outage`. */
    components: components.map((component) => {
      const { old_status, new_status } = component;
      const statuses = [...new Set([old_status, new_status])];
      const change = statuses.map((one) => getStatusLabel(texts, one)).join(" → ");
      const name = joinNames([pickNames(component)], (one) =>
        removeUrls(one, texts.tableComponent),
      );
      return name + texts.colon + change;
    }),
    tone: getEventTone(kind, payload),
    phrases: texts,
  };
}
export type MessageTexts = ReturnType<typeof getMessageTexts>;

function formatSubject(name: string, label: string, title: string, status: string): string {
  const before = `[${clipText(name, SUBJECT_NAME_LENGTH)}] ${label}`;
  const after = status === "" ? "" : ` — ${clipText(status, SUBJECT_NAME_LENGTH)}`;
  return before + clipText(title, SUBJECT_LENGTH - before.length - after.length) + after;
}

function formatWhen(texts: EmailTexts, { incident, before }: EventPayload): string | null {
  const spans = [before, incident].flatMap((values) => formatSpan(texts, values ?? {}) ?? []);
  return spans.length === 0 ? null : [...new Set(spans)].join(" → ");
}

function formatSpan(
  texts: EmailTexts,
  { scheduled_for: from, scheduled_until: until }: Schedule,
): string | null {
  if (from === undefined) return null;
  const start = formatShortTime(from, texts.timeZone);
  if (until === undefined) return start;
  return fillPhrase(texts.span, { from: start, until: formatShortTime(until, texts.timeZone) });
}

/** Formats a time as `2026-11-21 02:00 UTC`. */
function formatShortTime(iso: string, timeZone = "UTC"): string {
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

/** Returns the organization's name and the time of an event: `Acme · 2026-11-21 02:00 UTC`. */
export const formatOrigin = (
  { createdAt }: { createdAt: Date },
  { name, timeZone }: { name: string; timeZone?: string },
): string => `${name} · ${formatShortTime(createdAt.toISOString(), timeZone)}`;
