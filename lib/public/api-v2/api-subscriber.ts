import { type FieldError, invalid, invalidField } from "@/lib/errors";
import { type NewSubscription, newSubscription } from "@/lib/subscribers/schema";
import type { AcceptedSubscription } from "@/lib/subscribers/self-service";

type SubscriberFields = Record<string, string[]>;

const FORM_FIELD = /^subscriber\[(\w+)\](?:\[\d*\])?$/;

export function readFormFields(form: URLSearchParams): SubscriberFields {
  const fields = Object.create(null) as SubscriberFields;
  for (const [key, value] of form) {
    const name = FORM_FIELD.exec(key)?.[1];
    if (name !== undefined) (fields[name] ??= []).push(value);
  }
  return fields;
}

/**
 * Reads the fields of `{"subscriber": {"email": "…"}}` that are strings, numbers, or lists of them.
 * A body without `subscriber` has no fields.
 */
export function readJsonFields(body: unknown): SubscriberFields {
  const subscriber = (body as { subscriber?: unknown } | null)?.subscriber ?? {};
  return Object.fromEntries(
    Object.entries(subscriber).flatMap(([name, value]: [string, unknown]) => {
      const values = [value]
        .flat()
        .filter((one) => typeof one === "string" || typeof one === "number");
      return values.length === 0 ? [] : [[name, values.map(String)]];
    }),
  );
}

/** Validates a subscription. Throws 400 with the field names of the Statuspage API. */
export function parseApiSubscriber(fields: SubscriberFields): NewSubscription {
  if (fields.phone_number !== undefined)
    throw invalidField(
      "subscriber[phone_number]",
      "is not supported. Send `email`, with or without `endpoint`",
    );
  const email = fields.email?.[0] ?? "";
  const endpoint = fields.endpoint?.[0];
  const incidents = [...(fields.incident ?? []), ...(fields.incident_id ?? [])];
  const components = [...(fields.component_id ?? []), ...(fields.component_ids ?? [])];
  const parsed = newSubscription.safeParse({
    ...(endpoint === undefined
      ? { channel: "email", address: email }
      : { channel: "webhook", address: endpoint, contact_email: email }),
    ...(incidents.length > 0 && { incident_ids: incidents }),
    ...(components.length > 0 && { component_ids: components }),
  });
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map(({ path, message }) => ({
    path: path.join("."),
    message,
  }));
  throw invalid(renameErrors(errors, endpoint === undefined ? "email" : "webhook"));
}

/** Replaces the field names in errors with the field names of the Statuspage API. */
export const renameErrors = (
  errors: readonly FieldError[],
  channel: NewSubscription["channel"],
): FieldError[] =>
  errors.map(({ path, message }) => ({
    path: `subscriber[${getApiName(path, channel)}]`,
    message,
  }));

function getApiName(path: string, channel: NewSubscription["channel"]): string {
  if (path === "address") return channel === "email" ? "email" : "endpoint";
  if (path === "contact_email") return "email";
  return path.startsWith("incident_ids") ? "incident" : "component_ids";
}

/**
 * Returns the same response for new and existing subscribers, so that it does not reveal who is
 * subscribed. `id` is null, because anyone with the ID could unsubscribe.
 */
export const serializeApiSubscriber = (
  { channel, address, ...subscription }: NewSubscription,
  { secret }: AcceptedSubscription,
  now: Date,
) => ({
  subscriber: {
    id: null,
    mode: channel,
    ...(channel === "email"
      ? { email: address }
      : {
          email: "contact_email" in subscription ? subscription.contact_email : null,
          endpoint: address,
        }),
    created_at: now.toISOString(),
    skip_confirmation_notification: false,
    quarantined_at: null,
    purge_at: null,
    ...(secret !== undefined && { secret }),
  },
});
