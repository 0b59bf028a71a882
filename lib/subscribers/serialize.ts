import { z } from "zod";
import { type Channel, channels } from "@/lib/notifications/channel";
import { handle, opaqueId, timestamp } from "@/lib/wire";
import type { Created, Reactivated } from "./commands";
import type { ImportedRow } from "./imports";
import { showAddress } from "./rules";
import type { Subscriber, SubscriberSummary } from "./queries";
import { type SubscriberState, subscriberStates } from "./schema";
import type { Accepted, ReactivatedSubscription, Subscription } from "./self-service";

const address = () => z.string().meta({ description: "An email address or a URL; of a chat channel's URL, only so much as tells it from others.", examples: ["bob@example.com"] });
const everything = () => z.boolean().meta({ description: "Hears of everything; else of the chosen components and incidents." });
const secret = () => z.string().meta({ description: "Signs the requests to a webhook (Standard Webhooks). Told this once.", examples: ["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"] });

/** Subscriber on the wire, for members. Its tokens are nobody's but its own. */
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
    contact_email: z.string().nullable().meta({ description: "Who is told when an endpoint fails for long.", examples: ["ops@example.com"] }),
    quarantined_at: timestamp().nullable(),
    confirmed_at: timestamp().nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({ id: "Subscriber", description: "An address that hears of an organization's incidents, as members see it." });

export function serializeSubscriber(subscriber: Subscriber): z.infer<typeof subscriberWire> {
  return {
    id: subscriber.id,
    organization_id: subscriber.organizationId,
    channel: subscriber.channel,
    address: showAddress(subscriber.channel, subscriber.address),
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

/** Subscription on the wire, for whoever holds one of its tokens; `components` are those to choose from. */
export const subscriptionWire = z
  .object({
    organization: z.object({ id: handle(), name: z.string().meta({ examples: ["Acme"] }) }),
    channel: z.enum(channels),
    address: address(),
    state: z.enum(subscriberStates),
    everything: everything(),
    component_ids: z.array(opaqueId()),
    incident_ids: z.array(opaqueId()),
    components: z.array(z.object({ id: opaqueId(), name: z.string().meta({ examples: ["Website"] }) })).meta({ description: "Those to choose from." }),
  })
  .meta({ id: "Subscription", description: "A subscription, as its subscriber sees it." });

export function serializeSubscription({ organization, subscriber, components }: Subscription): z.infer<typeof subscriptionWire> {
  return {
    organization,
    channel: subscriber.channel,
    address: showAddress(subscriber.channel, subscriber.address),
    state: subscriber.state,
    everything: subscriber.everything,
    component_ids: subscriber.componentIds,
    incident_ids: subscriber.incidentIds,
    components,
  };
}

const byState = z.object({ unconfirmed: z.int(), active: z.int(), quarantined: z.int(), unsubscribed: z.int() });

/** Summary of the subscribers on the wire. */
export const summaryWire = z
  .object({
    total: z.int(),
    channels: z.object({ email: byState, webhook: byState, slack: byState, discord: byState, teams: byState }),
    everything: z.int(),
    components: z.array(z.object({ component_id: opaqueId(), count: z.int() })),
  })
  .meta({
    id: "SubscriberSummary",
    description: "How many there are: of each channel in each state, and of the active ones, how many hear of everything, and how many chose which component. A component that nobody chose is left out.",
  });

export function serializeSummary({ counts, everything, components }: SubscriberSummary): z.infer<typeof summaryWire> {
  const countOf = (channel: Channel, state: SubscriberState) => counts.find((entry) => entry.channel === channel && entry.state === state)?.count ?? 0;
  const statesOf = (channel: Channel) => Object.fromEntries(subscriberStates.map((state) => [state, countOf(channel, state)]));
  return {
    total: counts.reduce((sum, { count }) => sum + count, 0),
    channels: Object.fromEntries(channels.map((channel) => [channel, statesOf(channel)])) as z.infer<typeof summaryWire>["channels"],
    everything,
    components: components.map(({ componentId, count }) => ({ component_id: componentId, count })),
  };
}

/** What is said to whoever subscribes. */
export const acceptedWire = z
  .object({
    status: z.enum(["pending", "active"]).meta({ description: "`pending` until the mail's link is followed." }),
    secret: secret().optional(),
  })
  .meta({ id: "AcceptedSubscription", description: "The same, whether or not the address was known.", examples: [{ status: "pending" }] });

export const serializeAccepted = (accepted: Accepted): z.infer<typeof acceptedWire> => accepted;

/** Subscriber with the signing secret that is told this once. */
export const createdWire = subscriberWire.extend({ secret: secret().optional() }).meta({ id: "SubscriberWithSecret", description: "A subscriber, and the signing secret if it is a webhook." });

export const serializeCreated = ({ subscriber, secret }: Created): z.infer<typeof createdWire> => ({
  ...serializeSubscriber(subscriber),
  ...(secret !== null && { secret }),
});

/** Subscriber with the number of deliveries that became due again, or were cancelled. */
export const reactivatedWire = subscriberWire
  .extend({ replayed: z.int().meta({ description: "Deliveries that became due again." }), cancelled: z.int().meta({ description: "Deliveries that will not be sent." }) })
  .meta({ id: "ReactivatedSubscriber", description: "A subscriber out of quarantine." });

export const serializeReactivated = ({ subscriber, replayed, cancelled }: Reactivated): z.infer<typeof reactivatedWire> => ({
  ...serializeSubscriber(subscriber),
  replayed,
  cancelled,
});

/** Subscription with the number of deliveries that became due again, or were cancelled. */
export const reactivatedSubscriptionWire = subscriptionWire
  .extend({ replayed: z.int().meta({ description: "Deliveries that became due again." }), cancelled: z.int().meta({ description: "Deliveries that will not be sent." }) })
  .meta({ id: "ReactivatedSubscription", description: "A subscription out of quarantine." });

export const serializeReactivatedSubscription = ({ subscription, replayed, cancelled }: ReactivatedSubscription): z.infer<typeof reactivatedSubscriptionWire> => ({
  ...serializeSubscription(subscription),
  replayed,
  cancelled,
});

/** Report of an import: how many rows came to what, and each of them. */
export const importWire = z
  .object({
    created: z.int(),
    updated: z.int(),
    skipped: z.int(),
    failed: z.int(),
    rows: z.array(
      z.object({
        line: z.int().meta({ description: "Where in the file the row ends, from 1.", examples: [2] }),
        status: z.enum(["created", "updated", "skipped", "failed"]),
        message: z.string().optional().meta({ examples: ["subscribes already"] }),
        secret: secret().optional(),
      }),
    ),
  })
  .meta({ id: "ImportReport", examples: [{ created: 1, updated: 0, skipped: 0, failed: 1, rows: [{ line: 2, status: "created" }, { line: 3, status: "failed", message: "address must be an email address" }] }] });

export function serializeImport(rows: readonly ImportedRow[]): z.infer<typeof importWire> {
  const count = (status: ImportedRow["status"]) => rows.filter((row) => row.status === status).length;
  return { created: count("created"), updated: count("updated"), skipped: count("skipped"), failed: count("failed"), rows: [...rows] };
}

/** What a mail program is told that unsubscribed with one click. */
export const unsubscribedWire = z.object({ status: z.literal("unsubscribed") }).meta({ id: "Unsubscribed" });
