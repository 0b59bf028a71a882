import { z } from "zod";
import { cursorField, cursorId } from "@/lib/cursor";
import { channels } from "@/lib/notifications/channel";
import { emailAddress, flag, idList, oneOf, rawText, text } from "@/lib/validation";

/** A subscriber hears of things while it is active; what comes for one in quarantine is held back. */
export const subscriberStates = ["unconfirmed", "active", "quarantined", "unsubscribed"] as const;
export type SubscriberState = (typeof subscriberStates)[number];

const URL_MAX_LENGTH = 2_048;
const MAX_OVERLAP_HOURS = 168;
const DEFAULT_OVERLAP_HOURS = 24;

/** An endpoint's URL in its one normal form, so that the same endpoint is not taken for two. */
const endpoint = text({ max: () => URL_MAX_LENGTH }).transform((value, context) => {
  const refuse = (message: string) => {
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  if (!URL.canParse(value)) return refuse("must be a URL");
  const url = new URL(value);
  if (url.protocol !== "https:" && url.protocol !== "http:") return refuse("must begin with https:// or http://");
  if (url.username !== "" || url.password !== "") return refuse("must not carry a user name or a password");
  url.hash = "";
  // The name with the dot of the root is the same host.
  url.hostname = url.hostname.replace(/\.$/, "");
  return url.href.length <= URL_MAX_LENGTH ? url.href : refuse(`must be at most ${URL_MAX_LENGTH} characters`);
});

const choice = { component_ids: idList().optional(), incident_ids: idList().optional(), everything: flag().optional() };
const email = z.literal("email");
const endpointChannel = z.enum(["webhook", "slack", "discord", "teams"]);
const byChannel = { error: `must be one of ${channels.join(", ")}` };

/** Body of `POST …/subscribers`. */
export const newSubscriber = z.discriminatedUnion(
  "channel",
  [
    z.object({
      channel: email,
      address: emailAddress(),
      ...choice,
      contact_email: emailAddress().nullish(),
      /** The address is known to want this: no mail asks it to confirm. */
      skip_confirmation: flag().default(false),
    }),
    z.object({ channel: endpointChannel, address: endpoint, ...choice, contact_email: emailAddress().nullish() }),
  ],
  byChannel,
).meta({
  id: "NewSubscriber",
  examples: [
    { channel: "email", address: "bob@example.com", skip_confirmation: true },
    { channel: "webhook", address: "https://receiver.example/hook", contact_email: "ops@example.com" },
  ],
});
export type NewSubscriber = z.infer<typeof newSubscriber>;

/** Body of `PATCH …/subscribers/{id}`: what is left out stays. */
export const subscriberChange = z
  .object({ ...choice, contact_email: emailAddress().nullish() })
  .meta({ id: "SubscriberChange", examples: [{ contact_email: "ops@example.com" }] });
export type SubscriberChange = z.infer<typeof subscriberChange>;

/** Query of `GET …/subscribers`. */
export const subscriberFilter = z.object({
  before: cursorField(cursorId).optional(),
  channel: oneOf(channels).optional(),
  state: oneOf(subscriberStates).optional(),
  /** Subscribers that chose this component. */
  component_id: rawText().optional().meta({ description: "Only those that chose this component." }),
  /** A part of the address; of a chat channel, whose URL is sealed, all of it. */
  q: text({ max: () => URL_MAX_LENGTH, min: 0 }).optional().meta({ description: "A part of the address; of a chat channel, all of it." }),
});
export type SubscriberFilter = z.infer<typeof subscriberFilter>;

/** Body of `POST …/subscribers/{id}/rotate-secret`. */
export const secretRotation = z.object({
  overlap_hours: z
    .number({ error: "must be a number" })
    .min(0, "must be at least 0")
    .max(MAX_OVERLAP_HOURS, `must be at most ${MAX_OVERLAP_HOURS}`)
    .default(DEFAULT_OVERLAP_HOURS)
    .meta({ description: "For how long the secret before it still signs, too." }),
}).meta({ id: "SecretRotation" });

/** Body of `POST …/subscribers/{id}/reactivate`. */
export const reactivation = z.object({ replay: z.boolean({ error: (issue) => (issue.input === undefined ? "is required" : "must be true or false") }) }).meta({ id: "Reactivation" });

/** Body of `POST …/subscriptions`, which needs no login. An endpoint gives an address for what goes wrong with it. */
export const newSubscription = z.discriminatedUnion(
  "channel",
  [
    z.object({ channel: email, address: emailAddress(), ...choice }),
    z.object({ channel: endpointChannel, address: endpoint, ...choice, contact_email: emailAddress() }),
  ],
  byChannel,
).meta({ id: "NewSubscription", examples: [{ channel: "email", address: "bob@example.com" }] });
export type NewSubscription = z.infer<typeof newSubscription>;

/** Body of `PATCH /v1/subscription`. */
export const subscriptionChange = z.object(choice).meta({ id: "SubscriptionChange", examples: [{ everything: true }] });
export type SubscriptionChange = z.infer<typeof subscriptionChange>;

/** A token, in a body or in a query. What cannot be one is answered like any wrong one. */
export const bearer = z.object({ token: rawText().meta({ description: "Of the mail's link.", examples: ["kq3vYw0m7cQ1o8dN5xJr2tUa9sLb4hGf6eZpIyXiVnE"] }) });
