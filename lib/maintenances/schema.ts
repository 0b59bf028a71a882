import { z } from "zod";
import { cursorField, parseMoment } from "@/lib/cursor";
import { limits } from "@/lib/limits";
import { flag, idList, instant, lastSeen, moment, oneOf, rawText, text } from "@/lib/validation";
import { maintenanceStatuses } from "./values";

export { defaultBody, type MaintenanceStatus, maintenanceStatuses } from "./values";

/** Years in which a maintenance can lie at all; how far ahead it may be depends on the day. */
const FIRST_YEAR = 2000;
const LAST_YEAR = 2100;
const LONGEST_REMINDER_MINUTES = 7 * 24 * 60;
const DEFAULT_REMINDER_MINUTES = 60;

const time = () => instant({ from: FIRST_YEAR, to: LAST_YEAR });

const reminder = () => {
  const error = `must be a whole number of minutes from 0 to ${LONGEST_REMINDER_MINUTES}, or null`;
  return z.int({ error }).min(0, error).max(LONGEST_REMINDER_MINUTES, error).nullable();
};

type Times = { scheduled_for?: unknown; scheduled_until?: unknown };
/** Holds where one of the two is missing or no time: that is told of by itself. */
const endsAfterItBegins = ({ scheduled_for: begin, scheduled_until: end }: Times) => !(begin instanceof Date && end instanceof Date) || end > begin;
/** Judged together with the fields, and not only once they are all right. */
const atOnce = { when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null && !Array.isArray(value) };
export const LATER_THAN_START = "must be later than scheduled_for";

/** Body of `POST …/maintenances`. With a template, title, body and components may be left to it. */
export const newMaintenance = z
  .object({
    title: text({ max: () => limits.name }).optional(),
    scheduled_for: time(),
    scheduled_until: time(),
    component_ids: idList().optional(),
    body: text({ max: () => limits.text, min: 0 }).default(""),
    auto_start: flag().default(true),
    auto_complete: flag().default(true),
    reminder_minutes: reminder().default(DEFAULT_REMINDER_MINUTES),
    notify: flag().optional(),
    template_id: rawText().optional(),
  })
  .refine(({ title, template_id: template }) => title !== undefined || template !== undefined, { path: ["title"], error: "is required", ...atOnce })
  .refine(endsAfterItBegins, { path: ["scheduled_until"], error: LATER_THAN_START, ...atOnce })
  .meta({ id: "NewMaintenance", examples: [{ title: "New disks", scheduled_for: "2026-11-21T02:00:00Z", scheduled_until: "2026-11-21T04:00:00Z", component_ids: [], body: "We replace the disks of the database." }] });
export type NewMaintenance = z.infer<typeof newMaintenance>;

/** Body of `PATCH …/maintenances/{id}`: what is left out stays. */
export const maintenanceChange = z
  .object({
    title: text({ max: () => limits.name }).optional(),
    scheduled_for: time().optional(),
    scheduled_until: time().optional(),
    component_ids: idList().optional(),
    auto_start: flag().optional(),
    auto_complete: flag().optional(),
    reminder_minutes: reminder().optional(),
    notify: flag().optional(),
  })
  .refine(endsAfterItBegins, { path: ["scheduled_until"], error: LATER_THAN_START, ...atOnce })
  .meta({ id: "MaintenanceChange", examples: [{ title: "New disks for the database" }] });
export type MaintenanceChange = z.infer<typeof maintenanceChange>;

/** Body of `POST …/maintenances/{id}/updates`. */
export const newMaintenanceUpdate = z
  .object({
    status: oneOf(maintenanceStatuses).optional(),
    body: text({ max: () => limits.text, min: 0 }).default(""),
    notify: flag().optional(),
    after: lastSeen(),
  })
  .meta({ id: "NewMaintenanceUpdate", examples: [{ status: "verifying", body: "The disks are in. We are checking the data." }] });
export type NewMaintenanceUpdate = z.infer<typeof newMaintenanceUpdate>;

/** Body of `PATCH …/updates/{updateID}`. */
export const maintenanceUpdateChange = z
  .object({ body: text({ max: () => limits.text }).optional() })
  .meta({ id: "MaintenanceUpdateChange", examples: [{ body: "The disks are in. We are checking all data." }] });
export type MaintenanceUpdateChange = z.infer<typeof maintenanceUpdateChange>;

/** Query of `GET …/maintenances`. */
export const maintenanceFilter = z
  .object({
    before: cursorField(parseMoment).optional(),
    status: oneOf(maintenanceStatuses).optional(),
    component_id: rawText().optional(),
    q: text({ max: () => limits.name, min: 0 }).optional().meta({ description: "Words of the title, in any order and case; each may be a part of one." }),
    from: moment().optional().meta({ description: "Only those that are planned to end after it." }),
    to: moment().optional().meta({ description: "Only those that are planned to begin before it." }),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from < to, { path: ["to"], error: "must be later than from" });
export type MaintenanceFilter = z.infer<typeof maintenanceFilter>;

/** Query of `GET …/maintenances/{id}/updates`. */
export const maintenanceUpdateFilter = z.object({ before: cursorField(parseMoment).optional() });
export type MaintenanceUpdateFilter = z.infer<typeof maintenanceUpdateFilter>;
