import { z } from "zod";
import { operation } from "@/lib/operation";
import { deliveryFilter, summarySpan } from "./schema";
import { deliveryWire, reportWire } from "./serialize";

/** Calls about what was sent to whom. */
export const deliveryOperations = {
  listDeliveries: operation({
    id: "listDeliveries",
    method: "GET",
    path: "/v1/organizations/{orgID}/deliveries",
    tag: "Deliveries",
    summary: "Deliveries with their attempts, newest first",
    description: "They are deleted after the days that the installation sets (`DELIVERY_RETENTION_DAYS`, 90); the reports of incidents and maintenances still count them.",
    access: "viewer",
    query: deliveryFilter,
    paged: true,
    answer: { status: 200, schema: z.array(deliveryWire) },
  }),
  summarizeDeliveries: operation({
    id: "summarizeDeliveries",
    method: "GET",
    path: "/v1/organizations/{orgID}/deliveries/summary",
    tag: "Deliveries",
    summary: "Deliveries of the last hours: counts by state and channel",
    description: "Of what happened in the last `hours`, 1 to 168, 24 unless given.",
    access: "viewer",
    query: summarySpan,
    answer: { status: 200, schema: reportWire },
  }),
  getDelivery: operation({
    id: "getDelivery",
    method: "GET",
    path: "/v1/organizations/{orgID}/deliveries/{deliveryID}",
    tag: "Deliveries",
    summary: "One delivery",
    access: "viewer",
    answer: { status: 200, schema: deliveryWire },
  }),
  sendTest: operation({
    id: "sendTest",
    method: "POST",
    path: "/v1/organizations/{orgID}/subscribers/{subscriberID}/test",
    tag: "Subscribers",
    summary: "Send a subscriber a test message",
    description: "One message to this subscriber alone, on the way that all take: its delivery is answered, stands in the list as the event `test`, and can be redelivered. 409 unless the subscriber is active; at most 10 a minute.",
    access: "editor",
    errors: ["conflict"],
    answer: { status: 202, schema: deliveryWire },
  }),
  redeliver: operation({
    id: "redeliver",
    method: "POST",
    path: "/v1/organizations/{orgID}/deliveries/{deliveryID}/redeliver",
    tag: "Deliveries",
    summary: "Send one again, under the same id",
    access: "editor",
    errors: ["conflict"],
    answer: { status: 202, schema: deliveryWire },
  }),
  getDeliveryReport: operation({
    id: "getDeliveryReport",
    method: "GET",
    path: "/v1/organizations/{orgID}/incidents/{incidentID}/deliveries",
    tag: "Deliveries",
    summary: "Who was told of an incident: counts by state and channel",
    access: "viewer",
    answer: { status: 200, schema: reportWire },
  }),
  getMaintenanceDeliveryReport: operation({
    id: "getMaintenanceDeliveryReport",
    method: "GET",
    path: "/v1/organizations/{orgID}/maintenances/{maintenanceID}/deliveries",
    tag: "Deliveries",
    summary: "Who was told of a maintenance: counts by state and channel",
    access: "viewer",
    answer: { status: 200, schema: reportWire },
  }),
} as const;
