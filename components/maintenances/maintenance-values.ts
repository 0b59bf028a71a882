import { z } from "zod";
import { defineEditedFields } from "@/components/forms/edited-fields";
import { nameList } from "@/components/ui/format-names";
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

type ChangeBody =
  CallOptions<"PATCH /v1/organizations/{orgID}/maintenances/{maintenanceID}">["body"];

const yesOrNo = (on: boolean) => (on ? "Yes" : "No");

/** The fields of the edit form. Times are in the organization's time zone. */
export function defineMaintenanceFields(
  timeZone: string,
  nameOf: (componentID: string) => string = (id) => id,
) {
  const time = {
    write: (local: string) => instantOf(local, timeZone),
    show: (local: string) => local.replace("T", " "),
    isRounded: true,
  } as const;
  const toLocal = (iso: string) => toLocalTime(new Date(iso), timeZone);
  return defineEditedFields<MaintenanceResponse, ChangeValues, ChangeBody>({
    title: { label: "Title", read: ({ title }) => title },
    scheduled_for: { label: "Start", read: ({ scheduled_for: at }) => toLocal(at), ...time },
    scheduled_until: { label: "End", read: ({ scheduled_until: at }) => toLocal(at), ...time },
    component_ids: {
      label: "Components",
      read: ({ component_ids }) => component_ids,
      show: (ids) => nameList(ids.map(nameOf)),
    },
    reminder_minutes: {
      label: "Reminder",
      read: ({ reminder_minutes: minutes }) => (minutes === null ? "" : String(minutes)),
      write: reminderOf,
      show: (minutes) => (minutes === "" ? "None" : `${minutes} minutes before`),
    },
    auto_start: {
      label: "Start automatically",
      read: ({ auto_start }) => auto_start,
      show: yesOrNo,
    },
    auto_complete: {
      label: "Complete automatically",
      read: ({ auto_complete }) => auto_complete,
      show: yesOrNo,
    },
    notify: {
      label: "Notify subscribers of new times",
      read: ({ notify }) => notify,
      show: yesOrNo,
    },
  });
}

export const maintenanceChangeSchema = ({ toBody }: ReturnType<typeof defineMaintenanceFields>) =>
  z.preprocess(
    (values) => toBody(values as ChangeValues),
    maintenanceChange,
  ) as unknown as z.ZodType<unknown, ChangeValues>;
