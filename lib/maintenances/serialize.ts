import { z } from "zod";
import { publicStatuses } from "@/lib/components/schema";
import type { EventIncident } from "@/lib/notifications/notification-event";
import { organizationId, opaqueId, serializeRow, timestamp } from "@/lib/response-schemas";
import { translationsOutput } from "@/lib/translations/schema";
import type { MaintenanceUpdate } from "@/lib/updates/queries";
import { createUpdateSchema, toUpdateRow, UPDATE_FIELDS } from "@/lib/updates/serialize";
import type { Maintenance } from "./queries";
import { maintenanceStatuses } from "./schema";

export const maintenanceSchema = z
  .object({
    id: opaqueId(),
    organization_id: organizationId(),
    title: z.string().meta({ examples: ["Database storage upgrade"] }),
    translations: translationsOutput("title"),
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

export const serializeMaintenance = (maintenance: Maintenance) =>
  serializeRow(maintenanceSchema, maintenance);

export const maintenanceUpdateSchema = z
  .object({
    ...createUpdateSchema(
      maintenanceStatuses,
      publicStatuses,
      "The scheduled maintenance has been completed.",
    ),
    maintenance_id: opaqueId(),
  })
  .meta({
    id: "MaintenanceUpdate",
    description:
      "A maintenance update. `created_at` is its time on the status page. " +
      "Each entry of `components` has the component's `status` in this maintenance after the " +
      "update, and its public status before and after the update (`old_status`, `new_status`). " +
      UPDATE_FIELDS,
  });

export const serializeMaintenanceUpdate = (update: MaintenanceUpdate) =>
  serializeRow(maintenanceUpdateSchema, {
    ...toUpdateRow(update),
    maintenanceId: update.subjectId,
  });

/** Subscribers receive a maintenance as an incident with scheduled times. */
export const serializeMaintenanceForSubscribers = (maintenance: Maintenance): EventIncident => ({
  id: maintenance.id,
  organization_id: maintenance.organizationId,
  title: maintenance.title,
  translations: maintenance.translations,
  status: maintenance.status,
  impact: "maintenance",
  started_at: (maintenance.startedAt ?? maintenance.scheduledFor).toISOString(),
  resolved_at: maintenance.endedAt?.toISOString() ?? null,
  created_at: maintenance.createdAt.toISOString(),
  updated_at: maintenance.updatedAt.toISOString(),
  component_ids: maintenance.componentIds,
  scheduled_for: maintenance.scheduledFor.toISOString(),
  scheduled_until: maintenance.scheduledUntil.toISOString(),
  scheduled_remind_prior: maintenance.reminderMinutes !== null,
  scheduled_auto_in_progress: maintenance.autoStart,
  scheduled_auto_completed: maintenance.autoComplete,
});
