import { z } from "zod";
import { toInstant } from "@/components/forms/local-time";
import type { ComponentStatus } from "@/lib/components/schema";
import type { Answer } from "@/lib/http/client";
import { type Impact, type IncidentStatus, newIncident } from "@/lib/incidents/schema";

/** The components that are affected by their ids, each with its status, or "" for what the impact says. */
export type Chosen = Record<string, ComponentStatus | "">;

/** The report of an incident as its form has it. */
export type ReportValues = {
  title: string;
  impact: Impact | "";
  status: IncidentStatus;
  body: string;
  chosen: Chosen;
  /** Null until somebody decides: told, unless it lies in the past. */
  notify: boolean | null;
  /** As a field for local time has them; "" is now, and not yet. */
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

export const tells = ({ notify, started_at }: Pick<ReportValues, "notify" | "started_at">): boolean => notify ?? started_at === "";

/** What is chosen, as a call takes it: those that follow the impact by their ids, the others with what is said of them. */
export const statementsOf = (chosen: Chosen): { component_ids: string[]; components: { id: string; status: ComponentStatus }[] } => ({
  component_ids: Object.keys(chosen).filter((id) => chosen[id] === ""),
  components: Object.entries(chosen).flatMap(([id, status]) => (status === "" ? [] : [{ id, status }])),
});

/** What such a body says of components in so many words, by their ids. */
export const saysOf = ({ components = [] }: { components?: readonly unknown[] | undefined }): Record<string, ComponentStatus> =>
  Object.fromEntries((components as readonly { id: string; status: ComponentStatus }[]).map(({ id, status }) => [id, status]));

/** The body of the call that reports it. */
export function bodyOf(values: ReportValues): z.input<typeof newIncident> {
  const { title, impact, status, body, chosen, started_at, resolved_at } = values;
  return {
    title,
    ...(impact !== "" && { impact }),
    status: resolved_at === "" ? status : "resolved",
    body,
    ...statementsOf(chosen),
    notify: tells(values),
    ...(started_at !== "" && { started_at: toInstant(started_at) }),
    ...(resolved_at !== "" && { resolved_at: toInstant(resolved_at) }),
  };
}

/** Judges the form as the call will. */
export const report: z.ZodType<unknown, ReportValues> = z.custom<ReportValues>().transform(bodyOf).pipe(newIncident);

export type IncidentTemplate = Answer<"GET /v1/organizations/{orgID}/templates">[number];
/** What a template fills. */
export type Filling = Pick<ReportValues, "title" | "impact" | "status" | "body" | "chosen">;

/** Of its components, those that are there (`known`); all, while that is not known. */
export const fillingOf = (template: IncidentTemplate, known: ReadonlySet<string> | undefined): Filling => ({
  title: template.title,
  impact: template.impact ?? "",
  status: template.status as IncidentStatus,
  body: template.body,
  chosen: Object.fromEntries(template.component_ids.filter((id) => known?.has(id) ?? true).map((id) => [id, ""])),
});

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The fields that a person, not the template before (`last`), gave a value that `next` would take away. */
export function wouldLose(values: ReportValues, last: Filling | null, next: Filling): (keyof Filling)[] {
  const untouched: Filling = emptyReport;
  return (Object.keys(next) as (keyof Filling)[]).filter(
    (field) => !same(values[field], untouched[field]) && !same(values[field], last?.[field]) && !same(values[field], next[field]),
  );
}
