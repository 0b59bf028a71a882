import { z } from "zod";
import type { MaintenanceResponse, CallOptions } from "@/lib/http/client";
import { maintenanceChange, newMaintenance } from "@/lib/maintenances/schema";
import { toLocalTime, resolveLocalTime } from "@/lib/time/rules";

/** Times are local to the organization's time zone. */
export type MaintenanceValues = {
  title: string;
  scheduled_for: string;
  scheduled_until: string;
  body: string;
  component_ids: string[];
  /** Null until the user decides; the default is on, except for past maintenances. */
  notify: boolean | null;
  /** Minutes, or "" for none. */
  reminder_minutes: string;
  auto_start: boolean;
  auto_complete: boolean;
};

export const emptyMaintenance: MaintenanceValues = {
  title: "",
  scheduled_for: "",
  scheduled_until: "",
  body: "",
  component_ids: [],
  notify: null,
  reminder_minutes: "60",
  auto_start: true,
  auto_complete: true,
};

/** Keeps invalid input for the schema to reject. */
const instantOf = (local: string, timeZone: string): string =>
  resolveLocalTime(local, timeZone)?.at.toISOString() ??
  (local === "" ? (undefined as never) : local);
const reminderOf = (minutes: string) => (minutes === "" ? null : Number(minutes));

export type NewBody = CallOptions<"POST /v1/organizations/{orgID}/maintenances">["body"];

export function toMaintenanceBody(values: MaintenanceValues, timeZone: string): NewBody {
  const { scheduled_for, scheduled_until, notify, reminder_minutes, ...rest } = values;
  return {
    ...rest,
    scheduled_for: instantOf(scheduled_for, timeZone),
    scheduled_until: instantOf(scheduled_until, timeZone),
    reminder_minutes: reminderOf(reminder_minutes),
    ...(notify !== null && { notify }),
  };
}

export const newMaintenanceSchema = (timeZone: string) =>
  z.preprocess(
    (values) => toMaintenanceBody(values as MaintenanceValues, timeZone),
    newMaintenance,
  ) as unknown as z.ZodType<unknown, MaintenanceValues>;

export function isPastMaintenance(
  { scheduled_for, scheduled_until }: Pick<MaintenanceValues, "scheduled_for" | "scheduled_until">,
  timeZone: string,
  now: number,
): boolean {
  const [start, end] = [
    resolveLocalTime(scheduled_for, timeZone),
    resolveLocalTime(scheduled_until, timeZone),
  ];
  return start !== null && end !== null && start.at < end.at && end.at.getTime() <= now;
}

export const shouldNotifyForMaintenance = (
  values: Pick<MaintenanceValues, "notify" | "scheduled_for" | "scheduled_until">,
  timeZone: string,
  now: number,
): boolean => values.notify ?? !isPastMaintenance(values, timeZone, now);

export type ChangeValues = Omit<MaintenanceValues, "body" | "notify"> & { notify: boolean };

export const toChangeValues = (
  maintenance: MaintenanceResponse,
  timeZone: string,
): ChangeValues => ({
  title: maintenance.title,
  scheduled_for: toLocalTime(new Date(maintenance.scheduled_for), timeZone),
  scheduled_until: toLocalTime(new Date(maintenance.scheduled_until), timeZone),
  component_ids: maintenance.component_ids,
  notify: maintenance.notify,
  reminder_minutes:
    maintenance.reminder_minutes === null ? "" : String(maintenance.reminder_minutes),
  auto_start: maintenance.auto_start,
  auto_complete: maintenance.auto_complete,
});

/** Leaves out unchanged times, because the form drops their seconds. */
export function toMaintenanceChangeBody(
  values: ChangeValues,
  maintenance: MaintenanceResponse,
  timeZone: string,
): CallOptions<"PATCH /v1/organizations/{orgID}/maintenances/{maintenanceID}">["body"] {
  const { scheduled_for, scheduled_until, reminder_minutes, ...rest } = values;
  const before = toChangeValues(maintenance, timeZone);
  return {
    ...rest,
    reminder_minutes: reminderOf(reminder_minutes),
    ...(scheduled_for !== before.scheduled_for && {
      scheduled_for: instantOf(scheduled_for, timeZone),
    }),
    ...(scheduled_until !== before.scheduled_until && {
      scheduled_until: instantOf(scheduled_until, timeZone),
    }),
  };
}

export const maintenanceChangeSchema = (timeZone: string) =>
  z.preprocess((values) => {
    const { scheduled_for, scheduled_until, reminder_minutes, ...rest } = values as ChangeValues;
    return {
      ...rest,
      scheduled_for: instantOf(scheduled_for, timeZone),
      scheduled_until: instantOf(scheduled_until, timeZone),
      reminder_minutes: reminderOf(reminder_minutes),
    };
  }, maintenanceChange) as unknown as z.ZodType<unknown, ChangeValues>;
