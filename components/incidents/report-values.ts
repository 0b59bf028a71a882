import { createBodySchema } from "@/components/forms/body-schema";
import { toInstant } from "@/components/forms/local-time";
import type { TemplateResponse } from "@/lib/http/api-client";
import { type Impact, type IncidentStatus, newIncident } from "@/lib/incidents/schema";
import type { TextFormat } from "@/lib/markdown/values";
import type { EventContext } from "@/components/updates/use-new-event";
import { fillTemplate } from "@/lib/templates/rules";
import { resolveLocalTime } from "@/lib/time/rules";
import type { Translations } from "@/lib/translations/values";
import {
  type SelectedComponents,
  toAffectedComponents,
} from "@/components/components/selected-components";

export const emptyReport = {
  title: "",
  impact: "" as Impact | "",
  status: "investigating" as IncidentStatus,
  body: "",
  translations: {} as Translations<"title" | "body">,
  format: "markdown" as TextFormat,
  chosen: {} as SelectedComponents,
  /** Null until the user decides. The default is on, unless a start time is set. */
  notify: null as boolean | null,
  /**
   * Local times in the organization's time zone. A blank start means now. An end resolves the
   * incident.
   */
  started_at: "",
  resolved_at: "",
};
export type ReportValues = typeof emptyReport;

export const shouldNotifyForIncident = ({
  notify,
  started_at,
}: Pick<ReportValues, "notify" | "started_at">): boolean => notify ?? started_at === "";

export function toIncidentBody(values: ReportValues, timeZone: string) {
  const { impact, status, chosen, started_at, resolved_at, ...rest } = values;
  return {
    ...rest,
    ...(impact !== "" && { impact }),
    status: resolved_at === "" ? status : "resolved",
    ...toAffectedComponents(chosen),
    notify: shouldNotifyForIncident(values),
    ...(started_at !== "" && { started_at: toInstant(started_at, timeZone) }),
    ...(resolved_at !== "" && { resolved_at: toInstant(resolved_at, timeZone) }),
  };
}

/** Replaces the variables of a template, and removes deleted components. */
export function completeReport(
  values: ReportValues,
  context: EventContext,
  now: number,
): ReportValues {
  if (context.components === undefined) return values;
  const { chosen, started_at, resolved_at } = values;
  const components = context.components.filter(({ id }) => id in chosen);
  const source = {
    components,
    startedAt: resolveLocalTime(started_at, context.timeZone)?.at ?? new Date(now),
    endedAt: resolveLocalTime(resolved_at, context.timeZone)?.at ?? null,
  };
  const known = Object.fromEntries(components.map(({ id }) => [id, chosen[id]!]));
  return fillTemplate({ ...values, chosen: known }, undefined, source, context);
}

export const toCompletedIncidentBody = (values: ReportValues, context: EventContext) =>
  toIncidentBody(completeReport(values, context, Date.now()), context.timeZone);

export const createReportSchema = (context: EventContext) =>
  createBodySchema((values: ReportValues) => toCompletedIncidentBody(values, context), newIncident);

/** The fields that a template fills, with their names in messages. */
const templateFields = {
  title: "title",
  impact: "impact",
  status: "status",
  body: "message",
  translations: "translations",
  chosen: "components",
} as const;

const toTemplateValues = (
  template: TemplateResponse,
): Pick<ReportValues, keyof typeof templateFields | "format"> => ({
  title: template.title,
  impact: template.impact ?? "",
  status: template.status as IncidentStatus,
  body: template.body,
  translations: template.translations,
  format: template.body === "" ? emptyReport.format : template.format,
  chosen: Object.fromEntries(template.component_ids.map((id) => [id, ""])),
});

export const incidentTemplates = {
  kind: "incident",
  fields: templateFields,
  empty: emptyReport,
  toValues: toTemplateValues,
} as const;
