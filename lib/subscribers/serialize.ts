import { z } from "zod";
import { type Channel, channels } from "@/lib/notifications/channel";
import { handle, opaqueId, timestamp } from "@/lib/response-schemas";
import type { CreatedSubscriber, ReactivatedSubscriber } from "./commands";
import type { ImportedRow } from "./imports";
import { maskAddress } from "./rules";
import type { Subscriber, SubscriberSummary } from "./queries";
import { type SubscriberState, subscriberStates } from "./schema";
import type { AcceptedSubscription, ReactivatedSubscription, Subscription } from "./self-service";

const address = () =>
  z.string().meta({
    description:
      "An email address or a URL. For a chat channel, only the host and the last characters of " +
      "its URL; `unreadable` if the server no longer has the secret to decrypt it.",
    examples: ["bob@example.com"],
  });
const everything = () =>
  z.boolean().meta({
    description:
      "Whether the subscriber is notified of everything. If false, only of the chosen " +
      "components and incidents.",
  });
const secret = () =>
  z.string().meta({
    description: "Signs the requests to a webhook (Standard Webhooks). Shown only once.",
    examples: ["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"],
  });

/** As members see it, without its tokens. */
export const subscriberWire = z
  .object({
    id: opaqueId(),
    organization_id: handle(),
    channel: z.enum(channels),
    address: address(),
    state: z.enum(subscriberStates),
    everything: everything(),
    component_ids: z.array(opaqueId()),
    incident_ids: z.array(opaqueId()),
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
      "A subscriber to an organization's incidents and maintenances, as members of the " +
      "organization see it.",
  });

export function serializeSubscriber(subscriber: Subscriber): z.infer<typeof subscriberWire> {
  return {
    id: subscriber.id,
    organization_id: subscriber.organizationId,
    channel: subscriber.channel,
    address: maskAddress(subscriber.channel, subscriber.address),
    state: subscriber.state,
    everything: subscriber.everything,
    component_ids: subscriber.componentIds,
    incident_ids: subscriber.incidentIds,
    contact_email: subscriber.contactEmail,
    quarantined_at: subscriber.quarantinedAt?.toISOString() ?? null,
    confirmed_at: subscriber.confirmedAt?.toISOString() ?? null,
    created_at: subscriber.createdAt.toISOString(),
    updated_at: subscriber.updatedAt.toISOString(),
  };
}

export const subscriptionWire = z
  .object({
    organization: z.object({ id: handle(), name: z.string().meta({ examples: ["Acme"] }) }),
    channel: z.enum(channels),
    address: address(),
    state: z.enum(subscriberStates),
    everything: everything(),
    component_ids: z.array(opaqueId()),
    incident_ids: z.array(opaqueId()),
    components: z
      .array(z.object({ id: opaqueId(), name: z.string().meta({ examples: ["Website"] }) }))
      .meta({ description: "Components that the subscriber can choose." }),
  })
  .meta({ id: "Subscription", description: "A subscription, as its subscriber sees it." });

export function serializeSubscription({
  organization,
  subscriber,
  components,
}: Subscription): z.infer<typeof subscriptionWire> {
  return {
    organization,
    channel: subscriber.channel,
    address: maskAddress(subscriber.channel, subscriber.address),
    state: subscriber.state,
    everything: subscriber.everything,
    component_ids: subscriber.componentIds,
    incident_ids: subscriber.incidentIds,
    components,
  };
}

const byState = z.object({
  unconfirmed: z.int(),
  active: z.int(),
  quarantined: z.int(),
  unsubscribed: z.int(),
});

export const summaryWire = z
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
}: SubscriberSummary): z.infer<typeof summaryWire> {
  const countOf = (channel: Channel, state: SubscriberState) =>
    counts.find((entry) => entry.channel === channel && entry.state === state)?.count ?? 0;
  const statesOf = (channel: Channel) =>
    Object.fromEntries(subscriberStates.map((state) => [state, countOf(channel, state)]));
  return {
    total: counts.reduce((sum, { count }) => sum + count, 0),
    channels: Object.fromEntries(
      channels.map((channel) => [channel, statesOf(channel)]),
    ) as z.infer<typeof summaryWire>["channels"],
    everything,
    components: components.map(({ componentId, count }) => ({ component_id: componentId, count })),
  };
}

export const acceptedWire = z
  .object({
    status: z.enum(["pending", "active"]).meta({
      description:
        "`pending` until the link in the email, or in the message to the chat channel, is opened.",
    }),
    secret: secret().optional(),
  })
  .meta({
    id: "AcceptedSubscription",
    description: "The response is the same whether or not the address was already subscribed.",
    examples: [{ status: "pending" }],
  });

export const serializeAccepted = (accepted: AcceptedSubscription): z.infer<typeof acceptedWire> =>
  accepted;

export const createdWire = subscriberWire.extend({ secret: secret().optional() }).meta({
  id: "SubscriberWithSecret",
  description: "A subscriber, with its signing secret if it is a webhook.",
});

export const serializeCreated = ({
  subscriber,
  secret,
}: CreatedSubscriber): z.infer<typeof createdWire> => ({
  ...serializeSubscriber(subscriber),
  ...(secret !== null && { secret }),
});

export const reactivatedWire = subscriberWire
  .extend({
    replayed: z.int().meta({ description: "Number of held deliveries that are sent now." }),
    cancelled: z.int().meta({ description: "Number of held deliveries that were canceled." }),
  })
  .meta({ id: "ReactivatedSubscriber", description: "A reactivated subscriber." });

export const serializeReactivated = ({
  subscriber,
  replayed,
  cancelled,
}: ReactivatedSubscriber): z.infer<typeof reactivatedWire> => ({
  ...serializeSubscriber(subscriber),
  replayed,
  cancelled,
});

export const reactivatedSubscriptionWire = subscriptionWire
  .extend({
    replayed: z.int().meta({ description: "Number of held deliveries that are sent now." }),
    cancelled: z.int().meta({ description: "Number of held deliveries that were canceled." }),
  })
  .meta({ id: "ReactivatedSubscription", description: "A reactivated subscription." });

export const serializeReactivatedSubscription = ({
  subscription,
  replayed,
  cancelled,
}: ReactivatedSubscription): z.infer<typeof reactivatedSubscriptionWire> => ({
  ...serializeSubscription(subscription),
  replayed,
  cancelled,
});

export const importWire = z
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

export function serializeImport(rows: readonly ImportedRow[]): z.infer<typeof importWire> {
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

export const unsubscribedWire = z
  .object({ status: z.literal("unsubscribed") })
  .meta({ id: "Unsubscribed" });
