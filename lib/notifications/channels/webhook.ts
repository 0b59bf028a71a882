import { createHmac, randomUUID } from "node:crypto";
import { getWebhookDocsLink } from "@/lib/links";
import { ATTEMPT_TIMEOUT_MS, type NotificationMessage, type Outcome, type Send } from "../channel";
import type { EventPayload } from "../events";
import { deliver } from "./http-outcome";

/**
 * Sends an event to an endpoint, signed (Standard Webhooks). The body is the same on every attempt.
 */
export const sendToWebhook: Send = (message, signal) => {
  const { id, subscriber, now } = message;
  if (subscriber.secrets.length === 0)
    return Promise.resolve({
      ok: false,
      statusCode: null,
      error: "The subscriber has no signing secret. Rotate its secret and try again.",
      response: "",
    });
  const body = bodyOf(message);
  return deliver(
    subscriber.address,
    {
      body,
      headers: signedHeaders(subscriber.secrets, id, now, body),
      signal,
      isSelfService: subscriber.isSelfService,
    },
    now,
  );
};

/**
 * An event may go to 100,000 endpoints: its bytes are made once, in two parts about the only thing
 * that differs.
 */
const prepared = new WeakMap<NotificationMessage["event"], readonly [Buffer, Buffer]>();
/**
 * What stands there meanwhile. Nobody can write it into an incident: it is made anew by each
 * process.
 */
const GAP = randomUUID();

function bodyOf(message: NotificationMessage): Buffer {
  const { event, subscriber } = message;
  let parts = prepared.get(event);
  if (parts === undefined) {
    const text = JSON.stringify(
      webhookBody({
        ...message,
        subscriber: { ...subscriber, links: { ...subscriber.links, unsubscribe: GAP } },
      }),
    );
    const [before, after] = text.split(JSON.stringify(GAP)) as [string, string];
    prepared.set(event, (parts = [Buffer.from(before), Buffer.from(after)]));
  }
  return Buffer.concat([
    parts[0],
    Buffer.from(JSON.stringify(subscriber.links.unsubscribe)),
    parts[1],
  ]);
}

const PREFIX = "whsec_";

/**
 * The Standard Webhooks headers. Every secret that holds signs, so a receiver may know the old or
 * the new one. Secrets are
 * `whsec_` and base64; what is signed is `id.seconds.body`.
 */
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
 * Asks an endpoint whether it wants our messages, before the first one: a signed POST of `{ meta,
 * page, challenge }`. It
 * agrees by answering 2xx with the challenge in the body, as text or as JSON `{ "challenge": "…"
 * }`, within 10 s.
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

/**
 * The body in the shape the field parses: `{ meta, page, incident }`, keys in their documented
 * order; planned work is an
 * incident with `scheduled_for`. `event` is ours. What the event does not tell is left out, or has
 * the field's default.
 */
export function webhookBody({ event, organization, subscriber }: NotificationMessage) {
  const { incident, updates, components, page, postmortem } = event.payload;
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
      status: incident.status,
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
        updateOf(update, incident.id, index === 0 ? components : []),
      ),
      components: components.map((component) => componentOf(component, organization.id)),
      scheduled_for: incident.scheduled_for,
      scheduled_until: incident.scheduled_until,
      postmortem_body: postmortem?.body,
      postmortem_published_at: postmortem?.published_at,
    },
    event: { id: event.id, kind: event.kind, created_at: event.createdAt.toISOString() },
  };
}

/**
 * The event tells what its own update did to the components; of earlier updates it does not say.
 */
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
    start_date: null,
    group_id: null,
    page_id: pageId,
    group: false,
    only_show_if_degraded: false,
  };
}
