import { z } from "zod";
import { defineOperations } from "@/lib/operation";
import { updateFilter } from "@/lib/updates/schema";
import { previewSchema } from "@/lib/updates/serialize";
import {
  incidentChange,
  incidentFilter,
  newIncident,
  newIncidentUpdate,
  postmortemChange,
  incidentReopening,
  incidentResolution,
  incidentUpdateChange,
} from "./schema";
import {
  incidentDetailSchema,
  incidentUpdateSchema,
  incidentSchema,
  postmortemSchema,
} from "./serialize";

const incidentDetail = {
  schema: incidentDetailSchema,
  unversionedField: "follower_count",
} as const;

export const incidentOperations = defineOperations("Incidents", {
  listIncidents: {
    endpoint: "GET /v1/organizations/{orgID}/incidents",
    summary: "List incidents, latest start first, 50 per page",
    access: "viewer",
    query: incidentFilter,
    isPaged: true,
    isCacheable: true,
    response: { status: 200, schema: z.array(incidentSchema) },
  },
  createIncident: {
    endpoint: "POST /v1/organizations/{orgID}/incidents",
    summary: "Create an incident and notify subscribers",
    description:
      "`impact` sets the status of the components in `component_ids` until the incident is resolved: " +
      "`none` → `operational`, `minor` → `degraded_performance`, `major` → `partial_outage`, " +
      "`critical` → `major_outage`. `components` sets the status of individual components, which don't " +
      "have to be in `component_ids`. Without `body`, the update has the default message for its status." +
      "\n\n`format` is the format of `body`: `plain` (the default) or `markdown`, a subset of CommonMark " +
      "without HTML." +
      "\n\nWith `template_id`, the template provides any `title`, `impact`, `status`, `body` (with its " +
      "`format`), and `component_ids` that you omit. Without a template, `title` and " +
      "`impact` are required." +
      "\n\nWith `started_at` in the past, the incident is backfilled: subscribers are notified only if " +
      "`notify` is true, and the uptime of the affected components is recalculated. A backfilled " +
      "incident that is resolved (`resolved_at`, or status `resolved`) gets two updates: one at its " +
      "start with the default message, and one at its end with `body`.",
    access: "editor",
    body: newIncident,
    supportsIdempotencyKey: true,
    response: { status: 201, schema: incidentSchema },
  },
  previewIncident: {
    endpoint: "POST /v1/organizations/{orgID}/incidents/preview",
    summary: "Preview an incident",
    description:
      "Validates the same body as creating an incident and returns the same errors, but creates " +
      "nothing and notifies no one. If `notify` is false, which is the default for a backfilled " +
      "incident, the audience is empty, and the email is what subscribers would have received.",
    access: "editor",
    body: newIncident,
    response: { status: 200, schema: previewSchema },
  },
  getIncident: {
    endpoint: "GET /v1/organizations/{orgID}/incidents/{incidentID}",
    summary: "Get an incident with its components, postmortem, and subscriber count",
    access: "viewer",
    response: { status: 200, ...incidentDetail },
  },
  changeIncident: {
    endpoint: "PATCH /v1/organizations/{orgID}/incidents/{incidentID}",
    summary: "Edit an incident",
    description:
      "Corrects details that were wrong from the start. Fields that you omit keep their value, and " +
      "subscribers are not notified. To report a change, post an update." +
      "\n\nA new `impact` changes the status of components whose current status matches the old " +
      "impact, in all updates since that status was set. Other statuses are kept. A new " +
      "`started_at` moves the first update and can't be later than the second one. If the first " +
      "update is `resolved`, it is not moved, and an update is added at the new start. A new impact " +
      "or start recalculates uptime.",
    access: "editor",
    body: incidentChange,
    supportsIfMatch: true,
    response: { status: 200, ...incidentDetail, hasETag: true },
  },
  deleteIncident: {
    endpoint: "DELETE /v1/organizations/{orgID}/incidents/{incidentID}",
    summary: "Delete an incident",
    description:
      "Deletes the incident and its updates, cancels queued deliveries, and recalculates the uptime of " +
      "its components. Notifications that were already sent stay in the list of deliveries.",
    access: "editor",
    supportsIfMatch: true,
    response: { status: 204 },
  },
  listIncidentUpdates: {
    endpoint: "GET /v1/organizations/{orgID}/incidents/{incidentID}/updates",
    summary: "List an incident's updates, newest first",
    access: "viewer",
    query: updateFilter,
    isPaged: true,
    isCacheable: true,
    response: { status: 200, schema: z.array(incidentUpdateSchema) },
  },
  postIncidentUpdate: {
    endpoint: "POST /v1/organizations/{orgID}/incidents/{incidentID}/updates",
    summary: "Post an update and notify subscribers",
    description:
      "Any status can follow any other. Without `status`, the status doesn't change. Without `body`, " +
      "the update has the default message for its status." +
      "\n\n`components` sets the status of individual components from this update on. `component_ids` " +
      "adds components with the status of the impact. Both add components that the incident doesn't " +
      "have yet; components that you omit keep their status. `resolved` ends the incident's effect on " +
      "all components." +
      "\n\nSet `after` to the ID of the newest update you have seen. The call returns 409 if " +
      "that update is no longer the newest.",
    access: "editor",
    body: newIncidentUpdate,
    supportsIdempotencyKey: true,
    errors: ["conflict"],
    response: { status: 201, schema: incidentUpdateSchema, hasETag: true },
  },
  previewIncidentUpdate: {
    endpoint: "POST /v1/organizations/{orgID}/incidents/{incidentID}/updates/preview",
    summary: "Preview an incident update",
    description:
      "Validates the same body as posting the update, but posts nothing and notifies no one. The " +
      "audience includes the subscribers of this incident.",
    access: "editor",
    body: newIncidentUpdate,
    errors: ["conflict"],
    response: { status: 200, schema: previewSchema },
  },
  getIncidentUpdate: {
    endpoint: "GET /v1/organizations/{orgID}/incidents/{incidentID}/updates/{updateID}",
    summary: "Get an update of an incident",
    access: "viewer",
    isCacheable: true,
    response: { status: 200, schema: incidentUpdateSchema },
  },
  changeIncidentUpdate: {
    endpoint: "PATCH /v1/organizations/{orgID}/incidents/{incidentID}/updates/{updateID}",
    summary: "Edit the message of an update",
    description:
      "Earlier messages are kept in `earlier`, and the update is marked as edited. Without `format`, it " +
      "keeps its format. Subscribers are not notified.",
    access: "editor",
    body: incidentUpdateChange,
    supportsIfMatch: true,
    response: { status: 200, schema: incidentUpdateSchema, hasETag: true },
  },
  deleteIncidentUpdate: {
    endpoint: "DELETE /v1/organizations/{orgID}/incidents/{incidentID}/updates/{updateID}",
    summary: "Delete an update of an incident",
    description:
      "Cancels the queued deliveries of the update; notifications that were already sent can't be " +
      "recalled. If you delete the newest update, the incident returns to the status and components of " +
      "the previous one, so deleting the update that resolved it reopens it. Uptime, public pages, and " +
      "feeds are updated." +
      "\n\nReturns 409 for the only update of an incident. Delete the incident instead.",
    access: "editor",
    supportsIfMatch: true,
    errors: ["conflict"],
    response: { status: 204 },
  },
  resolveIncident: {
    endpoint: "POST /v1/organizations/{orgID}/incidents/{incidentID}/resolve",
    summary: "Resolve an incident",
    description:
      "Posts an update with status `resolved`. Returns 409 if the incident is already resolved.",
    access: "editor",
    body: incidentResolution,
    supportsIdempotencyKey: true,
    errors: ["conflict"],
    response: { status: 200, ...incidentDetail, hasETag: true },
  },
  reopenIncident: {
    endpoint: "POST /v1/organizations/{orgID}/incidents/{incidentID}/reopen",
    summary: "Reopen an incident",
    description:
      "Posts an update that reopens the incident. Components return to the status they had in the " +
      "incident before it was resolved, unless `components` sets another. A published postmortem stays " +
      "published. Returns 409 if the incident isn't resolved.",
    access: "editor",
    body: incidentReopening,
    supportsIdempotencyKey: true,
    errors: ["conflict"],
    response: { status: 200, ...incidentDetail, hasETag: true },
  },
  getPostmortem: {
    endpoint: "GET /v1/organizations/{orgID}/incidents/{incidentID}/postmortem",
    summary: "Get the postmortem of an incident, published or draft",
    access: "viewer",
    isCacheable: true,
    response: { status: 200, schema: postmortemSchema },
  },
  savePostmortem: {
    endpoint: "PUT /v1/organizations/{orgID}/incidents/{incidentID}/postmortem",
    summary: "Save, publish, or unpublish the postmortem of an incident",
    description:
      "Without `published`, a draft stays a draft and a published postmortem stays published. Without " +
      "`format`, the postmortem keeps its format; a new one is `plain`. " +
      "`published: true` publishes the postmortem. Subscribers are then notified, unless `notify` is " +
      "false or the postmortem was already public. Publishing returns 409 if the incident isn't " +
      "resolved. `published: false` turns the postmortem back into a draft and cancels queued " +
      "deliveries.",
    access: "editor",
    body: postmortemChange,
    supportsIfMatch: true,
    errors: ["conflict"],
    response: { status: 200, schema: postmortemSchema, hasETag: true },
  },
  deletePostmortem: {
    endpoint: "DELETE /v1/organizations/{orgID}/incidents/{incidentID}/postmortem",
    summary: "Delete the postmortem of an incident",
    description: "Cancels queued deliveries of the postmortem.",
    access: "editor",
    supportsIfMatch: true,
    response: { status: 204 },
  },
});
