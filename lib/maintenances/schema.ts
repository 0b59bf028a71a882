import { z } from "zod";
import {
  changedMessageFields,
  messageFields,
  newSubjectTexts,
  subjectFilterFields,
  title,
  titleTranslations,
  updateFilter,
} from "@/lib/updates/schema";
import {
  delaySeconds,
  flag,
  idList,
  instant,
  lastSeenUpdateId,
  dateOrTime,
  choice,
  rawText,
} from "@/lib/validation";
import { maintenanceStatuses } from "./values";

export { type MaintenanceStatus, maintenanceStatuses } from "./values";

/**
 * The schema accepts times only in these years. `validateTimes` compares times to the current time.
 */
const FIRST_YEAR = 2000;
const LAST_YEAR = 2100;
const MAX_REMINDER_MINUTES = 7 * 24 * 60;
const DEFAULT_REMINDER_MINUTES = 60;

const time = () => instant({ from: FIRST_YEAR, to: LAST_YEAR });

const reminder = () => {
  const error = `must be a whole number of minutes from 0 to ${MAX_REMINDER_MINUTES}, or null`;
  return z.int({ error }).min(0, error).max(MAX_REMINDER_MINUTES, error).nullable();
};

type Times = { scheduled_for?: unknown; scheduled_until?: unknown };
/**
 * Returns whether the end is after the start. Also returns true if a time is missing or invalid,
 * because other checks handle these cases.
 */
const endsAfterStart = ({ scheduled_for: start, scheduled_until: end }: Times) =>
  !(start instanceof Date && end instanceof Date) || end > start;
/** Runs a refinement even if fields are invalid, to report all errors together. */
const alongsideFields = {
  when: ({ value }: { value: unknown }) =>
    typeof value === "object" && value !== null && !Array.isArray(value),
};
export const MUST_BE_AFTER_START = "must be later than scheduled_for";
const endOptions = {
  path: ["scheduled_until"],
  error: MUST_BE_AFTER_START,
  ...alongsideFields,
};

export const newMaintenance = z
  .object({
    title: title().optional(),
    scheduled_for: time(),
    scheduled_until: time(),
    component_ids: idList().optional(),
    body: messageFields.body,
    ...newSubjectTexts,
    auto_start: flag().default(true),
    auto_complete: flag().default(true),
    reminder_minutes: reminder().default(DEFAULT_REMINDER_MINUTES),
    notify: flag().optional(),
    notify_after_seconds: delaySeconds(),
    template_id: rawText().optional(),
  })
  .refine(({ title, template_id: template }) => title !== undefined || template !== undefined, {
    path: ["title"],
    error: "is required",
    ...alongsideFields,
  })
  .refine(endsAfterStart, endOptions)
  .meta({
    id: "NewMaintenance",
    examples: [
      {
        title: "Database storage upgrade",
        scheduled_for: "2026-11-21T02:00:00Z",
        scheduled_until: "2026-11-21T04:00:00Z",
        component_ids: [],
        body: "We are replacing the disks of the database.",
      },
    ],
  });
export type NewMaintenance = z.infer<typeof newMaintenance>;

export const maintenanceChange = z
  .object({
    title: title().optional(),
    translations: titleTranslations(),
    scheduled_for: time().optional(),
    scheduled_until: time().optional(),
    component_ids: idList().optional(),
    auto_start: flag().optional(),
    auto_complete: flag().optional(),
    reminder_minutes: reminder().optional(),
    notify: flag().optional(),
  })
  .refine(endsAfterStart, endOptions)
  .meta({ id: "MaintenanceChange", examples: [{ title: "Database storage upgrade" }] });
export type MaintenanceChange = z.infer<typeof maintenanceChange>;

export const newMaintenanceUpdate = z
  .object({
    status: choice(maintenanceStatuses).optional(),
    ...messageFields,
    notify: flag().optional(),
    notify_after_seconds: delaySeconds(),
    after: lastSeenUpdateId(),
  })
  .meta({
    id: "NewMaintenanceUpdate",
    examples: [
      { status: "verifying", body: "The disks have been replaced. We are verifying the data." },
    ],
  });
export type NewMaintenanceUpdate = z.infer<typeof newMaintenanceUpdate>;

export const maintenanceCancellation = z.object(messageFields).meta({
  id: "MaintenanceCancellation",
  examples: [{ body: "The new disks have not arrived. We will announce another date." }],
});
export type MaintenanceCancellation = z.infer<typeof maintenanceCancellation>;

export const maintenanceUpdateChange = z
  .object({ ...changedMessageFields, body: changedMessageFields.body.optional() })
  .meta({
    id: "MaintenanceUpdateChange",
    examples: [{ body: "The disks have been replaced. We are verifying all data." }],
  });
export type MaintenanceUpdateChange = z.infer<typeof maintenanceUpdateChange>;

export const maintenanceFilter = z
  .object({
    ...updateFilter.shape,
    status: choice(maintenanceStatuses).optional(),
    ...subjectFilterFields,
    from: dateOrTime()
      .optional()
      .meta({ description: "Only maintenances scheduled to end after this time." }),
    to: dateOrTime()
      .optional()
      .meta({ description: "Only maintenances scheduled to start before this time." }),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from < to, {
    path: ["to"],
    error: "must be later than from",
  });
export type MaintenanceFilter = z.infer<typeof maintenanceFilter>;
