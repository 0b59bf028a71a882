import { z } from "zod";
import { defineOperations } from "@/lib/operation";
import { updateFilter } from "@/lib/updates/schema";
import { previewSchema } from "@/lib/updates/serialize";
import {
  maintenanceCancellation,
  maintenanceChange,
  maintenanceFilter,
  maintenanceUpdateChange,
  newMaintenance,
  newMaintenanceUpdate,
} from "./schema";
import { maintenanceUpdateSchema, maintenanceSchema } from "./serialize";

const NOTIFY =
  "`notify` decides whether subscribers are notified. The default is the maintenance's own `notify`.";

export const maintenanceOperations = defineOperations("Maintenances", {
  listMaintenances: {
    endpoint: "GET /v1/organizations/{orgID}/maintenances",
    summary: "List maintenances, latest scheduled start first",
    access: "viewer",
    query: maintenanceFilter,
    isPaged: true,
    isCacheable: true,
    response: { status: 200, schema: z.array(maintenanceSchema) },
  },
  createMaintenance: {
    endpoint: "POST /v1/organizations/{orgID}/maintenances",
    summary: "Schedule a maintenance and notify subscribers",
    description:
      "The maintenance starts and completes automatically at its scheduled times, unless `auto_start` " +
      "or `auto_complete` is false. Subscribers get a reminder `reminder_minutes` minutes before " +
      "the start (default 60, null for none), unless that time has already passed." +
      "\n\nThe start can be up to 15 minutes in the past, and the end up to 5 years in the future. With " +
      "both times in the past, the maintenance is backfilled as completed." +
      "\n\n`notify` applies to this call and to all automatic steps. It defaults to true, or to false for " +
      "a backfilled maintenance." +
      "\n\nWith `template_id`, the template provides the title and components that you omit. It also " +
      "provides the message if it has the maintenance's initial status: `scheduled`, or " +
      "`completed` when backfilled.",
    access: "editor",
    body: newMaintenance,
    supportsIdempotencyKey: true,
    response: { status: 201, schema: maintenanceSchema, hasETag: true },
  },
  previewMaintenance: {
    endpoint: "POST /v1/organizations/{orgID}/maintenances/preview",
    summary: "Preview a maintenance",
    description:
      "Validates the same body as scheduling a maintenance and returns the same errors, but schedules " +
      "nothing and notifies no one.",
    access: "editor",
    body: newMaintenance,
    response: { status: 200, schema: previewSchema },
  },
  getMaintenance: {
    endpoint: "GET /v1/organizations/{orgID}/maintenances/{maintenanceID}",
    summary: "Get a maintenance",
    access: "viewer",
    isCacheable: true,
    response: { status: 200, schema: maintenanceSchema },
  },
  changeMaintenance: {
    endpoint: "PATCH /v1/organizations/{orgID}/maintenances/{maintenanceID}",
    summary: "Edit or reschedule a maintenance",
    description:
      "Fields that you omit keep their value. New times reschedule the maintenance and post an update " +
      "about it. Once the maintenance has started, only its end time can change, and only to a " +
      `time in the future. Once it has ended, neither time can change (409). ${NOTIFY}`,
    access: "editor",
    body: maintenanceChange,
    supportsIfMatch: true,
    errors: ["conflict"],
    response: { status: 200, schema: maintenanceSchema, hasETag: true },
  },
  deleteMaintenance: {
    endpoint: "DELETE /v1/organizations/{orgID}/maintenances/{maintenanceID}",
    summary: "Delete a maintenance",
    description:
      "Deletes the maintenance and its updates, cancels queued deliveries, and recalculates the uptime " +
      "of its components. Subscribers are not notified. To call off announced work, cancel the " +
      "maintenance instead.",
    access: "editor",
    supportsIfMatch: true,
    response: { status: 204 },
  },
  startMaintenance: {
    endpoint: "POST /v1/organizations/{orgID}/maintenances/{maintenanceID}/start",
    summary: "Start a scheduled maintenance now",
    access: "editor",
    supportsIdempotencyKey: true,
    errors: ["conflict"],
    response: { status: 200, schema: maintenanceSchema, hasETag: true },
  },
  completeMaintenance: {
    endpoint: "POST /v1/organizations/{orgID}/maintenances/{maintenanceID}/complete",
    summary: "Complete a maintenance in progress",
    access: "editor",
    supportsIdempotencyKey: true,
    errors: ["conflict"],
    response: { status: 200, schema: maintenanceSchema, hasETag: true },
  },
  cancelMaintenance: {
    endpoint: "POST /v1/organizations/{orgID}/maintenances/{maintenanceID}/cancel",
    summary: "Cancel a maintenance",
    description: "Posts an update with status `cancelled` and the `body`, or a default message.",
    access: "editor",
    body: maintenanceCancellation,
    hasOptionalBody: true,
    supportsIdempotencyKey: true,
    errors: ["conflict"],
    response: { status: 200, schema: maintenanceSchema, hasETag: true },
  },
  listMaintenanceUpdates: {
    endpoint: "GET /v1/organizations/{orgID}/maintenances/{maintenanceID}/updates",
    summary: "List a maintenance's updates, newest first",
    access: "viewer",
    query: updateFilter,
    isPaged: true,
    isCacheable: true,
    response: { status: 200, schema: z.array(maintenanceUpdateSchema) },
  },
  postMaintenanceUpdate: {
    endpoint: "POST /v1/organizations/{orgID}/maintenances/{maintenanceID}/updates",
    summary: "Post a maintenance update",
    description:
      "From `scheduled`, the status can change to `in_progress` or `cancelled`. `in_progress` and " +
      "`verifying` can change to each other, to `completed`, or to `cancelled`. A maintenance that is " +
      "`completed` or `cancelled` accepts no further updates (409). Without `status`, the status " +
      "doesn't change. Without `body`, the update has the default message for its status." +
      "\n\nSet `after` to the ID of the newest update you have seen. The call returns 409 if " +
      `that update is no longer the newest. ${NOTIFY}`,
    access: "editor",
    body: newMaintenanceUpdate,
    supportsIdempotencyKey: true,
    errors: ["conflict"],
    response: { status: 201, schema: maintenanceUpdateSchema, hasETag: true },
  },
  previewMaintenanceUpdate: {
    endpoint: "POST /v1/organizations/{orgID}/maintenances/{maintenanceID}/updates/preview",
    summary: "Preview a maintenance update",
    description:
      "Validates the same body as posting the update and returns the same errors, but posts nothing " +
      "and notifies no one.",
    access: "editor",
    body: newMaintenanceUpdate,
    errors: ["conflict"],
    response: { status: 200, schema: previewSchema },
  },
  getMaintenanceUpdate: {
    endpoint: "GET /v1/organizations/{orgID}/maintenances/{maintenanceID}/updates/{updateID}",
    summary: "Get an update of a maintenance",
    access: "viewer",
    isCacheable: true,
    response: { status: 200, schema: maintenanceUpdateSchema },
  },
  changeMaintenanceUpdate: {
    endpoint: "PATCH /v1/organizations/{orgID}/maintenances/{maintenanceID}/updates/{updateID}",
    summary: "Edit the message of an update",
    description: "Earlier messages are kept in `earlier`. Subscribers are not notified.",
    access: "editor",
    body: maintenanceUpdateChange,
    supportsIfMatch: true,
    response: { status: 200, schema: maintenanceUpdateSchema, hasETag: true },
  },
  deleteMaintenanceUpdate: {
    endpoint: "DELETE /v1/organizations/{orgID}/maintenances/{maintenanceID}/updates/{updateID}",
    summary: "Delete an update of a maintenance",
    description:
      "Cancels the queued deliveries of the update; notifications that were already sent can't be " +
      "recalled. If you delete the newest update, the maintenance returns to the status of the previous " +
      "one. Its scheduled times don't change." +
      "\n\nReturns 409 for the only update of a maintenance, and if `auto_start` or `auto_complete` would " +
      "immediately change the status again.",
    access: "editor",
    supportsIfMatch: true,
    errors: ["conflict"],
    response: { status: 204 },
  },
});
