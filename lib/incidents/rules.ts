import type { ComponentStatus } from "@/lib/components/schema";
import type { FieldError } from "@/lib/errors";
import type { EventKind } from "@/lib/notifications/notification-event";
import type { Language } from "@/lib/organizations/values";
import type { Template } from "@/lib/templates/queries";
import { selectTexts } from "@/lib/translations/rules";
import type { IncidentUpdate, UpdateComponent } from "@/lib/updates/queries";
import { NO_MESSAGE, withDefaultMessage } from "@/lib/updates/values";
import type { NoFields } from "@/lib/validation";
import {
  type Impact,
  type IncidentStatus,
  statusByImpact,
  type NewIncident,
  type ComponentStatusInput,
} from "./schema";

export type TemplateDefaults = Pick<
  Template,
  "title" | "impact" | "status" | "body" | "format" | "translations" | "componentIds"
>;

export const IS_REQUIRED = "is required";

export type PlannedFields = Omit<
  NewIncident,
  "template_id" | "components" | "notify_after_seconds"
>;

export type IncidentPlan = Exclude<ReturnType<typeof planIncident>, FieldError[]>;

/**
 * Plans a new incident, or returns all errors in its fields. A backfilled incident that is resolved
 * gets updates at its start and its end.
 */
export function planIncident(
  input: PlannedFields,
  template: TemplateDefaults | null,
  now: Date,
  languages: readonly Language[],
) {
  const {
    title = template?.title,
    impact = template?.impact ?? undefined,
    status: givenStatus,
    body: givenBody,
    format: givenFormat = "plain",
    translations: given,
    component_ids: componentIds = template?.componentIds ?? [],
    started_at: start,
    resolved_at: end,
    notify,
    ...rest
  } = input;
  rest satisfies NoFields;
  const status =
    givenStatus ??
    (end === undefined
      ? ((template?.status as IncidentStatus | undefined) ?? "investigating")
      : "resolved");
  const errors = findErrors({ title, impact, status, started_at: start, resolved_at: end }, now);
  if (errors.length > 0 || title === undefined || impact === undefined) return errors;

  const usesTemplate = givenBody === undefined && template !== null;
  const { body = "", format } = usesTemplate ? template : { body: givenBody, format: givenFormat };
  const usesTitle = input.title === undefined && template !== null;
  const getTranslations = (usesTexts: boolean) =>
    given ?? (usesTexts ? template!.translations : {});
  const startedAt = start ?? now;
  const resolvedAt = status === "resolved" ? (end ?? now) : null;
  const message = {
    body,
    format,
    translations: selectTexts(getTranslations(usesTemplate), "body"),
  };
  const last = {
    status,
    ...withDefaultMessage(message, status, languages),
    at: resolvedAt ?? startedAt,
  };
  const first = { ...createFirstUpdate(languages), at: startedAt };
  return {
    title,
    translations: selectTexts(getTranslations(usesTitle), "title"),
    impact,
    status,
    componentIds,
    startedAt,
    resolvedAt,
    // By default, subscribers are not notified of the past.
    notify: notify ?? start === undefined,
    isBackfilled: start !== undefined,
    updates: start !== undefined && resolvedAt !== null ? [first, last] : [last],
  };
}

type CheckedFields = "title" | "impact" | "status" | "started_at" | "resolved_at";

function findErrors(
  { title, impact, status, started_at: start, resolved_at: end }: Pick<NewIncident, CheckedFields>,
  now: Date,
): FieldError[] {
  const errors: FieldError[] = [];
  const fail = (path: string, message: string) => errors.push({ path, message });
  if (start !== undefined && start > now) fail("started_at", "must not be in the future");
  if (end !== undefined) {
    if (status !== "resolved") fail("status", "must be resolved when resolved_at is set");
    if (start === undefined) fail("started_at", "is required when resolved_at is set");
    else if (end < start) fail("resolved_at", "must not be before started_at");
    if (end > now) fail("resolved_at", "must not be in the future");
  }
  if (title === undefined) fail("title", IS_REQUIRED);
  if (impact === undefined) fail("impact", IS_REQUIRED);
  return errors;
}

/** Returns the update at the start of an incident that was created as resolved. */
export const createFirstUpdate = (languages: readonly Language[]) =>
  ({
    status: "investigating",
    ...withDefaultMessage(NO_MESSAGE, "investigating", languages),
  }) as const;

export function classifyIncidentUpdate(before: IncidentStatus, after: IncidentStatus): EventKind {
  if (before === after) return "incident.updated";
  if (after === "resolved") return "incident.resolved";
  return before === "resolved" ? "incident.reopened" : "incident.updated";
}

/**
 * Returns the statuses of an incident's components after an update. Explicit statuses replace
 * current ones. Added components get the status for the impact.
 */
export function mergeComponentStatuses(
  known: ReadonlyMap<string, ComponentStatus>,
  impact: Impact,
  added: readonly string[],
  explicit: readonly ComponentStatusInput[],
): Map<string, ComponentStatus> {
  const statuses = new Map(known);
  for (const id of added) if (!statuses.has(id)) statuses.set(id, statusByImpact[impact]);
  for (const { id, status } of explicit) statuses.set(id, status);
  return statuses;
}

export type IncidentUpdateComponent = UpdateComponent<ComponentStatus>;
type AffectingUpdate = Pick<IncidentUpdate, "id" | "components">;

/**
 * Replaces the status `from` of components with `to`, starting with the newest of `updates`. Stops
 * for a component at the first update in which it has another status. Returns the changed updates.
 */
export function replaceImpactStatus(
  updates: readonly AffectingUpdate[],
  ids: Iterable<string>,
  from: ComponentStatus,
  to: ComponentStatus,
): AffectingUpdate[] {
  const pending = new Set(ids);
  const changed: AffectingUpdate[] = [];
  for (const { id, components } of updates) {
    const statuses = new Map(components.map((component) => [component.id, component.status]));
    for (const component of pending)
      if (statuses.get(component) !== from) pending.delete(component);
    if (pending.size === 0) break;
    changed.push({
      id,
      components: components.map((component) =>
        pending.has(component.id) ? { ...component, status: to } : component,
      ),
    });
  }
  return changed;
}

/**
 * Returns the state of an incident without one of its updates, and the updates before and after it
 * (`previous`, `next`). `components` has the current statuses, or, if the incident is resolved, the
 * last ones before the resolution. `updates` must contain at least two updates, oldest first.
 */
export function removeUpdate(updates: readonly IncidentUpdate[], id: string, impact: Impact) {
  const index = updates.findIndex((update) => update.id === id);
  const previous = updates[index - 1];
  const remaining = updates.filter((update) => update.id !== id);
  const following = remaining[index];
  const next = following && relinkUpdate(following, previous, updates[index]!);
  const newest = remaining.at(-1)!;
  const lastOpen = remaining.findLastIndex(({ status }) => status !== "resolved");
  const components = new Map<string, ComponentStatus>();
  for (const [position, { status, components: affected }] of remaining.entries())
    for (const component of affected)
      // After the update that opened the incident was deleted, the first one has its statuses. In
      // the first update of an incident that was created as resolved, they are operational.
      if (status !== "resolved" || (position === 0 && component.status !== "operational"))
        components.set(component.id, component.status);
  const current = newest.components.map(
    (component) => [component.id, components.get(component.id) ?? statusByImpact[impact]] as const,
  );
  return {
    previous,
    next,
    status: newest.status,
    resolvedAt: remaining[lastOpen + 1]?.displayAt ?? null,
    components: new Map(current),
  };
}

/** Recalculates the status changes of the update that follows a deleted one. */
function relinkUpdate(
  next: IncidentUpdate,
  before: IncidentUpdate | undefined,
  deleted: IncidentUpdate,
): IncidentUpdate {
  const deletedComponents = new Map(
    deleted.components.map((component) => [component.id, component]),
  );
  const isFirst = before === undefined && next.status === "resolved";
  const components = next.components.map((component) => {
    const removed = deletedComponents.get(component.id);
    if (removed === undefined) return component;
    const old_status =
      removed.new_status === component.old_status ? removed.old_status : component.old_status;
    return { ...component, old_status, ...(isFirst && { status: removed.status }) };
  });
  return { ...next, components };
}
