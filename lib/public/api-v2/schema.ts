import { z } from "zod";
import { publicStatuses } from "@/lib/components/schema";
import { impacts, incidentStatuses } from "@/lib/incidents/schema";
import { opaqueId, timestamp } from "@/lib/response-schemas";

// Statuspage API v2. Names, key order, and nulls are part of the format.

export const MAX_LISTED = 50;

export const pageSchema = z.object({
  id: z.string(),
  name: z.string(),
  url: z.url(),
  time_zone: z.string(),
  updated_at: timestamp(),
});

export const statusSchema = z.object({
  indicator: z.enum(["none", "maintenance", "minor", "major", "critical"]),
  description: z.string(),
});

/** Groups are components too. Positions start at 1, and again in each group. */
export const apiComponentSchema = z.object({
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

export const affectedSchema = z.object({
  code: opaqueId(),
  name: z.string(),
  old_status: z.enum(publicStatuses),
  new_status: z.enum(publicStatuses),
});

export const postmortemStatus = "postmortem";
export const apiIncidentStatuses = [...incidentStatuses, postmortemStatus] as const;
/** The API has no status for canceled maintenance, which is omitted. */
export const apiMaintenanceStatuses = [
  "scheduled",
  "in_progress",
  "verifying",
  "completed",
] as const;

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

/** Updates are newest first. A published postmortem is one of them. */
export const apiIncidentSchema = createIncidentSchema(z.enum(apiIncidentStatuses), z.enum(impacts));
export const apiMaintenanceSchema = createIncidentSchema(
  z.enum(apiMaintenanceStatuses),
  z.literal("maintenance"),
).extend({ scheduled_for: timestamp(), scheduled_until: timestamp() });

export type ApiPage = z.infer<typeof pageSchema>;
export type ApiStatus = z.infer<typeof statusSchema>;
export type ApiComponent = z.infer<typeof apiComponentSchema>;
export type ApiIncident = z.infer<typeof apiIncidentSchema>;
export type ApiMaintenance = z.infer<typeof apiMaintenanceSchema>;

const list = { page: pageSchema };
export const bodies = {
  "summary.json": z.object({
    ...list,
    components: z.array(apiComponentSchema),
    incidents: z.array(apiIncidentSchema),
    scheduled_maintenances: z.array(apiMaintenanceSchema),
    status: statusSchema,
  }),
  "status.json": z.object({ ...list, status: statusSchema }),
  "components.json": z.object({ ...list, components: z.array(apiComponentSchema) }),
  "incidents.json": z.object({ ...list, incidents: z.array(apiIncidentSchema) }),
  "incidents/unresolved.json": z.object({ ...list, incidents: z.array(apiIncidentSchema) }),
  "incidents/resolved.json": z.object({ ...list, incidents: z.array(apiIncidentSchema) }),
  "scheduled-maintenances.json": z.object({
    ...list,
    scheduled_maintenances: z.array(apiMaintenanceSchema),
  }),
  "scheduled-maintenances/upcoming.json": z.object({
    ...list,
    scheduled_maintenances: z.array(apiMaintenanceSchema),
  }),
  "scheduled-maintenances/active.json": z.object({
    ...list,
    scheduled_maintenances: z.array(apiMaintenanceSchema),
  }),
};
export type ApiPath = keyof typeof bodies;
export type ApiBody<Path extends ApiPath> = z.infer<(typeof bodies)[Path]>;
