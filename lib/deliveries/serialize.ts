import { z } from "zod";
import { type Channel, channels } from "@/lib/notifications/channel";
import {
  type DeliveryState,
  deliveryStates,
  formatDeliveryId,
  readHistory,
} from "@/lib/notifications/delivery-row";
import type { HeldEmails } from "@/lib/email/held-emails";
import { decryptAddress } from "@/lib/subscribers/queries";
import { maskAddress } from "@/lib/subscribers/rules";
import {
  estimatedSeconds,
  organizationId,
  nullableText,
  opaqueId,
  timestamp,
} from "@/lib/response-schemas";
import type { Delivery, DeliveryReport } from "./queries";
import { FAILING } from "./rules";

export const HISTORY_LENGTH = 12;

export const deliverySchema = z
  .object({
    id: opaqueId().meta({
      description: "Every attempt to deliver a webhook sends this ID in the `webhook-id` header.",
      examples: ["01993c5e-2f7a-7c3b-9d0e-5a1b2c3d4e5f"],
    }),
    organization_id: organizationId(),
    event_id: opaqueId(),
    event: z
      .string()
      .meta({ description: "The type of the event.", examples: ["incident.created"] }),
    incident_id: opaqueId().nullable(),
    maintenance_id: opaqueId().nullable(),
    component_id: opaqueId().nullable(),
    title: z
      .string()
      .nullable()
      .meta({
        description:
          "Current title of the incident or maintenance, or name of the component; null if it was " +
          "deleted, and for test messages.",
        examples: ["API is down"],
      }),
    subscriber_id: opaqueId(),
    channel: z.enum(channels),
    address: z.string().meta({
      description: "The subscriber's address. URLs of chat channels are masked.",
      examples: ["bob@example.com"],
    }),
    state: z.enum(deliveryStates),
    attempts: z.int(),
    next_attempt_at: timestamp()
      .nullable()
      .meta({ description: "When the next attempt is due, while the delivery is pending." }),
    created_at: timestamp(),
    finished_at: timestamp().nullable(),
    history: z
      .array(
        z.object({
          at: timestamp(),
          duration_ms: z.int().meta({ examples: [183] }),
          status_code: z
            .int()
            .nullable()
            .meta({ examples: [503] }),
          error: nullableText("The endpoint responded with 503."),
          response: z
            .string()
            .nullable()
            .meta({
              description: "The beginning of the response body.",
              examples: ["Service Unavailable"],
            }),
        }),
      )
      .meta({ description: "The most recent attempts, newest first." }),
  })
  .meta({ id: "Delivery", description: "A notification about one event to one subscriber." });

export const redeliverySchema = z
  .object({
    redelivered: z.int().meta({ description: "The number of deliveries that were queued again." }),
    rejected: z
      .array(z.object({ id: opaqueId(), message: z.string() }))
      .meta({ description: "The other deliveries, and why they can't be sent again." }),
  })
  .meta({ id: "Redelivery" });

export function serializeDelivery(delivery: Delivery): z.infer<typeof deliverySchema> {
  const channel = delivery.channel as Channel;
  return {
    id: formatDeliveryId(delivery),
    organization_id: delivery.organizationId,
    event_id: delivery.eventId,
    event: delivery.event.kind,
    incident_id: delivery.event.incidentId,
    maintenance_id: delivery.event.maintenanceId,
    component_id: delivery.event.componentId,
    title:
      (delivery.event.incident ?? delivery.event.maintenance)?.title ??
      delivery.event.component?.name ??
      null,
    subscriber_id: delivery.subscriberId,
    channel,
    address: maskAddress(channel, decryptAddress(channel, delivery.subscriber.address)),
    state: delivery.state as DeliveryState,
    attempts: delivery.attempts,
    next_attempt_at: delivery.state === "pending" ? delivery.nextAttemptAt.toISOString() : null,
    created_at: delivery.createdAt.toISOString(),
    finished_at: delivery.finishedAt?.toISOString() ?? null,
    history: readHistory(delivery.history, HISTORY_LENGTH),
  };
}

export const heldEmailsSchema = z
  .object({
    verified: z.boolean().meta({
      description:
        "Whether an owner or admin has a confirmed email address. Also true if verification is " +
        "turned off.",
    }),
    count: z.int().meta({ description: "Number of emails on hold." }),
    expires_at: timestamp()
      .nullable()
      .meta({ description: "When the oldest email on hold expires; null if there is none." }),
  })
  .meta({
    id: "HeldEmails",
    description: "Emails on hold until an owner or admin confirms their email address.",
  });

export const serializeHeldEmails = ({
  isVerified,
  count,
  expiresAt,
}: HeldEmails): z.infer<typeof heldEmailsSchema> => ({
  verified: isVerified,
  count,
  expires_at: expiresAt?.toISOString() ?? null,
});

const countsSchema = z.object({ total: z.int(), channels: z.record(z.string(), z.int()) });

export const deliveryReportSchema = z
  .object({
    total: z.int(),
    states: z.record(z.string(), countsSchema),
    failing: countsSchema.optional().meta({
      description: "Pending deliveries whose attempts have failed so far. They are retried.",
    }),
    sending_at: timestamp().optional().meta({
      description: "When the next delayed notifications are sent (`notify_after_seconds`).",
    }),
    estimated_seconds: estimatedSeconds(),
  })
  .meta({
    id: "DeliveryReport",
    description: "Deliveries counted by state and channel. Zero counts are omitted.",
    examples: [
      { total: 3, states: { delivered: { total: 3, channels: { email: 2, webhook: 1 } } } },
    ],
  });

export function serializeReport({
  total,
  counts,
  sendingAt,
  estimatedSeconds: seconds,
}: DeliveryReport): z.infer<typeof deliveryReportSchema> {
  const states: Record<string, z.infer<typeof countsSchema>> = {};
  const failing: z.infer<typeof countsSchema> = { total: 0, channels: {} };
  for (const { state, channel, count } of counts) {
    const isFailing = state === FAILING;
    for (const entry of [
      (states[isFailing ? "pending" : state] ??= { total: 0, channels: {} }),
      ...(isFailing ? [failing] : []),
    ]) {
      entry.total += count;
      entry.channels[channel] = (entry.channels[channel] ?? 0) + count;
    }
  }
  return {
    total,
    states,
    ...(failing.total > 0 && { failing }),
    ...(sendingAt && { sending_at: sendingAt.toISOString() }),
    ...(seconds !== undefined && { estimated_seconds: seconds }),
  };
}
