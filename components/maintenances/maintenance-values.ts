import { createBodySchema } from "@/components/forms/body-schema";
import { defineEditedFields } from "@/components/forms/edited-fields";
import { defineTime, toInstant } from "@/components/forms/local-time";
import { translationsField } from "@/components/forms/translated-fields";
import type { EventContext } from "@/components/updates/use-new-event";
import { fillTemplate } from "@/lib/templates/rules";
import { formatNameList } from "@/components/ui/format-names";
import type { CallOptions, MaintenanceResponse, TemplateResponse } from "@/lib/http/api-client";
import { maintenanceChange, newMaintenance } from "@/lib/maintenances/schema";
import type { TextFormat } from "@/lib/markdown/values";
import type { Translations } from "@/lib/translations/values";
import { resolveLocalTime } from "@/lib/time/rules";
import { selectTexts } from "@/lib/translations/rules";

/** Empty values of the maintenance form. Times are local in the organization's time zone. */
export const emptyMaintenance = {
  title: "",
  scheduled_for: "",
  scheduled_until: "",
  body: "",
  format: "markdown" as TextFormat,
  translations: {} as Translations<"title" | "body">,
  component_ids: [] as string[],
  /** Null until the user decides. The default is on, except for past maintenance. */
  notify: null as boolean | null,
  reminder_minutes: "60",
  auto_start: true,
  auto_complete: true,
};
export type MaintenanceValues = typeof emptyMaintenance;

const parseReminder = (minutes: string) => (minutes === "" ? null : Number(minutes));

type NewBody = CallOptions<"POST /v1/organizations/{orgID}/maintenances">["body"];

export function toMaintenanceBody(values: MaintenanceValues, timeZone: string): NewBody {
  const { scheduled_for, scheduled_until, notify, reminder_minutes, ...rest } = values;
  return {
    ...rest,
    // Omits blank times, so that the error is “is required”.
    scheduled_for: toInstant(scheduled_for, timeZone) || (undefined as never),
    scheduled_until: toInstant(scheduled_until, timeZone) || (undefined as never),
    reminder_minutes: parseReminder(reminder_minutes),
    ...(notify !== null && { notify }),
  };
}

/** The fields that a template fills, with their names in messages. */
const templateFields = {
  title: "title",
  body: "message",
  translations: "translations",
  component_ids: "components",
} as const;

/** Leaves out the message of a template whose status is not `scheduled`. */
const toTemplateValues = (
  template: TemplateResponse,
): Pick<MaintenanceValues, keyof typeof templateFields | "format"> => {
  const { title, status, component_ids } = template;
  const isScheduled = status === "scheduled";
  const body = isScheduled ? template.body : "";
  return {
    ...{ title, body, component_ids },
    translations: isScheduled ? template.translations : selectTexts(template.translations, "title"),
    format: body === "" ? emptyMaintenance.format : template.format,
  };
};

export const maintenanceTemplates = {
  kind: "maintenance",
  fields: templateFields,
  empty: emptyMaintenance,
  toValues: toTemplateValues,
} as const;

/** Replaces the variables of a template. */
export function completeMaintenance(
  values: MaintenanceValues,
  context: EventContext,
): MaintenanceValues {
  const [start, end] = [values.scheduled_for, values.scheduled_until].map((local) =>
    resolveLocalTime(local, context.timeZone),
  );
  if (!context.components || !start || !end) return values;
  const components = context.components.filter(({ id }) => values.component_ids.includes(id));
  const source = { components, startedAt: start.at, endedAt: end.at };
  return fillTemplate(values, undefined, source, context);
}

export const toCompletedMaintenanceBody = (values: MaintenanceValues, context: EventContext) =>
  toMaintenanceBody(completeMaintenance(values, context), context.timeZone);

export const createMaintenanceSchema = (context: EventContext) =>
  createBodySchema(
    (values: MaintenanceValues) => toCompletedMaintenanceBody(values, context),
    newMaintenance,
  );

export function isPastMaintenance(
  { scheduled_for, scheduled_until }: Pick<MaintenanceValues, "scheduled_for" | "scheduled_until">,
  timeZone: string,
  now: number,
): boolean {
  const start = resolveLocalTime(scheduled_for, timeZone);
  const end = resolveLocalTime(scheduled_until, timeZone);
  return start !== null && end !== null && start.at < end.at && end.at.getTime() <= now;
}

export const shouldNotifyForMaintenance = (
  values: Pick<MaintenanceValues, "notify" | "scheduled_for" | "scheduled_until">,
  timeZone: string,
  now: number,
): boolean => values.notify ?? !isPastMaintenance(values, timeZone, now);

export type ChangeValues = Omit<
  MaintenanceValues,
  "body" | "format" | "translations" | "notify"
> & {
  translations: Translations<"title">;
  notify: boolean;
};

type ChangeBody =
  CallOptions<"PATCH /v1/organizations/{orgID}/maintenances/{maintenanceID}">["body"];

const formatSwitch = (on: boolean) => (on ? "Yes" : "No");

export function defineMaintenanceFields(
  timeZone: string,
  getName: (componentID: string) => string = (id) => id,
) {
  return defineEditedFields<MaintenanceResponse, ChangeValues, ChangeBody>({
    title: { label: "Title" },
    translations: translationsField,
    scheduled_for: defineTime("Start", "scheduled_for", timeZone),
    scheduled_until: defineTime("End", "scheduled_until", timeZone),
    component_ids: { label: "Components", show: (ids) => formatNameList(ids.map(getName)) },
    reminder_minutes: {
      label: "Reminder",
      read: ({ reminder_minutes: minutes }) => (minutes === null ? "" : String(minutes)),
      write: parseReminder,
      show: (minutes) =>
        minutes === "" ? "None" : `${minutes} ${minutes === "1" ? "minute" : "minutes"} before`,
    },
    auto_start: { label: "Start automatically", show: formatSwitch },
    auto_complete: { label: "Complete automatically", show: formatSwitch },
    notify: { label: "Notify subscribers of new times", show: formatSwitch },
  });
}

export const createChangeSchema = ({ toBody }: ReturnType<typeof defineMaintenanceFields>) =>
  createBodySchema((values: ChangeValues) => toBody(values), maintenanceChange);
