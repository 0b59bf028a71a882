import { z } from "zod";
import { limits } from "@/lib/limits";
import { defineOperations } from "@/lib/operation";
import {
  subscriptionToken,
  newSubscriber,
  newSubscription,
  reactivation,
  secretRotation,
  subscriberChange,
  subscriberExport,
  subscriberDeletion,
  subscriberRestoration,
  subscriberList,
  SUBSCRIPTION_BODY_BYTES,
  subscriptionChange,
} from "./schema";
import {
  acceptedSchema,
  createdSchema,
  deletedSchema,
  importSchema,
  reactivatedSubscriptionSchema,
  reactivatedSchema,
  restoredSchema,
  subscriberSchema,
  subscriptionSchema,
  summarySchema,
  unsubscribedSchema,
} from "./serialize";

export const subscriberOperations = {
  ...defineOperations("Subscribers", {
    listSubscribers: {
      endpoint: "GET /v1/organizations/{orgID}/subscribers",
      summary: "List subscribers",
      access: "viewer",
      query: subscriberList,
      isPaged: true,
      response: { status: 200, schema: z.array(subscriberSchema) },
    },
    summarizeSubscribers: {
      endpoint: "GET /v1/organizations/{orgID}/subscribers/summary",
      summary: "Summarize subscribers",
      access: "viewer",
      response: { status: 200, schema: summarySchema },
    },
    createSubscriber: {
      endpoint: "POST /v1/organizations/{orgID}/subscribers",
      summary: "Create a subscriber",
      description:
        "Subscribes an email address, a webhook, or a Slack, Discord, or Teams channel. An email " +
        "address gets a confirmation link, unless `skip_confirmation` is true and the address has " +
        "not unsubscribed before.",
      access: "editor",
      body: newSubscriber,
      supportsIdempotencyKey: true,
      errors: ["conflict"],
      response: { status: 201, schema: createdSchema },
    },
    getSubscriber: {
      endpoint: "GET /v1/organizations/{orgID}/subscribers/{subscriberID}",
      summary: "Get a subscriber",
      access: "viewer",
      response: { status: 200, schema: subscriberSchema },
    },
    changeSubscriber: {
      endpoint: "PATCH /v1/organizations/{orgID}/subscribers/{subscriberID}",
      summary: "Edit a subscriber",
      access: "editor",
      body: subscriberChange,
      supportsIfMatch: true,
      response: { status: 200, schema: subscriberSchema, hasETag: true },
    },
    deleteSubscriber: {
      endpoint: "DELETE /v1/organizations/{orgID}/subscribers/{subscriberID}",
      summary: "Delete a subscriber",
      access: "editor",
      supportsIfMatch: true,
      response: { status: 204 },
    },
    deleteSubscribers: {
      endpoint: "POST /v1/organizations/{orgID}/subscribers/delete",
      summary: "Delete several subscribers",
      description:
        "Ignores IDs of subscribers that don't exist. A request that fails may have deleted some.",
      access: "editor",
      body: subscriberDeletion,
      response: { status: 200, schema: deletedSchema },
    },
    restoreSubscribers: {
      endpoint: "POST /v1/organizations/{orgID}/subscribers/restore",
      summary: "Restore deleted subscribers",
      description:
        "Restores subscribers that were deleted in the last hour, without their deliveries. Ignores " +
        "other IDs, and addresses that were subscribed again.",
      access: "editor",
      body: subscriberRestoration,
      errors: ["conflict"],
      response: { status: 200, schema: restoredSchema },
    },
    rotateSecret: {
      endpoint: "POST /v1/organizations/{orgID}/subscribers/{subscriberID}/rotate-secret",
      summary: "Rotate a signing secret",
      description:
        "Returns a new secret. During `overlap_hours`, messages are also signed with the previous " +
        "one.",
      access: "editor",
      recentPassword: true,
      body: secretRotation,
      errors: ["conflict"],
      response: { status: 200, schema: createdSchema },
    },
    reactivateSubscriber: {
      endpoint: "POST /v1/organizations/{orgID}/subscribers/{subscriberID}/reactivate",
      summary: "Reactivate a quarantined subscriber",
      description: "With `replay`, held notifications are sent; otherwise they are canceled.",
      access: "editor",
      body: reactivation,
      errors: ["conflict"],
      response: { status: 200, schema: reactivatedSchema },
    },
    importSubscribers: {
      endpoint: "POST /v1/organizations/{orgID}/subscribers/import",
      summary: "Import subscribers from CSV",
      description:
        "Returns a report with the result of each row. " +
        "`confirmed` has no effect on addresses that unsubscribed before.",
      access: "editor",
      supportsIdempotencyKey: true,
      text: { mediaType: "text/csv", maxBytes: () => limits.importBytes },
      response: { status: 200, schema: importSchema },
    },
    exportSubscribers: {
      endpoint: "GET /v1/organizations/{orgID}/subscribers/export",
      summary: "Export subscribers as CSV",
      query: subscriberExport,
      access: "editor",
      response: { status: 200, mediaTypes: ["text/csv"] },
    },
  }),
  ...defineOperations("Subscriptions", {
    subscribe: {
      endpoint: "POST /v1/organizations/{orgID}/subscriptions",
      summary: "Subscribe to a status page",
      description:
        "An email address gets a confirmation link. A webhook must respond to a verification request.",
      access: "public",
      body: newSubscription,
      maxBodyBytes: SUBSCRIPTION_BODY_BYTES,
      errors: ["not_found", "conflict"],
      response: { status: 202, schema: acceptedSchema },
    },
    confirmSubscription: {
      endpoint: "POST /v1/subscriptions/confirm",
      summary: "Confirm a subscription",
      description: "Requires the token from the confirmation link.",
      access: "public",
      body: subscriptionToken,
      maxBodyBytes: SUBSCRIPTION_BODY_BYTES,
      errors: ["not_found"],
      response: { status: 200, schema: subscriptionSchema },
    },
    resendConfirmation: {
      endpoint: "POST /v1/subscriptions/confirm/resend",
      summary: "Resend a confirmation email",
      description:
        "Requires the token of an earlier confirmation link, up to 30 days after that link expired.",
      access: "public",
      body: subscriptionToken,
      errors: ["not_found"],
      response: { status: 202, schema: acceptedSchema },
    },
    resubscribe: {
      endpoint: "POST /v1/subscription/resubscribe",
      summary: "Resubscribe",
      description:
        "Restarts an ended subscription with its previous choices. Requires the token of a manage " +
        "or unsubscribe link. Returns 409 if the subscription has not ended.",
      access: "public",
      query: subscriptionToken,
      errors: ["not_found", "conflict"],
      response: { status: 200, schema: subscriptionSchema },
    },
    getSubscription: {
      endpoint: "GET /v1/subscription",
      summary: "Get your subscription",
      access: "public",
      query: subscriptionToken,
      errors: ["not_found"],
      response: { status: 200, schema: subscriptionSchema },
    },
    changeSubscription: {
      endpoint: "PATCH /v1/subscription",
      summary: "Edit your subscription",
      access: "public",
      query: subscriptionToken,
      body: subscriptionChange,
      maxBodyBytes: SUBSCRIPTION_BODY_BYTES,
      errors: ["not_found", "conflict"],
      response: { status: 200, schema: subscriptionSchema },
    },
    endSubscription: {
      endpoint: "DELETE /v1/subscription",
      summary: "End your subscription",
      access: "public",
      query: subscriptionToken,
      errors: ["not_found"],
      response: { status: 204 },
    },
    reactivateSubscription: {
      endpoint: "POST /v1/subscription/reactivate",
      summary: "Reactivate your quarantined subscription",
      description: "With `replay`, held notifications are sent; otherwise they are canceled.",
      access: "public",
      query: subscriptionToken,
      body: reactivation,
      maxBodyBytes: SUBSCRIPTION_BODY_BYTES,
      errors: ["not_found", "conflict"],
      response: { status: 200, schema: reactivatedSubscriptionSchema },
    },
    showUnsubscribe: {
      endpoint: "GET /v1/unsubscribe",
      summary: "Open the unsubscribe page",
      description: "Redirects to a page with an unsubscribe button. Changes nothing.",
      access: "public",
      query: subscriptionToken,
      response: { status: 303 },
    },
    unsubscribe: {
      endpoint: "POST /v1/unsubscribe",
      summary: "One-click unsubscribe (RFC 8058)",
      access: "public",
      query: subscriptionToken,
      allowsCrossSite: true,
      errors: ["not_found"],
      response: { status: 200, schema: unsubscribedSchema },
    },
  }),
} as const;
