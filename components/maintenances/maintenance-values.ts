import { z } from "zod";
import type { Maintenance, Options } from "@/lib/http/client";
import { maintenanceChange, newMaintenance } from "@/lib/maintenances/schema";
import { localOf, momentOf } from "@/lib/time/rules";

/** A maintenance as its form has it: times as the clocks of the organization show them. */
export type MaintenanceValues = {
  title: string;
  scheduled_for: string;
  scheduled_until: string;
  body: string;
  component_ids: string[];
  /** Null for what the rule says: subscribers are told, unless it is entered afterwards. */
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

/** The moment of a local time as it goes over the wire; what is none is for the schema to judge. */
const instantOf = (local: string, timeZone: string): string => momentOf(local, timeZone)?.at.toISOString() ?? (local === "" ? (undefined as never) : local);
const reminderOf = (minutes: string) => (minutes === "" ? null : Number(minutes));

export type NewBody = Options<"POST /v1/organizations/{orgID}/maintenances">["body"];

/** What the form says, as the call takes it. */
export function bodyOf(values: MaintenanceValues, timeZone: string): NewBody {
  const { scheduled_for, scheduled_until, notify, reminder_minutes, ...rest } = values;
  return {
    ...rest,
    scheduled_for: instantOf(scheduled_for, timeZone),
    scheduled_until: instantOf(scheduled_until, timeZone),
    reminder_minutes: reminderOf(reminder_minutes),
    ...(notify !== null && { notify }),
  };
}

/** The schema of the call, for what the form has. */
export const newMaintenanceIn = (timeZone: string) =>
  z.preprocess((values) => bodyOf(values as MaintenanceValues, timeZone), newMaintenance) as unknown as z.ZodType<unknown, MaintenanceValues>;

/** Both times have passed: it is entered afterwards, and nobody is told unless somebody says so. */
export function isAfterwards({ scheduled_for, scheduled_until }: Pick<MaintenanceValues, "scheduled_for" | "scheduled_until">, timeZone: string, now: number): boolean {
  const [start, end] = [momentOf(scheduled_for, timeZone), momentOf(scheduled_until, timeZone)];
  return start !== null && end !== null && start.at < end.at && end.at.getTime() <= now;
}

/** Whether subscribers are told, as it stands. */
export const tells = (values: Pick<MaintenanceValues, "notify" | "scheduled_for" | "scheduled_until">, timeZone: string, now: number): boolean => values.notify ?? !isAfterwards(values, timeZone, now);

/** What of a maintenance may be changed. */
export type ChangeValues = Omit<MaintenanceValues, "body" | "notify"> & { notify: boolean };

export const changeValuesOf = (maintenance: Maintenance, timeZone: string): ChangeValues => ({
  title: maintenance.title,
  scheduled_for: localOf(new Date(maintenance.scheduled_for), timeZone),
  scheduled_until: localOf(new Date(maintenance.scheduled_until), timeZone),
  component_ids: maintenance.component_ids,
  notify: maintenance.notify,
  reminder_minutes: maintenance.reminder_minutes === null ? "" : String(maintenance.reminder_minutes),
  auto_start: maintenance.auto_start,
  auto_complete: maintenance.auto_complete,
});

/** The change that leads from the maintenance to what the form says. A time that was not touched is left out: the form has it to the minute alone. */
export function changeOf(values: ChangeValues, maintenance: Maintenance, timeZone: string): Options<"PATCH /v1/organizations/{orgID}/maintenances/{maintenanceID}">["body"] {
  const { scheduled_for, scheduled_until, reminder_minutes, ...rest } = values;
  const before = changeValuesOf(maintenance, timeZone);
  return {
    ...rest,
    reminder_minutes: reminderOf(reminder_minutes),
    ...(scheduled_for !== before.scheduled_for && { scheduled_for: instantOf(scheduled_for, timeZone) }),
    ...(scheduled_until !== before.scheduled_until && { scheduled_until: instantOf(scheduled_until, timeZone) }),
  };
}

/** The schema of a change, for what the form has. Both times are judged, so that one is told to be behind the other. */
export const maintenanceChangeIn = (timeZone: string) =>
  z.preprocess((values) => {
    const { scheduled_for, scheduled_until, reminder_minutes, ...rest } = values as ChangeValues;
    return { ...rest, scheduled_for: instantOf(scheduled_for, timeZone), scheduled_until: instantOf(scheduled_until, timeZone), reminder_minutes: reminderOf(reminder_minutes) };
  }, maintenanceChange) as unknown as z.ZodType<unknown, ChangeValues>;
