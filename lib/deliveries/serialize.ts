import { z } from "zod";
import { type Channel, channels } from "@/lib/notifications/channel";
import { idOf, readHistory } from "@/lib/notifications/delivery-row";
import { type DeliveryState, deliveryStates } from "@/lib/notifications/queue";
import { openAddress } from "@/lib/subscribers/queries";
import { showAddress } from "@/lib/subscribers/rules";
import { handle, opaqueId, timestamp } from "@/lib/wire";
import type { Delivery, DeliveryReport } from "./queries";

/** Attempts of a delivery that are shown. */
export const HISTORY_LENGTH = 12;

/** Delivery on the wire, with its attempts newest first. */
export const deliveryWire = z
  .object({
    id: opaqueId().meta({ description: "Also the `webhook-id` of every attempt.", examples: ["01993c5e-2f7a-7c3b-9d0e-5a1b2c3d4e5f"] }),
    organization_id: handle(),
    event_id: opaqueId(),
    event: z.string().meta({ description: "What is told.", examples: ["incident.created"] }),
    incident_id: opaqueId().nullable(),
    maintenance_id: opaqueId().nullable(),
    title: z.string().nullable().meta({ description: "Of the incident or the maintenance, as it is called now; null when there is none any more.", examples: ["API is down"] }),
    subscriber_id: opaqueId(),
    channel: z.enum(channels),
    address: z.string().meta({ description: "The subscriber's; of a chat channel's URL, only so much as tells it from others.", examples: ["bob@example.com"] }),
    state: z.enum(deliveryStates),
    attempts: z.int(),
    next_attempt_at: timestamp().nullable().meta({ description: "While it is pending." }),
    created_at: timestamp(),
    finished_at: timestamp().nullable(),
    history: z
      .array(
        z.object({
          at: timestamp(),
          duration_ms: z.int().meta({ examples: [183] }),
          status_code: z.int().nullable().meta({ examples: [503] }),
          error: z.string().nullable().meta({ examples: ["answered with status 503"] }),
          response: z.string().nullable().meta({ description: "The beginning of the answer.", examples: ["Service Unavailable"] }),
        }),
      )
      .meta({ description: "The last attempts, newest first." }),
  })
  .meta({ id: "Delivery", description: "One event on its way to one subscriber." });

export function serializeDelivery(delivery: Delivery): z.infer<typeof deliveryWire> {
  const channel = delivery.channel as Channel;
  return {
    id: idOf(delivery),
    organization_id: delivery.organizationId,
    event_id: delivery.eventId,
    event: delivery.event.kind,
    incident_id: delivery.event.incidentId,
    maintenance_id: delivery.event.maintenanceId,
    title: (delivery.event.incident ?? delivery.event.maintenance)?.title ?? null,
    subscriber_id: delivery.subscriberId,
    channel,
    address: showAddress(channel, openAddress(channel, delivery.subscriber.address)),
    state: delivery.state as DeliveryState,
    attempts: delivery.attempts,
    next_attempt_at: delivery.state === "pending" ? delivery.nextAttemptAt.toISOString() : null,
    created_at: delivery.createdAt.toISOString(),
    finished_at: delivery.finishedAt?.toISOString() ?? null,
    history: readHistory(delivery.history, HISTORY_LENGTH),
  };
}

/** Delivery report of an incident, a maintenance or a span of time: counts by state, and within it by channel. */
export const reportWire = z
  .object({
    total: z.int(),
    states: z.record(z.string(), z.object({ total: z.int(), channels: z.record(z.string(), z.int()) })),
  })
  .meta({ id: "DeliveryReport", description: "Counts by state, and within it by channel; what is zero is absent.", examples: [{ total: 3, states: { delivered: { total: 3, channels: { email: 2, webhook: 1 } } } }] });

export function serializeReport({ total, counts }: DeliveryReport): z.infer<typeof reportWire> {
  const states: Record<string, { total: number; channels: Record<string, number> }> = {};
  for (const { state, channel, count } of counts) {
    const entry = (states[state] ??= { total: 0, channels: {} });
    entry.total += count;
    entry.channels[channel] = count;
  }
  return { total, states };
}
