import { createHmac } from "node:crypto";
import { getWebhookDocsLink } from "@/lib/links";
import {
  ATTEMPT_TIMEOUT_MS,
  createFailedOutcome,
  type NotificationMessage,
  type Outcome,
  type Send,
} from "../channel";
import type { EventIncident, EventPayload } from "../notification-event";
import { postToEndpoint } from "./http-outcome";

/** Sends a signed event (Standard Webhooks). Retries have the same body. */
export const sendToWebhook: Send = (message, signal) => {
  const { id, subscriber, now } = message;
  if (subscriber.secrets.length === 0)
    return Promise.resolve(
      createFailedOutcome("The subscriber has no signing secret. Rotate its secret and try again."),
    );
  const body = JSON.stringify(buildWebhookBody(message));
  const headers = createSignedHeaders(subscriber.secrets, id, now, body);
  const { address, isSelfService } = subscriber;
  return postToEndpoint(address, { body, headers, signal, isSelfService }, now);
};

/** Signs `id.seconds.body` with every valid secret. */
function createSignedHeaders(
  secrets: readonly string[],
  id: string,
  now: Date,
  body: string,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const sign = (secret: string) =>
    createHmac("sha256", Buffer.from(secret.replace(/^whsec_/, ""), "base64"))
      .update(`${id}.${timestamp}.${body}`)
      .digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map((secret) => `v1,${sign(secret)}`).join(" "),
  };
}

/** Posts a signed `{ meta, page, challenge }`. The endpoint confirms by returning the challenge. */
export async function sendVerification(
  url: string,
  secret: string,
  id: string,
  now: Date,
  challenge: string,
  page: { id: string },
  signal: AbortSignal = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
): Promise<Outcome> {
  const body = JSON.stringify({
    meta: { documentation: getWebhookDocsLink(), generated_at: now.toISOString() },
    page: { id: page.id },
    challenge,
  });
  return postToEndpoint(
    url,
    { body, headers: createSignedHeaders([secret], id, now, body), signal, isSelfService: true },
    now,
    (outcome, { text }) =>
      !outcome.ok || isChallengeReturned(text, challenge)
        ? outcome
        : { ...outcome, ok: false, error: "The response doesn't contain the challenge." },
  );
}

function isChallengeReturned(text: string, challenge: string): boolean {
  if (text.trim() === challenge) return true;
  try {
    return (JSON.parse(text) as { challenge?: unknown } | null)?.challenge === challenge;
  } catch {
    return false;
  }
}

/** The public API v2's format plus `event`. Maintenance has the format of incidents. */
export function buildWebhookBody({ event, organization, subscriber }: NotificationMessage) {
  const { incident, components, page } = event.payload;
  const createdAt = event.createdAt.toISOString();
  return {
    meta: {
      unsubscribe: subscriber.links.unsubscribe,
      documentation: getWebhookDocsLink(),
      generated_at: createdAt,
    },
    page: {
      id: organization.id,
      status_indicator: page?.status_indicator,
      status_description: page?.status_description,
    },
    ...(incident === null
      ? {
          component_update: {
            id: event.id,
            component_id: components[0]!.id,
            component_type: "Component",
            old_status: components[0]!.old_status,
            new_status: components[0]!.new_status,
            created_at: createdAt,
          },
          component: toComponent(components[0]!, organization.id),
        }
      : { incident: toIncident(incident, event.payload, organization.id) }),
    event: { id: event.id, kind: event.kind, created_at: createdAt },
  };
}

function toIncident(incident: EventIncident, payload: EventPayload, pageId: string) {
  const { components, postmortem } = payload;
  const updates = [...listPostmortem(incident.id, postmortem), ...payload.updates];
  const monitoring = updates.find(({ status }) => status === "monitoring");
  return {
    id: incident.id,
    name: incident.title,
    status: postmortem && incident.status === "resolved" ? "postmortem" : incident.status,
    created_at: incident.created_at,
    updated_at: incident.updated_at,
    monitoring_at:
      monitoring === undefined ? null : (monitoring.display_at ?? monitoring.created_at),
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

const listPostmortem = (
  incidentId: string,
  postmortem: EventPayload["postmortem"],
): EventPayload["updates"] =>
  postmortem === undefined
    ? []
    : [
        {
          id: `${incidentId}-postmortem`,
          status: "postmortem",
          body: postmortem.body,
          created_at: postmortem.published_at,
          updated_at: postmortem.published_at,
        },
      ];

function toUpdate(
  update: EventPayload["updates"][number],
  incidentId: string,
  affected: EventPayload["components"],
) {
  return {
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
            name,
            old_status,
            new_status,
          })),
    deliver_notifications: update.notified ?? true,
    custom_tweet: null,
    tweet_id: null,
  };
}

function toComponent(component: EventPayload["components"][number], pageId: string) {
  return {
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
  };
}
