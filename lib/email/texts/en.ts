import type { Impact } from "@/lib/incidents/values";
import type { EventKind } from "@/lib/notifications/notification-event";

/** Kinds of events with a label in `labels`. The labels of other kinds are in `PageTexts`. */
type LabeledKind = "incident.reopened" | Extract<EventKind, `maintenance.${string}`> | "test";

export const emailPhrases = {
  sentences: {
    "incident.created": "A new incident has been reported.",
    "incident.updated": "There is an update on this incident.",
    "incident.resolved": "This incident has been resolved.",
    "incident.reopened": "This incident has been reopened.",
    "incident.postmortem_published": "The postmortem of this incident has been published.",
    "maintenance.scheduled": "Maintenance has been scheduled.",
    "maintenance.started": "The scheduled maintenance has started.",
    "maintenance.updated": "There is an update on this maintenance.",
    "maintenance.completed": "The scheduled maintenance has been completed.",
    "maintenance.rescheduled": "This maintenance has been rescheduled.",
    "maintenance.cancelled": "This maintenance has been canceled.",
    "maintenance.reminder": "This is a reminder of scheduled maintenance.",
    "component.updated": "The status of this component has changed.",
    test: "This is a test message. No incident has occurred.",
  } satisfies Record<EventKind, string>,
  /** Short labels of events, which messages show instead of a status. */
  labels: {
    "incident.reopened": "Reopened",
    "maintenance.scheduled": "Maintenance scheduled",
    "maintenance.started": "Maintenance started",
    "maintenance.updated": "Maintenance update",
    "maintenance.completed": "Maintenance completed",
    "maintenance.rescheduled": "Maintenance rescheduled",
    "maintenance.cancelled": "Maintenance canceled",
    "maintenance.reminder": "Maintenance reminder",
    test: "Test",
  } satisfies Record<LabeledKind, string>,
  incidentOfImpact: {
    none: "Incident",
    minor: "Minor incident",
    major: "Major incident",
    critical: "Critical incident",
  } satisfies Record<Impact, string>,
  testMessage: "Test message",
  testText:
    "This is a test. Nothing has happened, and you don’t need to do anything. " +
    "Notifications from this status page arrive here.",
  untitled: "Untitled",
  dateTime: "{date}, {time}",
  /** A time range within one day. */
  timeSpan: "{from} to {until}",
  before: "Before",
  was: " (was {value})",
  whatChanged: "What changed",
  affectedComponents: "Affected components",
  otherComponents: "Other affected components",
  earlierUpdates: "Earlier updates",
  andMore: { one: "and {n} more", other: "and {n} more" },
  moreOnPage: { one: "{n} more on the status page.", other: "{n} more on the status page." },
  readMore: "Read the rest on the status page",
  viewIncident: "View incident",
  viewMaintenance: "View maintenance",
  viewPage: "View status page",
  open: "Open",
  reason: "You’re receiving this email because you subscribed to status updates from {name}.",
  manage: "Manage your subscription",
  unsubscribe: "Unsubscribe",
  statusPage: "Status page",
  buttonUrl: "If the button doesn’t work, open this URL: {url}",
  confirmSubject: "Confirm your subscription to {name}",
  confirmTitle: "Confirm your subscription",
  confirmPreview: "Confirm to get incident and maintenance emails.",
  confirmText: "Someone asked to send incident and maintenance emails from {name} to this address.",
  /** Replaces `confirmText` if the subscription includes component changes. */
  confirmTextAll:
    "Someone asked to send incident, maintenance, and component change emails from {name} " +
    "to this address.",
  confirmTopics: "The subscription covers: {topics}.",
  confirmTopic: "A component or incident",
  confirmButton: "Confirm subscription",
  linkExpires: "The link expires on {time}.",
  notRequested: "Didn’t request this? Ignore this email, and you won’t be subscribed.",
  chatConfirm:
    "{name}: Someone asked to change the status updates for this channel to: {choice}. " +
    "Open the link to confirm. Didn’t request this? Ignore this message.",
  chatEverything: "everything",
  /** Extends the `{choice}` of a subscription that includes component changes. */
  chatComponents: "{choice} (including component changes)",
};
