import { z } from "zod";
import { localInputToIso } from "@/components/forms/local-time";
import type { ComponentStatus } from "@/lib/components/schema";
import type { ResponseBody } from "@/lib/http/client";
import { type Impact, type IncidentStatus, newIncident } from "@/lib/incidents/schema";
import { type SelectedComponents, toAffectedComponents } from "./selected-components";

export type ReportValues = {
  title: string;
  impact: Impact | "";
  status: IncidentStatus;
  body: string;
  chosen: SelectedComponents;
  /** Null until the user decides; the default is on, except for past incidents. */
  notify: boolean | null;
  /** As in a `datetime-local` field; "" means now or not resolved. */
  started_at: string;
  resolved_at: string;
};

export const emptyReport: ReportValues = {
  title: "",
  impact: "",
  status: "investigating",
  body: "",
  chosen: {},
  notify: null,
  started_at: "",
  resolved_at: "",
};

export const shouldNotifyForIncident = ({
  notify,
  started_at,
}: Pick<ReportValues, "notify" | "started_at">): boolean => notify ?? started_at === "";

export const getExplicitStatuses = ({
  components = [],
}: {
  components?: readonly unknown[] | undefined;
}): Record<string, ComponentStatus> =>
  Object.fromEntries(
    (components as readonly { id: string; status: ComponentStatus }[]).map(({ id, status }) => [
      id,
      status,
    ]),
  );

export function toIncidentBody(values: ReportValues): z.input<typeof newIncident> {
  const { title, impact, status, body, chosen, started_at, resolved_at } = values;
  return {
    title,
    ...(impact !== "" && { impact }),
    status: resolved_at === "" ? status : "resolved",
    body,
    ...toAffectedComponents(chosen),
    notify: shouldNotifyForIncident(values),
    ...(started_at !== "" && { started_at: localInputToIso(started_at) }),
    ...(resolved_at !== "" && { resolved_at: localInputToIso(resolved_at) }),
  };
}

export const reportSchema: z.ZodType<unknown, ReportValues> = z
  .custom<ReportValues>()
  .transform(toIncidentBody)
  .pipe(newIncident);

export type IncidentTemplate = ResponseBody<"GET /v1/organizations/{orgID}/templates">[number];
export type TemplateValues = Pick<ReportValues, "title" | "impact" | "status" | "body" | "chosen">;

/** Leaves out deleted components; keeps all if `known` is undefined. */
export const toTemplateValues = (
  template: IncidentTemplate,
  known: ReadonlySet<string> | undefined,
): TemplateValues => ({
  title: template.title,
  impact: template.impact ?? "",
  status: template.status as IncidentStatus,
  body: template.body,
  chosen: Object.fromEntries(
    template.component_ids.filter((id) => known?.has(id) ?? true).map((id) => [id, ""]),
  ),
});

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Values that equal `last` are not user input. */
export function findOverwrittenFields(
  values: ReportValues,
  last: TemplateValues | null,
  next: TemplateValues,
): (keyof TemplateValues)[] {
  const untouched: TemplateValues = emptyReport;
  return (Object.keys(next) as (keyof TemplateValues)[]).filter(
    (field) =>
      !same(values[field], untouched[field]) &&
      !same(values[field], last?.[field]) &&
      !same(values[field], next[field]),
  );
}
