import { z } from "zod";
import { defineOperation } from "@/lib/operation";
import { deliveryFilter, summaryQuery } from "./schema";
import { deliverySchema, heldEmailsSchema, deliveryReportSchema } from "./serialize";

export const deliveryOperations = {
  listDeliveries: defineOperation({
    id: "listDeliveries",
    method: "GET",
    path: "/v1/organizations/{orgID}/deliveries",
    tag: "Deliveries",
    summary: "List deliveries",
    description:
      "Newest first, each with its attempts. An email or chat message is `superseded` if a newer " +
      "update of the same incident, maintenance, or component replaced it before it was sent. " +
      "Deliveries are deleted after 90 days " +
      "(`DELIVERY_RETENTION_DAYS` of the installation). The delivery reports of incidents and " +
      "maintenances still count them.",
    access: "viewer",
    query: deliveryFilter,
    isPaged: true,
    response: { status: 200, schema: z.array(deliverySchema) },
  }),
  summarizeDeliveries: defineOperation({
    id: "summarizeDeliveries",
    method: "GET",
    path: "/v1/organizations/{orgID}/deliveries/summary",
    tag: "Deliveries",
    summary: "Summarize recent deliveries",
    description:
      "Counts deliveries from the last `hours` (1 to 168, default 24) by state and channel. When " +
      "there are very many, the counts can be up to 30 seconds old.",
    access: "viewer",
    query: summaryQuery,
    response: { status: 200, schema: deliveryReportSchema },
  }),
  getHeldEmails: defineOperation({
    id: "getHeldEmails",
    method: "GET",
    path: "/v1/organizations/{orgID}/held-emails",
    tag: "Deliveries",
    summary: "Count emails on hold",
    description:
      "Invitations, and emails to subscribers that have not confirmed their address, are " +
      "`held` until an owner or admin of the organization has a confirmed email address. Held " +
      "emails expire after 7 days. Confirmed subscribers, webhooks, and chat channels are " +
      "notified right away.",
    access: "viewer",
    response: { status: 200, schema: heldEmailsSchema },
  }),
  getDelivery: defineOperation({
    id: "getDelivery",
    method: "GET",
    path: "/v1/organizations/{orgID}/deliveries/{deliveryID}",
    tag: "Deliveries",
    summary: "Get a delivery",
    access: "viewer",
    response: { status: 200, schema: deliverySchema },
  }),
  sendTest: defineOperation({
    id: "sendTest",
    method: "POST",
    path: "/v1/organizations/{orgID}/subscribers/{subscriberID}/test",
    tag: "Subscribers",
    summary: "Send a subscriber a test message",
    description:
      "Sends a message with the event `test` to this subscriber only and returns its delivery, " +
      "which you can list and redeliver like any other. Returns 409 unless the subscriber is " +
      "active. Limited to 10 per minute for each organization.",
    access: "editor",
    errors: ["conflict"],
    response: { status: 202, schema: deliverySchema },
  }),
  redeliver: defineOperation({
    id: "redeliver",
    method: "POST",
    path: "/v1/organizations/{orgID}/deliveries/{deliveryID}/redeliver",
    tag: "Deliveries",
    summary: "Redeliver a message",
    description: "Sends the message again, with the same ID.",
    access: "editor",
    errors: ["conflict"],
    response: { status: 202, schema: deliverySchema },
  }),
  getDeliveryReport: defineOperation({
    id: "getDeliveryReport",
    method: "GET",
    path: "/v1/organizations/{orgID}/incidents/{incidentID}/deliveries",
    tag: "Deliveries",
    summary: "Get an incident's delivery report",
    access: "viewer",
    response: { status: 200, schema: deliveryReportSchema },
  }),
  getMaintenanceDeliveryReport: defineOperation({
    id: "getMaintenanceDeliveryReport",
    method: "GET",
    path: "/v1/organizations/{orgID}/maintenances/{maintenanceID}/deliveries",
    tag: "Deliveries",
    summary: "Get a maintenance's delivery report",
    access: "viewer",
    response: { status: 200, schema: deliveryReportSchema },
  }),
} as const;
