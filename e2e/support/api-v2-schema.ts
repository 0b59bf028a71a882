import { z } from "zod";
import { publicStatuses } from "@/lib/components/schema";
import { impacts, incidentStatuses } from "@/lib/incidents/schema";
import { opaqueId, timestamp } from "@/lib/response-schemas";

// Responses of the Statuspage API v2. Clients rely on key names, key order, and nulls.

const pageSchema = z.object({
  id: z.string(),
  name: z.string(),
  url: z.url(),
  time_zone: z.string(),
  updated_at: timestamp(),
});

const statusSchema = z.object({
  indicator: z.enum(["none", "maintenance", "minor", "major", "critical"]),
  description: z.string(),
});

/** A component or a group. `position` starts at 1, and again at 1 within each group. */
const apiComponentSchema = z.object({
  id: opaqueId(),
  name: z.string(),
  status: z.enum(publicStatuses),
  created_at: timestamp(),
  updated_at: timestamp(),
  position: z.int(),
  description: z.string().nullable(),
  showcase: z.boolean(),
  start_date: z.iso.date().nullable(),
  group_id: opaqueId().nullable(),
  page_id: z.string(),
  group: z.boolean(),
  only_show_if_degraded: z.boolean(),
  components: z.array(opaqueId()).optional(),
});

const affectedSchema = z.object({
  code: opaqueId(),
  name: z.string(),
  old_status: z.enum(publicStatuses),
  new_status: z.enum(publicStatuses),
});

const apiIncidentStatuses = [...incidentStatuses, "postmortem"] as const;
/** Responses omit canceled maintenance, because the API has no status for it. */
const maintenanceStatuses = ["scheduled", "in_progress", "verifying", "completed"] as const;

const createUpdateSchema = <Status extends z.ZodType>(status: Status) =>
  z.object({
    id: opaqueId(),
    status,
    body: z.string(),
    incident_id: opaqueId(),
    created_at: timestamp(),
    updated_at: timestamp(),
    display_at: timestamp(),
    affected_components: z.array(affectedSchema).nullable(),
    deliver_notifications: z.boolean(),
    custom_tweet: z.null(),
    tweet_id: z.null(),
  });

const createIncidentSchema = <Status extends z.ZodType, Worst extends z.ZodType>(
  status: Status,
  impact: Worst,
) =>
  z.object({
    id: opaqueId(),
    name: z.string(),
    status,
    created_at: timestamp(),
    updated_at: timestamp(),
    monitoring_at: timestamp().nullable(),
    resolved_at: timestamp().nullable(),
    impact,
    shortlink: z.url(),
    started_at: timestamp(),
    page_id: z.string(),
    incident_updates: z.array(createUpdateSchema(status)),
    components: z.array(apiComponentSchema),
  });

/** An incident. Its updates are sorted newest first and include a published postmortem. */
const apiIncidentSchema = createIncidentSchema(z.enum(apiIncidentStatuses), z.enum(impacts));
const apiMaintenanceSchema = createIncidentSchema(
  z.enum(maintenanceStatuses),
  z.literal("maintenance"),
).extend({ scheduled_for: timestamp(), scheduled_until: timestamp() });

const createBody = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ page: pageSchema, ...shape });
const components = { components: z.array(apiComponentSchema) };
const incidents = { incidents: z.array(apiIncidentSchema) };
const maintenances = { scheduled_maintenances: z.array(apiMaintenanceSchema) };
const status = { status: statusSchema };

export const responseSchemas = {
  "summary.json": createBody({ ...components, ...incidents, ...maintenances, ...status }),
  "status.json": createBody(status),
  "components.json": createBody(components),
  "incidents.json": createBody(incidents),
  "incidents/unresolved.json": createBody(incidents),
  "incidents/resolved.json": createBody(incidents),
  "scheduled-maintenances.json": createBody(maintenances),
  "scheduled-maintenances/upcoming.json": createBody(maintenances),
  "scheduled-maintenances/active.json": createBody(maintenances),
};
