import type { ComponentStatus } from "@/lib/components/schema";
import type { FieldError } from "@/lib/errors";
import type { EventKind } from "@/lib/notifications/events";
import { defaultBody, type Impact, type IncidentStatus, impactStatus, type NewIncident, type Statement } from "./schema";

/** What a template gives to the incident that is begun with it. */
export type Beginning = { title: string; impact: Impact | null; status: string; body: string; componentIds: readonly string[] };

/** Said of a field that neither the reporter nor a template gives. */
export const IS_REQUIRED = "is required";

/** An incident as it is to be written: all that its reporter left out is decided. */
export type IncidentPlan = {
  title: string;
  impact: Impact;
  status: IncidentStatus;
  componentIds: readonly string[];
  startedAt: Date;
  resolvedAt: Date | null;
  notify: boolean;
  /** It lies in the past: the record of its components is corrected. */
  backfilled: boolean;
  /** Oldest first. */
  updates: { status: IncidentStatus; body: string; at: Date }[];
};

/** Whether subscribers hear of a new incident: of one that lies in the past only when its reporter says so. */
export const tellsOfNew = ({ notify, started_at: start }: Pick<NewIncident, "notify" | "started_at">): boolean => notify ?? start === undefined;

/**
 * Fills in what the reporter left out: from the template, else the defaults. With a start it is backfilled: its updates stand
 * where they happened, and nobody is told unless `notify` says so. One that is over begins with an update of its own at its
 * start; the given words are those of its resolution. Fields that make no sense come back as errors.
 */
export function planIncident(input: NewIncident, template: Beginning | null, now: Date): IncidentPlan | FieldError[] {
  const { started_at: start, resolved_at: end } = input;
  const status = input.status ?? (end === undefined ? ((template?.status as IncidentStatus | undefined) ?? "investigating") : "resolved");
  const errors: FieldError[] = [];
  const fail = (path: string, message: string) => errors.push({ path, message });
  if (start !== undefined && start > now) fail("started_at", "must not lie in the future");
  if (end !== undefined) {
    if (status !== "resolved") fail("status", "must be resolved where resolved_at is given");
    if (start === undefined) fail("started_at", "is required with resolved_at");
    else if (end < start) fail("resolved_at", "must not be before started_at");
    if (end > now) fail("resolved_at", "must not lie in the future");
  }
  const title = input.title ?? template?.title;
  const impact = input.impact ?? template?.impact ?? undefined;
  if (title === undefined) fail("title", IS_REQUIRED);
  if (impact === undefined) fail("impact", IS_REQUIRED);
  if (errors.length > 0 || title === undefined || impact === undefined) return errors;

  const startedAt = start ?? now;
  const resolvedAt = status === "resolved" ? (end ?? now) : null;
  const last = { status, body: (input.body ?? template?.body) || defaultBody[status], at: resolvedAt ?? startedAt };
  const first = { status: "investigating", body: defaultBody.investigating, at: startedAt } as const;
  return {
    title,
    impact,
    status,
    componentIds: input.component_ids ?? template?.componentIds ?? [],
    startedAt,
    resolvedAt,
    notify: tellsOfNew(input),
    backfilled: start !== undefined,
    updates: start !== undefined && resolvedAt !== null ? [first, last] : [last],
  };
}

/** What subscribers are told of an update, by what it makes of the incident. */
export function kindOfUpdate(before: IncidentStatus, after: IncidentStatus): EventKind {
  if (before === after) return "incident.updated";
  if (after === "resolved") return "incident.resolved";
  return before === "resolved" ? "incident.reopened" : "incident.updated";
}

/**
 * What an incident says of its components from an update on: what it said (`known`), carried forward; what the update says of
 * single ones; and of those it adds without a word, what the impact means.
 */
export function sayOn(known: ReadonlyMap<string, ComponentStatus>, impact: Impact, added: readonly string[], statements: readonly Statement[]): Map<string, ComponentStatus> {
  const said = new Map(known);
  for (const id of added) if (!said.has(id)) said.set(id, impactStatus[impact]);
  for (const { id, status } of statements) said.set(id, status);
  return said;
}

/** What an update keeps of one component: `status` is what the incident says of it from here on. */
export type Affected = { id: string; name: string; status: ComponentStatus; old_status: string; new_status: string };

/**
 * A corrected impact corrects what was said in its name: `updates` (newest first) with other statuses for the components in
 * `ids`, back to where the incident began to say of them what the old impact meant. Only those that change.
 */
export function correctImpact(updates: readonly { id: string; components: Affected[] }[], ids: Iterable<string>, from: ComponentStatus, to: ComponentStatus): { id: string; components: Affected[] }[] {
  const open = new Set(ids);
  const changed: { id: string; components: Affected[] }[] = [];
  for (const { id, components } of updates) {
    const said = new Map(components.map((component) => [component.id, component.status]));
    for (const component of open) if (said.get(component) !== from) open.delete(component);
    if (open.size === 0) break;
    changed.push({ id, components: components.map((component) => (open.has(component.id) ? { ...component, status: to } : component)) });
  }
  return changed;
}
