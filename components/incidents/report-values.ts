import { isSame } from "@/components/forms/merge-values";
import { z } from "zod";
import { toIsoTime } from "@/components/forms/local-time";
import type { ResponseBody } from "@/lib/http/api-client";
import { type Impact, type IncidentStatus, newIncident } from "@/lib/incidents/schema";
import type { TextFormat } from "@/lib/markdown/values";
import type { Translations } from "@/lib/translations/values";
import {
  type SelectedComponents,
  toAffectedComponents,
} from "@/components/components/selected-components";

export type ReportValues = {
  title: string;
  impact: Impact | "";
  status: IncidentStatus;
  body: string;
  translations: Translations<"title" | "body">;
  format: TextFormat;
  chosen: SelectedComponents;
  /** Null until the user decides. The default is on, unless a start time is set. */
  notify: boolean | null;
  /** Values of `datetime-local` inputs. A blank start means now. An end resolves the incident. */
  started_at: string;
  resolved_at: string;
};

export const emptyReport: ReportValues = {
  title: "",
  impact: "",
  status: "investigating",
  body: "",
  translations: {},
  format: "markdown",
  chosen: {},
  notify: null,
  started_at: "",
  resolved_at: "",
};

export const shouldNotifyForIncident = ({
  notify,
  started_at,
}: Pick<ReportValues, "notify" | "started_at">): boolean => notify ?? started_at === "";

export function toIncidentBody(values: ReportValues): z.input<typeof newIncident> {
  const { title, impact, status, body, format, translations, chosen } = values;
  const { started_at, resolved_at } = values;
  return {
    title,
    ...(impact !== "" && { impact }),
    status: resolved_at === "" ? status : "resolved",
    body,
    format,
    translations,
    ...toAffectedComponents(chosen),
    notify: shouldNotifyForIncident(values),
    ...(started_at !== "" && { started_at: toIsoTime(started_at) }),
    ...(resolved_at !== "" && { resolved_at: toIsoTime(resolved_at) }),
  };
}

export const reportSchema: z.ZodType<unknown, ReportValues> = z
  .custom<ReportValues>()
  .transform(toIncidentBody)
  .pipe(newIncident);

export type IncidentTemplate = ResponseBody<"GET /v1/organizations/{orgID}/templates">[number];
export type TemplateField = "title" | "impact" | "status" | "body" | "translations" | "chosen";
export type TemplateValues = Pick<ReportValues, TemplateField | "format">;

/** Returns a template's values without deleted components. Undefined `known` keeps all. */
export const toTemplateValues = (
  template: IncidentTemplate,
  known: ReadonlySet<string> | undefined,
): TemplateValues => ({
  title: template.title,
  impact: template.impact ?? "",
  status: template.status as IncidentStatus,
  body: template.body,
  translations: template.translations,
  format: template.body === "" ? emptyReport.format : template.format,
  chosen: Object.fromEntries(
    template.component_ids.filter((id) => known?.has(id) ?? true).map((id) => [id, ""]),
  ),
});

/**
 * Returns the fields with user input that a template would replace. Values that equal `last` come
 * from the previous template, not from the user.
 */
export function findOverwrittenFields(
  values: ReportValues,
  last: TemplateValues | null,
  { format: _, ...next }: TemplateValues,
): TemplateField[] {
  const untouched: TemplateValues = emptyReport;
  return (Object.keys(next) as TemplateField[]).filter(
    (field) =>
      !isSame(values[field], untouched[field]) &&
      !isSame(values[field], last?.[field]) &&
      !isSame(values[field], next[field]),
  );
}
