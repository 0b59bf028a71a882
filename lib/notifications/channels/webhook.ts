import { createHmac } from "node:crypto";
import { getWebhookDocsLink } from "@/lib/links";
import { createFailedOutcome, type NotificationMessage, type Outcome, type Send } from "../channel";
import type { EventIncident, EventPayload } from "../notification-event";
import { postForVisitor, postToEndpoint } from "./http-outcome";

/** Sends an event with a Standard Webhooks signature. */
export const sendToWebhook: Send = async (message, signal) => {
  const { id, subscriber, now } = message;
  const { address, secrets, isSelfService } = subscriber;
  if (secrets.length === 0)
    return createFailedOutcome(
      "The subscriber has no signing secret. Rotate its secret and try again.",
    );
  const signed = sign(buildWebhookBody(message), id, secrets, now);
  return postToEndpoint(address, { ...signed, signal, isSelfService }, now);
};

/** Signs the ID, the time in seconds, and the body with every valid secret. */
function sign(content: object, id: string, secrets: readonly string[], now: Date) {
  const body = JSON.stringify(content);
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
  return { body, headers };
}

/**
 * Sends a signed verification request with a challenge. The outcome is a success if the endpoint
 * responds with 2xx and the challenge, either as plain text or in the JSON field `challenge`.
 */
export function sendVerification(
  url: string,
  secret: string,
  id: string,
  now: Date,
  challenge: string,
  page: { id: string },
): Promise<Outcome> {
  const meta = { documentation: getWebhookDocsLink(), generated_at: now.toISOString() };
  const signed = sign({ meta, page: { id: page.id }, challenge }, id, [secret], now);
  const findError = (text: string) =>
    isChallengeReturned(text, challenge) ? null : "The response doesn't contain the challenge.";
  return postForVisitor(url, signed, now, { findError });
}

function isChallengeReturned(text: string, challenge: string): boolean {
  if (text.trim() === challenge) return true;
  try {
    return (JSON.parse(text) as { challenge?: unknown } | null)?.challenge === challenge;
  } catch {
    return false;
  }
}

type Update = EventPayload["updates"][number];
type Component = EventPayload["components"][number];

/**
 * Builds the body in the format of Atlassian Statuspage webhooks, with the additional field
 * `event`. Maintenance has the same format as incidents.
 */
export function buildWebhookBody({ event, organization, subscriber }: NotificationMessage) {
  const { incident, components, page } = event.payload;
  const created_at = event.createdAt.toISOString();
  const meta = {
    unsubscribe: subscriber.links.unsubscribe,
    documentation: getWebhookDocsLink(),
    generated_at: created_at,
  };
  return {
    meta,
    page: { id: organization.id, ...page },
    ...(incident === null
      ? toComponentUpdate(event.id, created_at, components[0]!, organization.id)
      : { incident: toIncident(incident, event.payload, organization.id) }),
    event: { id: event.id, kind: event.kind, created_at },
  };
}

const toComponentUpdate = (id: string, at: string, component: Component, pageId: string) => ({
  component_update: {
    id,
    component_id: component.id,
    component_type: "Component",
    old_status: component.old_status,
    new_status: component.new_status,
    created_at: at,
  },
  component: toComponent(component, pageId),
});

function toIncident(incident: EventIncident, payload: EventPayload, pageId: string) {
  const { components, postmortem } = payload;
  const updates: Update[] = [...payload.updates];
  if (postmortem) {
    const { body, published_at: at } = postmortem;
    const times = { created_at: at, updated_at: at };
    updates.unshift({ id: `${incident.id}-postmortem`, status: "postmortem", body, ...times });
  }
  const monitoring = updates.find(({ status }) => status === "monitoring");
  return {
    id: incident.id,
    name: incident.title,
    status: postmortem && incident.status === "resolved" ? "postmortem" : incident.status,
    created_at: incident.created_at,
    updated_at: incident.updated_at,
    monitoring_at: monitoring?.display_at ?? monitoring?.created_at ?? null,
    resolved_at: incident.resolved_at,
    impact: incident.impact,
    shortlink: incident.url ?? null,
    started_at: incident.started_at,
    page_id: pageId,
    incident_updates: updates.map((update, index) =>
      toUpdate(update, incident.id, index === 0 && !postmortem ? components : []),
    ),
    components: components.map((component) => toComponent(component, pageId)),
    scheduled_for: incident.scheduled_for ?? null,
    scheduled_until: incident.scheduled_until ?? null,
    scheduled_remind_prior: incident.scheduled_remind_prior ?? null,
    scheduled_reminded_at: null,
    scheduled_auto_in_progress: incident.scheduled_auto_in_progress ?? null,
    scheduled_auto_completed: incident.scheduled_auto_completed ?? null,
    postmortem_body: postmortem?.body ?? null,
    postmortem_body_last_updated_at: postmortem?.published_at ?? null,
    postmortem_ignored: postmortem ? false : null,
    postmortem_notified_subscribers: postmortem ? true : null,
    postmortem_notified_twitter: postmortem ? false : null,
    postmortem_published_at: postmortem?.published_at ?? null,
  };
}

const toUpdate = (update: Update, incidentId: string, affected: Component[]) => ({
  id: update.id,
  status: update.status,
  body: update.body,
  incident_id: incidentId,
  created_at: update.created_at,
  updated_at: update.updated_at,
  display_at: update.display_at ?? update.created_at,
  affected_components:
    affected.length === 0
      ? null
      : affected.map(({ id, name, old_status, new_status }) => ({
          code: id,
          ...{ name, old_status, new_status },
        })),
  deliver_notifications: update.notified ?? true,
  custom_tweet: null,
  tweet_id: null,
});

const toComponent = (component: Component, pageId: string) => ({
  id: component.id,
  name: component.name,
  status: component.new_status,
  created_at: component.created_at,
  updated_at: component.updated_at,
  position: component.position,
  description: component.description || null,
  showcase: true,
  start_date: component.start_date ?? null,
  group_id: component.group_id ?? null,
  page_id: pageId,
  group: false,
  only_show_if_degraded: false,
});
