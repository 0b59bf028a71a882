import { z } from "zod";
import { publicStatuses } from "@/lib/components/schema";
import type { EventPayload } from "@/lib/notifications/events";
import { handle, opaqueId, timestamp } from "@/lib/response-schemas";
import type { Maintenance, MaintenanceUpdate } from "./queries";
import { maintenanceStatuses } from "./schema";

export const maintenanceWire = z
  .object({
    id: opaqueId(),
    organization_id: handle(),
    title: z.string().meta({ examples: ["Database storage upgrade"] }),
    status: z.enum(maintenanceStatuses),
    scheduled_for: timestamp(),
    scheduled_until: timestamp(),
    started_at: timestamp().nullable(),
    ended_at: timestamp().nullable(),
    auto_start: z.boolean(),
    auto_complete: z.boolean(),
    reminder_minutes: z.int().nullable(),
    notify: z.boolean(),
    component_ids: z.array(opaqueId()),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({
    id: "Maintenance",
    description:
      "Scheduled work. Its components are under maintenance while it is `in_progress` or `verifying`. " +
      "Its status is the status of its newest update. " +
      "`notify` decides whether subscribers are notified of automatic steps.",
  });

export function serializeMaintenance(maintenance: Maintenance): z.infer<typeof maintenanceWire> {
  return {
    id: maintenance.id,
    organization_id: maintenance.organizationId,
    title: maintenance.title,
    status: maintenance.status,
    scheduled_for: maintenance.scheduledFor.toISOString(),
    scheduled_until: maintenance.scheduledUntil.toISOString(),
    started_at: maintenance.startedAt?.toISOString() ?? null,
    ended_at: maintenance.endedAt?.toISOString() ?? null,
    auto_start: maintenance.autoStart,
    auto_complete: maintenance.autoComplete,
    reminder_minutes: maintenance.reminderMinutes,
    notify: maintenance.notify,
    component_ids: maintenance.componentIds,
    created_at: maintenance.createdAt.toISOString(),
    updated_at: maintenance.updatedAt.toISOString(),
  };
}

export const maintenanceUpdateWire = z
  .object({
    id: opaqueId(),
    maintenance_id: opaqueId(),
    status: z.enum(maintenanceStatuses),
    body: z.string().meta({ examples: ["The scheduled maintenance has been completed."] }),
    components: z.array(
      z.object({
        id: opaqueId(),
        name: z.string(),
        status: z.enum(publicStatuses),
        old_status: z.enum(publicStatuses),
        new_status: z.enum(publicStatuses),
      }),
    ),
    notified: z.boolean(),
    author_id: opaqueId().nullable(),
    edited_at: timestamp().nullable(),
    earlier: z.array(
      z.object({ body: z.string(), replaced_at: timestamp(), replaced_by: opaqueId().nullable() }),
    ),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({
    id: "MaintenanceUpdate",
    description:
      "A maintenance update. `created_at` is its time on the status page. " +
      "`components` has the `status` that the maintenance gives each component from then on, and the " +
      "public status of the component before and after (`old_status`, `new_status`). " +
      "`earlier` lists up to 20 previous messages, newest first. " +
      "`author_id` and `replaced_by` are a user or a token, or null for Candor itself.",
  });

export function serializeMaintenanceUpdate(
  update: MaintenanceUpdate,
): z.infer<typeof maintenanceUpdateWire> {
  return {
    id: update.id,
    maintenance_id: update.maintenanceId,
    status: update.status,
    body: update.body,
    components: update.components,
    notified: update.notified,
    author_id: update.authorId,
    edited_at: update.earlier[0]?.replacedAt.toISOString() ?? null,
    earlier: update.earlier.map(({ body, replacedAt, replacedBy }) => ({
      body,
      replaced_at: replacedAt.toISOString(),
      replaced_by: replacedBy,
    })),
    created_at: update.createdAt.toISOString(),
    updated_at: update.updatedAt.toISOString(),
  };
}

/** A maintenance in an event payload: an incident with scheduled times, as in Statuspage. */
export function serializeForEvent(maintenance: Maintenance): EventPayload["incident"] {
  const {
    id,
    organization_id,
    title,
    status,
    created_at,
    updated_at,
    component_ids,
    scheduled_for,
    scheduled_until,
    started_at,
    ended_at,
  } = serializeMaintenance(maintenance);
  return {
    ...{
      id,
      organization_id,
      title,
      status,
      impact: "maintenance",
      started_at: started_at ?? scheduled_for,
      resolved_at: ended_at,
    },
    ...{ created_at, updated_at, component_ids, scheduled_for, scheduled_until },
  };
}
