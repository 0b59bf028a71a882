import { z } from "zod";
import { publicStatuses } from "@/lib/components/schema";
import { impacts, incidentStatuses } from "@/lib/incidents/schema";
import { opaqueId, timestamp } from "@/lib/response-schemas";

// Statuspage API v2: names, order of keys and nulls are part of the format.

/** Incidents or maintenance in one list. */
export const MOST_LISTED = 50;

export const pageWire = z.object({
  id: z.string(),
  name: z.string(),
  url: z.url(),
  time_zone: z.string(),
  updated_at: timestamp(),
});

export const statusWire = z.object({
  indicator: z.enum(["none", "maintenance", "minor", "major", "critical"]),
  description: z.string(),
});

/**
 * A group is a row too, with the IDs of its components. Positions start at 1, in each group again.
 */
export const apiComponentWire = z.object({
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

/** The status that an update set for a component. */
export const affectedWire = z.object({
  code: opaqueId(),
  name: z.string(),
  old_status: z.enum(publicStatuses),
  new_status: z.enum(publicStatuses),
});

export const postmortemStatus = "postmortem";
export const apiIncidentStatuses = [...incidentStatuses, postmortemStatus] as const;
/** The API has no status for canceled maintenance, so it is in no list. */
export const apiMaintenanceStatuses = [
  "scheduled",
  "in_progress",
  "verifying",
  "completed",
] as const;

const updateOf = <Status extends z.ZodType>(status: Status) =>
  z.object({
    id: opaqueId(),
    status,
    body: z.string(),
    incident_id: opaqueId(),
    created_at: timestamp(),
    updated_at: timestamp(),
    display_at: timestamp(),
    affected_components: z.array(affectedWire).nullable(),
    deliver_notifications: z.boolean(),
    custom_tweet: z.null(),
    tweet_id: z.null(),
  });

const incidentOf = <Status extends z.ZodType, Worst extends z.ZodType>(
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
    incident_updates: z.array(updateOf(status)),
    components: z.array(apiComponentWire),
  });

/** Updates are newest first. A published postmortem is one of them. */
export const apiIncidentWire = incidentOf(z.enum(apiIncidentStatuses), z.enum(impacts));
/** An incident with a scheduled start and end. */
export const apiMaintenanceWire = incidentOf(
  z.enum(apiMaintenanceStatuses),
  z.literal("maintenance"),
).extend({ scheduled_for: timestamp(), scheduled_until: timestamp() });

export type ApiPage = z.infer<typeof pageWire>;
export type ApiStatus = z.infer<typeof statusWire>;
export type ApiComponent = z.infer<typeof apiComponentWire>;
export type ApiIncident = z.infer<typeof apiIncidentWire>;
export type ApiMaintenance = z.infer<typeof apiMaintenanceWire>;

const list = { page: pageWire };
/** Response bodies by path below `/api/v2/`. */
export const bodies = {
  "summary.json": z.object({
    ...list,
    components: z.array(apiComponentWire),
    incidents: z.array(apiIncidentWire),
    scheduled_maintenances: z.array(apiMaintenanceWire),
    status: statusWire,
  }),
  "status.json": z.object({ ...list, status: statusWire }),
  "components.json": z.object({ ...list, components: z.array(apiComponentWire) }),
  "incidents.json": z.object({ ...list, incidents: z.array(apiIncidentWire) }),
  "incidents/unresolved.json": z.object({ ...list, incidents: z.array(apiIncidentWire) }),
  "incidents/resolved.json": z.object({ ...list, incidents: z.array(apiIncidentWire) }),
  "scheduled-maintenances.json": z.object({
    ...list,
    scheduled_maintenances: z.array(apiMaintenanceWire),
  }),
  "scheduled-maintenances/upcoming.json": z.object({
    ...list,
    scheduled_maintenances: z.array(apiMaintenanceWire),
  }),
  "scheduled-maintenances/active.json": z.object({
    ...list,
    scheduled_maintenances: z.array(apiMaintenanceWire),
  }),
};
export type ApiAddress = keyof typeof bodies;
export type ApiBody<Address extends ApiAddress> = z.infer<(typeof bodies)[Address]>;
