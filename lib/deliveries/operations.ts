import { z } from "zod";
import { defineOperations } from "@/lib/operation";
import { deliveryList, redeliveryRequest, summaryQuery } from "./schema";
import {
  deliveryReportSchema,
  deliverySchema,
  heldEmailsSchema,
  redeliverySchema,
} from "./serialize";

export const deliveryOperations = {
  ...defineOperations("Deliveries", {
    listDeliveries: {
      endpoint: "GET /v1/organizations/{orgID}/deliveries",
      summary: "List deliveries",
      description:
        "Newest first, each with its attempts. An email or chat message is `superseded` if a newer " +
        "update of the same incident, maintenance, or component replaced it before it was sent. " +
        "Deliveries are deleted after 90 days by default (the installation's " +
        "`DELIVERY_RETENTION_DAYS` setting). The delivery reports of incidents and " +
        "maintenances still count them.",
      access: "viewer",
      query: deliveryList,
      isPaged: true,
      response: { status: 200, schema: z.array(deliverySchema) },
    },
    summarizeDeliveries: {
      endpoint: "GET /v1/organizations/{orgID}/deliveries/summary",
      summary: "Summarize recent deliveries",
      description:
        "Counts deliveries from the last `hours` (1 to 168, default 24) by state and channel. " +
        "For organizations with very many deliveries, the counts can be up to 30 seconds old.",
      access: "viewer",
      query: summaryQuery,
      response: { status: 200, schema: deliveryReportSchema },
    },
    getHeldEmails: {
      endpoint: "GET /v1/organizations/{orgID}/held-emails",
      summary: "Count emails on hold",
      description:
        "Invitations, and emails to subscribers who have not confirmed their address, are " +
        "`held` until an owner or admin of the organization has a confirmed email address. Held " +
        "emails expire after 7 days. Confirmed subscribers, webhooks, and chat channels are " +
        "notified right away.",
      access: "viewer",
      response: { status: 200, schema: heldEmailsSchema },
    },
    getDelivery: {
      endpoint: "GET /v1/organizations/{orgID}/deliveries/{deliveryID}",
      summary: "Get a delivery",
      access: "viewer",
      response: { status: 200, schema: deliverySchema },
    },
  }),
  ...defineOperations("Subscribers", {
    sendTest: {
      endpoint: "POST /v1/organizations/{orgID}/subscribers/{subscriberID}/test",
      summary: "Send a subscriber a test message",
      description:
        "Sends a message with the event `test` to this subscriber only and returns its delivery, " +
        "which you can list and redeliver like any other. Returns 409 unless the subscriber is " +
        "active. Limited to 10 per minute for each organization.",
      access: "editor",
      errors: ["conflict"],
      response: { status: 202, schema: deliverySchema },
    },
  }),
  ...defineOperations("Deliveries", {
    redeliver: {
      endpoint: "POST /v1/organizations/{orgID}/deliveries/{deliveryID}/redeliver",
      summary: "Redeliver a message",
      description: "Sends the message again, with the same ID.",
      access: "editor",
      errors: ["conflict"],
      response: { status: 202, schema: deliverySchema },
    },
    redeliverDeliveries: {
      endpoint: "POST /v1/organizations/{orgID}/deliveries/redeliver",
      summary: "Redeliver several messages",
      description:
        "Sends up to 200 messages again, each with the same ID. `rejected` lists the deliveries that " +
        "can't be sent again, such as those that don't exist or are being sent.",
      access: "editor",
      body: redeliveryRequest,
      response: { status: 200, schema: redeliverySchema },
    },
    getDeliveryReport: {
      endpoint: "GET /v1/organizations/{orgID}/incidents/{incidentID}/deliveries",
      summary: "Get an incident's delivery report",
      access: "viewer",
      response: { status: 200, schema: deliveryReportSchema },
    },
    getMaintenanceDeliveryReport: {
      endpoint: "GET /v1/organizations/{orgID}/maintenances/{maintenanceID}/deliveries",
      summary: "Get a maintenance's delivery report",
      access: "viewer",
      response: { status: 200, schema: deliveryReportSchema },
    },
  }),
} as const;
