import { z } from "zod";
import { cursorField, pageLimit, parseIdCursor } from "@/lib/cursor";
import { channels } from "@/lib/notifications/channel";
import { languages } from "@/lib/organizations/values";
import { emailAddress, flag, idList, choice, rawText, text } from "@/lib/validation";
import { parseUrl } from "@/lib/parse-url";
import { MAX_BULK_IDS, MAX_PAGE_SIZE } from "./values";

/**
 * Only active subscribers are notified. Deliveries to quarantined subscribers, whose address keeps
 * failing, are held.
 */
export const subscriberStates = ["unconfirmed", "active", "quarantined", "unsubscribed"] as const;
export type SubscriberState = (typeof subscriberStates)[number];

const URL_MAX_LENGTH = 2_048;
const MAX_OVERLAP_HOURS = 168;
const DEFAULT_OVERLAP_HOURS = 24;

/** Validates and normalizes an endpoint's URL so that two spellings of it count as one address. */
const endpoint = text({ max: () => URL_MAX_LENGTH }).transform((value, context) => {
  const refuse = (message: string) => {
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  const url = parseUrl(value);
  if (url === null) return refuse("must be a valid URL");
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return refuse("must start with https:// or http://");
  if (url.username !== "" || url.password !== "")
    return refuse("must not contain a username or password");
  url.hash = "";
  url.hostname = url.hostname.replace(/\.$/, "");
  return url.href.length <= URL_MAX_LENGTH
    ? url.href
    : refuse(`must be at most ${URL_MAX_LENGTH} characters`);
});

const filterFields = {
  component_ids: idList().optional(),
  incident_ids: idList().optional(),
  everything: flag().optional(),
  component_updates: flag()
    .optional()
    .meta({ description: "Also notify when a component's status is set with `notify`." }),
};
const language = choice(languages).nullish().meta({
  description:
    "Language of the messages to the subscriber. Null for the default language of the organization.",
});
const email = z.literal("email");
const endpointChannel = z.enum(["webhook", "slack", "discord", "teams"]);
const byChannel = { error: `must be one of ${channels.join(", ")}` };

export const newSubscriber = z
  .discriminatedUnion(
    "channel",
    [
      z.object({
        channel: email,
        address: emailAddress(),
        ...filterFields,
        language,
        contact_email: emailAddress().nullish(),
        skip_confirmation: flag().default(false),
      }),
      z.object({
        channel: endpointChannel,
        address: endpoint,
        ...filterFields,
        language,
        contact_email: emailAddress().nullish(),
      }),
    ],
    byChannel,
  )
  .meta({
    id: "NewSubscriber",
    examples: [
      { channel: "email", address: "bob@example.com", skip_confirmation: true },
      {
        channel: "webhook",
        address: "https://receiver.example/hook",
        contact_email: "ops@example.com",
      },
    ],
  });
export type NewSubscriber = z.infer<typeof newSubscriber>;

export const subscriberChange = z
  .object({ ...filterFields, language, contact_email: emailAddress().nullish() })
  .meta({ id: "SubscriberChange", examples: [{ contact_email: "ops@example.com" }] });
export type SubscriberChange = z.infer<typeof subscriberChange>;

/** The URLs of chat channels are encrypted, so a search finds them only by the full URL. */
export const addressPart = () =>
  text({ max: () => URL_MAX_LENGTH, min: 0 })
    .optional()
    .meta({ description: "Part of the address. For a chat channel, the full URL." });

const subscriberFilter = z.object({
  channel: choice(channels).optional(),
  state: choice(subscriberStates).optional(),
  component_id: rawText()
    .optional()
    .meta({ description: "Only subscribers who chose this component." }),
  q: addressPart(),
});

export const subscriberList = z.object({
  before: cursorField(parseIdCursor).optional(),
  ...subscriberFilter.shape,
  limit: pageLimit(MAX_PAGE_SIZE),
});
export type SubscriberListQuery = z.infer<typeof subscriberList>;

export const subscriberExport = subscriberFilter.extend({
  ids: rawText()
    .transform((ids) => ids.split(","))
    .refine((ids) => ids.length <= MAX_BULK_IDS, `must be at most ${MAX_BULK_IDS} IDs`)
    .optional()
    .meta({ description: "Only these subscribers: IDs, separated by commas." }),
});
export type SubscriberExport = z.infer<typeof subscriberExport>;

const subscriberIds = z.object({ ids: idList(() => MAX_BULK_IDS) });
export const subscriberDeletion = subscriberIds.meta({ id: "SubscriberDeletion" });
export const subscriberRestoration = subscriberIds.meta({ id: "SubscriberRestoration" });

export const secretRotation = z
  .object({
    overlap_hours: z
      .number({ error: "must be a number" })
      .min(0, "must be at least 0")
      .max(MAX_OVERLAP_HOURS, `must be at most ${MAX_OVERLAP_HOURS}`)
      .default(DEFAULT_OVERLAP_HOURS)
      .meta({
        description: "Hours during which messages are also signed with the previous secret.",
      }),
  })
  .meta({ id: "SecretRotation" });

export const reactivation = z
  .object({
    replay: z.boolean({
      error: (issue) => (issue.input === undefined ? "is required" : "must be true or false"),
    }),
  })
  .meta({ id: "Reactivation" });

/** The maximum body size is low because these requests are not authenticated. */
export const SUBSCRIPTION_BODY_BYTES = 65_536;

export const newSubscription = z
  .discriminatedUnion(
    "channel",
    [
      z.object({ channel: email, address: emailAddress(), ...filterFields, language }),
      z.object({
        channel: endpointChannel,
        address: endpoint,
        ...filterFields,
        language,
        contact_email: emailAddress(),
      }),
    ],
    byChannel,
  )
  .meta({ id: "NewSubscription", examples: [{ channel: "email", address: "bob@example.com" }] });
export type NewSubscription = z.infer<typeof newSubscription>;

export const subscriptionChange = z
  .object({ ...filterFields, language })
  .meta({ id: "SubscriptionChange", examples: [{ everything: true }] });
export type SubscriptionChange = z.infer<typeof subscriptionChange>;

/** The token is not validated further, so that invalid and unknown tokens get the same response. */
export const subscriptionToken = z.object({
  token: rawText().meta({
    description: "The token from the link in the email or chat message.",
    examples: ["kq3vYw0m7cQ1o8dN5xJr2tUa9sLb4hGf6eZpIyXiVnE"],
  }),
});
