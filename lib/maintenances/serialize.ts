import { z } from "zod";
import { publicStatuses } from "@/lib/components/schema";
import type { EventPayload } from "@/lib/notifications/events";
import { handle, opaqueId, timestamp } from "@/lib/wire";
import type { Maintenance, MaintenanceUpdate } from "./queries";
import { maintenanceStatuses } from "./schema";

/** Maintenance on the wire. */
export const maintenanceWire = z
  .object({
    id: opaqueId(),
    organization_id: handle(),
    title: z.string().meta({ examples: ["New disks for the database"] }),
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
  .meta({ id: "Maintenance", description: "Planned work. Its components are under maintenance while it is in_progress or verifying; its status is that of its newest update. notify: what happens by itself is told to subscribers." });

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

/** Update of a maintenance on the wire. */
export const maintenanceUpdateWire = z
  .object({
    id: opaqueId(),
    maintenance_id: opaqueId(),
    status: z.enum(maintenanceStatuses),
    body: z.string().meta({ examples: ["The maintenance has been scheduled."] }),
    components: z.array(z.object({ id: opaqueId(), name: z.string(), status: z.enum(publicStatuses), old_status: z.enum(publicStatuses), new_status: z.enum(publicStatuses) })),
    notified: z.boolean(),
    author_id: opaqueId().nullable(),
    edited_at: timestamp().nullable(),
    earlier: z.array(z.object({ body: z.string(), replaced_at: timestamp(), replaced_by: opaqueId().nullable() })),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({
    id: "MaintenanceUpdate",
    description:
      "What was said of a maintenance at created_at. components: what the maintenance says of each component from then on (status), and what that made of the component. earlier: what the update said before it was edited, newest first, the last 20. author_id and replaced_by: a user or a token, null for Candor itself.",
  });

export function serializeMaintenanceUpdate(update: MaintenanceUpdate): z.infer<typeof maintenanceUpdateWire> {
  return {
    id: update.id,
    maintenance_id: update.maintenanceId,
    status: update.status,
    body: update.body,
    components: update.components,
    notified: update.notified,
    author_id: update.authorId,
    edited_at: update.earlier[0]?.replacedAt.toISOString() ?? null,
    earlier: update.earlier.map(({ body, replacedAt, replacedBy }) => ({ body, replaced_at: replacedAt.toISOString(), replaced_by: replacedBy })),
    created_at: update.createdAt.toISOString(),
    updated_at: update.updatedAt.toISOString(),
  };
}

/** A maintenance as events tell it: the field knows it as an incident with planned times. */
export function serializeForEvent(maintenance: Maintenance): EventPayload["incident"] {
  const { id, organization_id, title, status, created_at, updated_at, component_ids, scheduled_for, scheduled_until, started_at, ended_at } = serializeMaintenance(maintenance);
  return {
    ...{ id, organization_id, title, status, impact: "maintenance", started_at: started_at ?? scheduled_for, resolved_at: ended_at },
    ...{ created_at, updated_at, component_ids, scheduled_for, scheduled_until },
  };
}
