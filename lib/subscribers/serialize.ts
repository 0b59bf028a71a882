import { z } from "zod";
import { type Channel, channels } from "@/lib/notifications/channel";
import { languages } from "@/lib/organizations/values";
import { organizationId, opaqueId, serializeRow, timestamp } from "@/lib/response-schemas";
import type { CreatedSubscriber, ReactivatedSubscriber } from "./commands";
import type { ImportedRow } from "./imports";
import { maskAddress } from "./rules";
import type { Subscriber, SubscriberSummary } from "./queries";
import { type SubscriberState, subscriberStates } from "./schema";
import type { ReactivatedSubscription, Subscription } from "./self-service";

/** The fields that members of the organization and the subscriber see. */
const sharedFields = {
  channel: z.enum(channels),
  address: z.string().meta({
    description:
      "An email address or a URL. For a chat channel, only the host and the last characters of " +
      "its URL; `unreadable` if the server no longer has the secret to decrypt it.",
    examples: ["bob@example.com"],
  }),
  state: z.enum(subscriberStates),
  everything: z.boolean().meta({
    description:
      "Whether the subscriber is notified of everything. If false, only of the chosen " +
      "components and incidents.",
  }),
  component_updates: z.boolean().meta({
    description:
      "Whether the subscriber is notified not only of incidents and maintenance, but also when a " +
      "component's status is set with `notify`.",
  }),
  component_ids: z.array(opaqueId()),
  incident_ids: z.array(opaqueId()),
  language: z
    .enum(languages)
    .nullable()
    .meta({
      description:
        "Language of the messages to the subscriber. Null for the default language of the organization.",
      examples: ["de"],
    }),
};
const secret = () =>
  z.string().meta({
    description: "Signs the requests to a webhook (Standard Webhooks). Shown only once.",
    examples: ["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"],
  });

export const subscriberSchema = z
  .object({
    id: opaqueId(),
    organization_id: organizationId(),
    ...sharedFields,
    contact_email: z
      .string()
      .nullable()
      .meta({
        description: "Notified when the endpoint keeps failing.",
        examples: ["ops@example.com"],
      }),
    quarantined_at: timestamp().nullable(),
    confirmed_at: timestamp().nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({
    id: "Subscriber",
    description:
      "A subscriber to an organization's incidents and maintenance, as members of the " +
      "organization see it.",
  });

export const serializeSubscriber = (subscriber: Subscriber) =>
  serializeRow(subscriberSchema, withMaskedAddress(subscriber));

const withMaskedAddress = (subscriber: Subscriber) => ({
  ...subscriber,
  address: maskAddress(subscriber.channel, subscriber.address),
});

export const subscriptionSchema = z
  .object({
    organization: z.object({ id: organizationId(), name: z.string().meta({ examples: ["Acme"] }) }),
    ...sharedFields,
    components: z
      .array(z.object({ id: opaqueId(), name: z.string().meta({ examples: ["Website"] }) }))
      .meta({ description: "Components that the subscriber can choose." }),
  })
  .meta({ id: "Subscription", description: "A subscription, as its subscriber sees it." });

export const serializeSubscription = ({ organization, subscriber, components }: Subscription) =>
  serializeRow(subscriptionSchema, { ...withMaskedAddress(subscriber), organization, components });

const byState = z.object({
  unconfirmed: z.int(),
  active: z.int(),
  quarantined: z.int(),
  unsubscribed: z.int(),
});

export const summarySchema = z
  .object({
    total: z.int(),
    channels: z.object({
      email: byState,
      webhook: byState,
      slack: byState,
      discord: byState,
      teams: byState,
    }),
    everything: z.int(),
    components: z.array(z.object({ component_id: opaqueId(), count: z.int() })),
  })
  .meta({
    id: "SubscriberSummary",
    description:
      "Counts subscribers by channel and state. `everything` and `components` count active " +
      "subscribers by what they subscribed to. Components without subscribers are omitted.",
  });

export function serializeSummary({
  counts,
  everything,
  components,
}: SubscriberSummary): z.infer<typeof summarySchema> {
  const getCount = (channel: Channel, state: SubscriberState) =>
    counts.find((entry) => entry.channel === channel && entry.state === state)?.count ?? 0;
  const countStates = (channel: Channel) =>
    Object.fromEntries(subscriberStates.map((state) => [state, getCount(channel, state)]));
  return {
    total: counts.reduce((sum, { count }) => sum + count, 0),
    channels: Object.fromEntries(
      channels.map((channel) => [channel, countStates(channel)]),
    ) as z.infer<typeof summarySchema>["channels"],
    everything,
    components: components.map(({ componentId, count }) => ({ component_id: componentId, count })),
  };
}

export const deletedSchema = z.object({ deleted: z.int() }).meta({ id: "DeletedSubscribers" });

export const restoredSchema = z.object({ restored: z.int() }).meta({ id: "RestoredSubscribers" });

export const acceptedSchema = z
  .object({
    status: z.enum(["pending", "active"]).meta({
      description:
        "`pending` until the subscriber confirms, with the link in the email or chat message.",
    }),
    secret: secret().optional(),
  })
  .meta({
    id: "AcceptedSubscription",
    description: "For an email address, the response is the same for new and existing subscribers.",
    examples: [{ status: "pending" }],
  });

export const createdSchema = subscriberSchema.extend({ secret: secret().optional() }).meta({
  id: "SubscriberWithSecret",
  description: "A subscriber, with its signing secret if it is a webhook.",
});

export const serializeCreated = ({
  subscriber,
  secret,
}: CreatedSubscriber): z.infer<typeof createdSchema> => ({
  ...serializeSubscriber(subscriber),
  ...(secret !== null && { secret }),
});

const releasedCounts = {
  replayed: z.int().meta({ description: "Number of held deliveries that are sent now." }),
  cancelled: z.int().meta({ description: "Number of held deliveries that were canceled." }),
};

export const reactivatedSchema = subscriberSchema
  .extend(releasedCounts)
  .meta({ id: "ReactivatedSubscriber", description: "A reactivated subscriber." });

export const serializeReactivated = ({
  subscriber,
  ...counts
}: ReactivatedSubscriber): z.infer<typeof reactivatedSchema> => ({
  ...serializeSubscriber(subscriber),
  ...counts,
});

export const reactivatedSubscriptionSchema = subscriptionSchema
  .extend(releasedCounts)
  .meta({ id: "ReactivatedSubscription", description: "A reactivated subscription." });

export const serializeReactivatedSubscription = ({
  subscription,
  ...counts
}: ReactivatedSubscription): z.infer<typeof reactivatedSubscriptionSchema> => ({
  ...serializeSubscription(subscription),
  ...counts,
});

export const importSchema = z
  .object({
    created: z.int(),
    updated: z.int(),
    skipped: z.int(),
    failed: z.int(),
    rows: z.array(
      z.object({
        line: z
          .int()
          .meta({ description: "Line on which the row ends, starting at 1.", examples: [2] }),
        status: z.enum(["created", "updated", "skipped", "failed"]),
        message: z
          .string()
          .optional()
          .meta({ examples: ["has unsubscribed"] }),
        secret: secret().optional(),
      }),
    ),
  })
  .meta({
    id: "ImportReport",
    examples: [
      {
        created: 1,
        updated: 0,
        skipped: 0,
        failed: 1,
        rows: [
          { line: 2, status: "created" },
          { line: 3, status: "failed", message: "address must be an email address" },
        ],
      },
    ],
  });

export function serializeImport(rows: readonly ImportedRow[]): z.infer<typeof importSchema> {
  const count = (status: ImportedRow["status"]) =>
    rows.filter((row) => row.status === status).length;
  return {
    created: count("created"),
    updated: count("updated"),
    skipped: count("skipped"),
    failed: count("failed"),
    rows: [...rows],
  };
}

export const unsubscribedSchema = z
  .object({ status: z.literal("unsubscribed") })
  .meta({ id: "Unsubscribed" });
