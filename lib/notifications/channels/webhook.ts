import { createHmac, randomUUID } from "node:crypto";
import { getWebhookDocsLink } from "@/lib/links";
import {
  ATTEMPT_TIMEOUT_MS,
  failure,
  type NotificationMessage,
  type Outcome,
  type Send,
} from "../channel";
import type { EventPayload } from "../events";
import { deliver } from "./http-outcome";

/**
 * Sends an event to an endpoint, signed (Standard Webhooks). The body is the same on every attempt.
 */
export const sendToWebhook: Send = (message, signal) => {
  const { id, subscriber, now } = message;
  if (subscriber.secrets.length === 0)
    return Promise.resolve(
      failure("The subscriber has no signing secret. Rotate its secret and try again."),
    );
  const body = bodyOf(message);
  const headers = signedHeaders(subscriber.secrets, id, now, body);
  const { address, isSelfService } = subscriber;
  return deliver(address, { body, headers, signal, isSelfService }, now);
};

/** An event can have 100,000 receivers, so it is serialized once; only a link differs. */
const prepared = new WeakMap<NotificationMessage["event"], readonly [Buffer, Buffer]>();
/** The placeholder of the link. It is random, so no incident contains it. */
const PLACEHOLDER = randomUUID();

function bodyOf(message: NotificationMessage): Buffer {
  const { event, subscriber } = message;
  let parts = prepared.get(event);
  if (parts === undefined) {
    const text = JSON.stringify(
      webhookBody({
        ...message,
        subscriber: { ...subscriber, links: { ...subscriber.links, unsubscribe: PLACEHOLDER } },
      }),
    );
    const [before, after] = text.split(JSON.stringify(PLACEHOLDER)) as [string, string];
    prepared.set(event, (parts = [Buffer.from(before), Buffer.from(after)]));
  }
  return Buffer.concat([
    parts[0],
    Buffer.from(JSON.stringify(subscriber.links.unsubscribe)),
    parts[1],
  ]);
}

const PREFIX = "whsec_";

/** Signs `id.seconds.body` with every valid secret (Standard Webhooks). */
export function signedHeaders(
  secrets: readonly string[],
  id: string,
  now: Date,
  body: string | Buffer,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const sign = (secret: string) =>
    createHmac(
      "sha256",
      Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, "base64"),
    )
      .update(`${id}.${timestamp}.`)
      .update(body)
      .digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map((secret) => `v1,${sign(secret)}`).join(" "),
  };
}

/**
 * Asks an endpoint whether it accepts messages: a signed POST of `{ meta, page, challenge }`. It
 * confirms with 2xx and the challenge, as text or as JSON `{ "challenge": "…" }`.
 */
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
  return deliver(
    url,
    { body, headers: signedHeaders([secret], id, now, body), signal, isSelfService: true },
    now,
    (outcome, { text }) =>
      !outcome.ok || echoes(text, challenge)
        ? outcome
        : { ...outcome, ok: false, error: "The response doesn't contain the challenge." },
  );
}

function echoes(text: string, challenge: string): boolean {
  if (text.trim() === challenge) return true;
  try {
    return (JSON.parse(text) as { challenge?: unknown } | null)?.challenge === challenge;
  } catch {
    return false;
  }
}

/** The body as in the public API v2, plus `event`. A maintenance is an incident there. */
export function webhookBody({ event, organization, subscriber }: NotificationMessage) {
  const { incident, components, page, postmortem } = event.payload;
  const updates = [...listPostmortem(event.payload), ...event.payload.updates];
  const monitoring = updates.find(({ status }) => status === "monitoring");
  return {
    meta: {
      unsubscribe: subscriber.links.unsubscribe,
      documentation: getWebhookDocsLink(),
      generated_at: event.createdAt.toISOString(),
    },
    page: {
      id: organization.id,
      status_indicator: page?.status_indicator,
      status_description: page?.status_description,
    },
    incident: {
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
      page_id: organization.id,
      incident_updates: updates.map((update, index) =>
        updateOf(update, incident.id, index === 0 && !postmortem ? components : []),
      ),
      components: components.map((component) => componentOf(component, organization.id)),
      scheduled_for: incident.scheduled_for ?? null,
      scheduled_until: incident.scheduled_until ?? null,
      postmortem_body: postmortem?.body ?? null,
      postmortem_published_at: postmortem?.published_at ?? null,
    },
    event: { id: event.id, kind: event.kind, created_at: event.createdAt.toISOString() },
  };
}

/** A postmortem is the newest update. */
const listPostmortem = ({ incident, postmortem }: EventPayload): EventPayload["updates"] =>
  postmortem === undefined
    ? []
    : [
        {
          id: `${incident.id}-postmortem`,
          status: "postmortem",
          body: postmortem.body,
          created_at: postmortem.published_at,
          updated_at: postmortem.published_at,
        },
      ];

/** Only the newest update has its affected components; the event doesn't have those of others. */
function updateOf(
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

function componentOf(component: EventPayload["components"][number], pageId: string) {
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
