import { getActorId, type Context } from "@/lib/actor";
import {
  rebuildStatusTimelines,
  recordStatusChanges,
  refreshStatuses,
  type StatusChange,
} from "@/lib/components/commands";
import { type AffectedComponent, countStatuses, requireComponents } from "@/lib/components/queries";
import { pageStatus, worstStatus } from "@/lib/components/rules";
import type { ComponentStatus, PublicStatus } from "@/lib/components/schema";
import { insertRows, type Tx } from "@/lib/db";
import {
  collectErrors,
  type FieldError,
  invalid,
  notFound,
  NEWER_UPDATE_EXISTS,
  Problem,
} from "@/lib/errors";
import { newId } from "@/lib/ids";
import type { EventKind } from "@/lib/notifications/events";
import {
  componentsForEvent,
  enqueueEvent,
  EVENT_UPDATES,
  fitIntoEvent,
  type OutboxRow,
  removeUpdateFromEvents,
  withdrawEvents,
} from "@/lib/notifications/outbox";
import {
  type Write,
  dryRunInOrganization,
  writeInOrganization,
} from "@/lib/organizations/commands";
import type { OrganizationId, OrganizationScope } from "@/lib/organizations/scope";
import { requireMatch } from "@/lib/precondition";
import { type Preview, previewEvent } from "@/lib/previews/queries";
import { findTemplate } from "@/lib/templates/queries";
import { getTimestampAfter } from "@/lib/time/rules";
import {
  getIncident,
  getIncidentDetail,
  getIncidentUpdate,
  type Incident,
  type IncidentDetail,
  type IncidentWithRelations,
  type IncidentUpdate,
  type Postmortem,
} from "./queries";
import {
  type IncidentUpdateComponent,
  replaceImpactStatus,
  type IncidentPlan,
  IS_REQUIRED,
  classifyIncidentUpdate,
  planIncident,
  mergeComponentStatuses,
  isNewIncidentAnnounced,
  removeUpdate,
} from "./rules";
import {
  defaultIncidentMessages,
  type IncidentChange,
  statusByImpact,
  type IncidentStatus,
  type NewIncident,
  type NewIncidentUpdate,
  type PostmortemChange,
  type IncidentReopening,
  type IncidentResolution,
  type ComponentStatusInput,
  type IncidentUpdateChange,
} from "./schema";
import {
  serializeIncident,
  serializeIncidentDetail,
  serializePostmortem,
  serializeIncidentUpdate,
} from "./serialize";

const auditSubject = ({ id, title }: Incident) => ({ type: "incident", id, name: title });

/**
 * Creates an incident, its first updates and its notification event. With a past start it is backfilled,
 * and uptime is recalculated. 400 for invalid times and unknown components or templates.
 */
export async function createIncident(
  context: Context,
  scope: OrganizationScope,
  input: NewIncident,
): Promise<Incident> {
  return writeInOrganization(
    context,
    scope,
    "editor",
    async ({ tx, audit }) => (await writeIncident(tx, context, scope, audit, input)).incident,
  );
}

/** Returns what subscribers would receive if the incident were created. 400 as on creation. */
export async function previewIncident(
  context: Context,
  scope: OrganizationScope,
  input: NewIncident,
): Promise<Preview> {
  const { event } = await dryRunInOrganization(context, scope, "editor", ({ tx, audit }) =>
    writeIncident(tx, context, scope, audit, { ...input, notify: true }),
  );
  return previewEvent(scope, event!, { silent: !isNewIncidentAnnounced(input) });
}

/** `event` is null if no one is notified. */
type CreatedIncident = { incident: Incident; event: OutboxRow | null };

async function writeIncident(
  tx: Tx,
  context: Context,
  scope: OrganizationScope,
  audit: Write["audit"],
  input: NewIncident,
): Promise<CreatedIncident> {
  const { now } = context;
  const { plan, components } = await requirePlan(tx, scope, input, now);
  const statuses = mergeComponentStatuses(
    new Map(),
    plan.impact,
    components.map(({ id }) => id),
    input.components,
  );
  const row = {
    id: newId(),
    organizationId: scope.id,
    title: plan.title,
    status: plan.status,
    impact: plan.impact,
    startedAt: plan.startedAt,
    resolvedAt: plan.resolvedAt,
    createdAt: now,
    updatedAt: now,
  };
  const incident: Incident = { ...row, componentIds: components.map(({ id }) => id) };
  await insertRows(tx, "incidents", [row]);
  await insertRows(
    tx,
    "incident_components",
    components.map(({ id }) => ({
      incidentId: row.id,
      componentId: id,
      status: statuses.get(id)!,
    })),
  );
  const isResolved = plan.status === "resolved";
  const changes = components.map(({ recordedStatus: before, ...component }) => ({
    ...component,
    before,
    after: isResolved ? before : worstStatus<PublicStatus>([before, statuses.get(component.id)!]),
  }));
  const updates = plan.updates.map((update) => ({
    ...update,
    id: newId(),
    components: plan.isBackfilled
      ? backfilledComponents(components, statuses, plan, update)
      : changes.map((change) =>
          toUpdateComponent(change, isResolved ? "operational" : statuses.get(change.id)!),
        ),
  }));
  await insertRows(
    tx,
    "incident_updates",
    updates.map(({ at, ...update }) => ({
      ...update,
      incidentId: row.id,
      components: JSON.stringify(update.components),
      displayAt: at,
      notified: plan.notify,
      authorId: getActorId(context.actor),
      createdAt: now,
      updatedAt: now,
    })),
  );
  if (plan.isBackfilled) await rebuildStatusTimelines(tx, incident.componentIds, now);
  else await recordStatusChanges(tx, changes, now);
  audit({
    action: "incident.created",
    subject: auditSubject(incident),
    after: serializeIncident(incident),
  });
  if (!plan.notify) return { incident, event: null };
  const announced = updates
    .map(({ at, ...update }) => ({
      ...update,
      notified: true,
      displayAt: at,
      createdAt: now,
      updatedAt: now,
    }))
    .reverse();
  const event = await enqueueIncidentEvent(tx, scope, "incident.created", incident, {
    updates: announced,
    updateId: announced[0]!.id,
    changes: plan.isBackfilled ? await readStatusChanges(tx, components) : changes,
    now,
    delaySeconds: input.notify_after_seconds,
  });
  return { incident, event };
}

/** Throws one 400 with all errors: unknown template, invalid plan and unknown components. */
async function requirePlan(
  tx: Tx,
  scope: OrganizationScope,
  input: NewIncident,
  now: Date,
): Promise<{ plan: IncidentPlan; components: AffectedComponent[] }> {
  const { template_id: templateId } = input;
  const template =
    templateId === undefined ? null : await findTemplate(tx, scope, "incident", templateId);
  const plan = planIncident(input, template, now);
  const errors = Array.isArray(plan) ? plan : [];
  if (templateId !== undefined && template === null) {
    // Fields that the unknown template was to provide are not reported as missing.
    const otherErrors = errors.filter(({ message }) => message !== IS_REQUIRED);
    errors.splice(
      0,
      errors.length,
      {
        path: "template_id",
        message: `${JSON.stringify(templateId)} is not an incident template of this organization`,
      },
      ...otherErrors,
    );
  }
  const components = await requireIncidentComponents(
    tx,
    scope,
    input.component_ids ?? template?.componentIds ?? [],
    input.components,
    errors,
  );
  return { plan: plan as IncidentPlan, components };
}

/**
 * Returns the components that both inputs name, once each, by position. 400 with `errors` and the ids
 * that are unknown, or archived and not in `kept`.
 */
async function requireIncidentComponents(
  tx: Tx,
  scope: OrganizationScope,
  ids: readonly string[],
  componentInputs: readonly ComponentStatusInput[],
  errors: FieldError[],
  kept?: readonly string[],
): Promise<AffectedComponent[]> {
  const pathOf = (index: number) =>
    index < ids.length ? `component_ids.${index}` : `components.${index - ids.length}.id`;
  const components = await requireComponents(
    tx,
    scope,
    [...ids, ...componentInputs.map(({ id }) => id)],
    { pathOf, ...(kept && { kept }) },
  ).catch(collectErrors(errors));
  if (errors.length > 0) throw invalid(errors);
  return components;
}

const toUpdateComponent = (
  { id, name, before, after }: Pick<StatusChange, "id" | "name" | "before" | "after">,
  status: ComponentStatus,
): IncidentUpdateComponent => ({ id, name, old_status: before, new_status: after, status });

/** Component statuses of a backfilled update, as if this incident had been the only cause. */
function backfilledComponents(
  components: readonly AffectedComponent[],
  statuses: ReadonlyMap<string, ComponentStatus>,
  { updates }: IncidentPlan,
  update: IncidentPlan["updates"][number],
): IncidentUpdateComponent[] {
  const statusAt = ({ status }: { status: string }, id: string) =>
    status === "resolved" ? "operational" : statuses.get(id)!;
  const earlier = updates[updates.indexOf(update) - 1];
  return components.map(({ id, name }) => {
    const [before, after] = [
      earlier ? statusAt(earlier, id) : "operational",
      statusAt(update, id),
    ] as const;
    return toUpdateComponent({ id, name, before, after }, after);
  });
}

/** How the public status of components changed since they were read, in their order. */
async function readStatusChanges(
  tx: Tx,
  components: readonly AffectedComponent[],
): Promise<StatusChange[]> {
  if (components.length === 0) return [];
  const rows = await tx.component.findMany({
    where: { id: { in: components.map(({ id }) => id) } },
    select: { id: true, recordedStatus: true },
  });
  const currentStatuses = new Map(
    rows.map(({ id, recordedStatus }) => [id, recordedStatus as PublicStatus]),
  );
  return components.map(({ recordedStatus: before, ...component }) => ({
    ...component,
    before,
    after: currentStatuses.get(component.id) ?? before,
  }));
}

type EventUpdate = Pick<
  IncidentUpdate,
  "id" | "status" | "body" | "notified" | "displayAt" | "createdAt" | "updatedAt"
>;

type EventContent = {
  updates: readonly EventUpdate[];
  /** The update that the event announces. */
  updateId: string | null;
  changes: readonly StatusChange[];
  now: Date;
  delaySeconds?: number | undefined;
  /** Set only if published. */
  postmortem?: { body: string; publishedAt: Date };
};

/** Enqueues the event that notifies subscribers. It contains everything that a notification shows. */
async function enqueueIncidentEvent(
  tx: Tx,
  scope: { id: OrganizationId },
  kind: EventKind,
  incident: Incident,
  { updates, updateId, changes, now, delaySeconds, postmortem }: EventContent,
): Promise<OutboxRow> {
  const incidentStatus =
    incident.status === "resolved" ? "operational" : statusByImpact[incident.impact];
  const event = {
    kind,
    organizationId: scope.id,
    incidentId: incident.id,
    maintenanceId: null,
    updateId,
    createdAt: now,
    payload: {
      incident: serializeIncident(incident),
      updates: fitIntoEvent(updates).map(
        ({ id, status, body, notified, displayAt, createdAt, updatedAt }) => ({
          id,
          status,
          body,
          notified,
          ...(displayAt.getTime() !== createdAt.getTime() && {
            display_at: displayAt.toISOString(),
          }),
          created_at: createdAt.toISOString(),
          updated_at: updatedAt.toISOString(),
        }),
      ),
      components: componentsForEvent(changes),
      page: pageStatus(await countStatuses(tx, scope), incidentStatus),
      ...(postmortem && {
        postmortem: { body: postmortem.body, published_at: postmortem.publishedAt.toISOString() },
      }),
    },
  };
  return enqueueEvent(tx, event, delaySeconds);
}

/** The updates that fit into an event, newest first. */
const listNewestUpdates = async (tx: Tx, incidentId: string): Promise<EventUpdate[]> =>
  (await tx.incidentUpdate.findMany({
    where: { incidentId },
    orderBy: [{ displayAt: "desc" }, { id: "desc" }],
    take: EVENT_UPDATES,
    select: {
      id: true,
      status: true,
      body: true,
      notified: true,
      displayAt: true,
      createdAt: true,
      updatedAt: true,
    },
  })) as EventUpdate[];

/**
 * Corrects title, impact or start without notifying anyone, and recalculates uptime. 404, 412; 400 for
 * an invalid start.
 */
export async function changeIncident(
  context: Context,
  scope: OrganizationScope,
  id: string,
  change: IncidentChange,
): Promise<IncidentDetail> {
  const { now } = context;
  return writeInOrganization(context, scope, "editor", async ({ tx, audit }) => {
    const before = await getIncidentDetail(scope, id, tx);
    requireMatch(context, serializeIncidentDetail(before));
    const {
      title = before.title,
      impact = before.impact,
      started_at: startedAt = before.startedAt,
    } = change;
    const isStartMoved = startedAt.getTime() !== before.startedAt.getTime();
    if (isStartMoved) await moveStart(tx, context, before, startedAt);
    if (impact !== before.impact)
      await changeImpact(tx, before, statusByImpact[before.impact], statusByImpact[impact]);
    await tx.incident.update({
      where: { id },
      data: { title, impact, startedAt, updatedAt: getTimestampAfter(before.updatedAt, now) },
      select: { id: true },
    });
    if (isStartMoved || impact !== before.impact)
      await rebuildStatusTimelines(tx, before.componentIds, now);
    const after = await getIncidentDetail(scope, id, tx);
    audit({
      action: "incident.updated",
      subject: auditSubject(after),
      before: serializeIncidentDetail(before),
      after: serializeIncidentDetail(after),
    });
    return after;
  });
}

/**
 * Moves the first update to the new start. An incident that was created as resolved gets an additional
 * update there.
 */
async function moveStart(
  tx: Tx,
  { actor, now }: Context,
  incident: IncidentWithRelations,
  startedAt: Date,
): Promise<void> {
  const incidentId = incident.id;
  const [first, second] = await tx.incidentUpdate.findMany({
    where: { incidentId },
    orderBy: [{ displayAt: "asc" }, { id: "asc" }],
    take: 2,
    select: { id: true, status: true, displayAt: true },
  });
  const startedResolved = first!.status === "resolved";
  const next = startedResolved ? first : second;
  if (startedAt > now)
    throw invalid([{ path: "started_at", message: "must not be in the future" }]);
  if (next && startedAt > next.displayAt)
    throw invalid([
      {
        path: "started_at",
        message: `must not be after the next update (${next.displayAt.toISOString()})`,
      },
    ]);
  if (!startedResolved)
    await tx.incidentUpdate.update({
      where: { id: first!.id },
      data: { displayAt: startedAt },
      select: { id: true },
    });
  else if (startedAt < first!.displayAt) {
    const components = incident.components.map(({ id, name, status }) =>
      toUpdateComponent({ id, name, before: "operational", after: status }, status),
    );
    const firstUpdate = {
      id: newId(),
      incidentId,
      status: "investigating",
      body: defaultIncidentMessages.investigating,
      notified: false,
      authorId: getActorId(actor),
      displayAt: startedAt,
      createdAt: now,
      updatedAt: now,
    };
    await insertRows(tx, "incident_updates", [
      { ...firstUpdate, components: JSON.stringify(components) },
    ]);
  }
}

async function changeImpact(
  tx: Tx,
  incident: IncidentWithRelations,
  from: ComponentStatus,
  to: ComponentStatus,
): Promise<void> {
  const ids = incident.components
    .filter(({ status }) => status === from)
    .map((component) => component.id);
  if (ids.length === 0) return;
  await tx.incidentComponent.updateMany({
    where: { incidentId: incident.id, status: from },
    data: { status: to },
  });
  // Resolving updates set every component to operational, whatever the impact.
  const rows = await tx.incidentUpdate.findMany({
    where: { incidentId: incident.id, status: { not: "resolved" } },
    orderBy: [{ displayAt: "desc" }, { id: "desc" }],
    select: { id: true, components: true },
  });
  const updates = rows.map((row) => ({
    id: row.id,
    components: JSON.parse(row.components) as IncidentUpdateComponent[],
  }));
  for (const { id, components } of replaceImpactStatus(updates, ids, from, to)) {
    await tx.incidentUpdate.update({
      where: { id },
      data: { components: JSON.stringify(components) },
      select: { id: true },
    });
  }
}

/**
 * Deletes an incident, its updates and its queued deliveries, and recalculates uptime. Deliveries that
 * were sent remain. 404, 412.
 */
export async function deleteIncident(
  context: Context,
  scope: OrganizationScope,
  id: string,
): Promise<void> {
  await writeInOrganization(context, scope, "editor", async ({ tx, audit }) => {
    const before = await getIncidentDetail(scope, id, tx);
    requireMatch(context, serializeIncidentDetail(before));
    await withdrawEvents(tx, { organizationId: scope.id, incidentId: id }, context.now);
    await tx.incident.delete({ where: { id }, select: { id: true } });
    await rebuildStatusTimelines(tx, before.componentIds, context.now);
    audit({
      action: "incident.deleted",
      subject: auditSubject(before),
      before: serializeIncidentDetail(before),
    });
  });
}

/**
 * Posts an update. Components that it omits keep their status; `resolved` ends the effect on all of them.
 * 404; 400 for unknown components; 409 if `after` is not the newest update.
 */
export async function postIncidentUpdate(
  context: Context,
  scope: OrganizationScope,
  incidentId: string,
  input: NewIncidentUpdate,
): Promise<IncidentUpdate> {
  return writeInOrganization(context, scope, "editor", async ({ tx, audit }) => {
    const incident = await getIncident(scope, incidentId, tx);
    await requireNoNewerUpdate(tx, incidentId, input);
    return (
      await writeUpdate(tx, context, scope, audit, incident, {
        ...input,
        status: input.status ?? incident.status,
      })
    ).update;
  });
}

/**
 * Deletes an update and its queued deliveries. Status, resolution and components follow the newest
 * remaining update, and uptime is recalculated. 404, 412; 409 for the only update.
 */
export async function deleteIncidentUpdate(
  context: Context,
  scope: OrganizationScope,
  incidentId: string,
  id: string,
): Promise<void> {
  const { now } = context;
  await writeInOrganization(context, scope, "editor", async ({ tx, audit }) => {
    const before = await getIncident(scope, incidentId, tx);
    const update = await getIncidentUpdate(scope, incidentId, id, tx);
    requireMatch(context, serializeIncidentUpdate(update));
    const rows = await tx.incidentUpdate.findMany({
      where: { incidentId },
      orderBy: [{ displayAt: "asc" }, { id: "asc" }],
      select: { id: true, status: true, displayAt: true, components: true },
    });
    if (rows.length === 1)
      throw new Problem(
        "conflict",
        "An incident needs at least one update. Edit this one, or delete the incident.",
      );
    const updates = rows.map((row) => ({
      ...row,
      status: row.status as IncidentStatus,
      components: JSON.parse(row.components) as IncidentUpdateComponent[],
    }));
    const { remaining, status, resolvedAt, components } = removeUpdate(updates, id, before.impact);
    for (const { id: changed, components: kept } of remaining.filter(
      (row) => !updates.includes(row),
    )) {
      await tx.incidentUpdate.update({
        where: { id: changed },
        data: { components: JSON.stringify(kept) },
        select: { id: true },
      });
    }
    await withdrawEvents(tx, { organizationId: scope.id, incidentId, updateId: id }, now);
    const index = updates.findIndex((row) => row.id === id);
    const [previous, next] = [remaining[index - 1], remaining[index]];
    await removeUpdateFromEvents(
      tx,
      { organizationId: scope.id, incidentId },
      {
        ...{ id, components: updates[index]!.components, at: updates[index]!.displayAt },
        next: next && {
          id: next.id,
          at: next.displayAt,
          kindAfter: () =>
            previous ? classifyIncidentUpdate(previous.status, next.status) : "incident.created",
        },
      },
    );
    const edits = await tx.incidentUpdateText.count({ where: { updateId: id } });
    await tx.incidentUpdate.delete({ where: { id }, select: { id: true } });
    if (id === updates.at(-1)!.id) {
      const knownStatuses = new Map(
        before.components.map((component) => [component.id, component.status]),
      );
      await tx.incidentComponent.deleteMany({
        where: {
          incidentId,
          componentId: {
            in: before.componentIds.filter((componentId) => !components.has(componentId)),
          },
        },
      });
      await saveComponentStatuses(
        tx,
        incidentId,
        knownStatuses,
        new Map([...components].filter(([componentId]) => knownStatuses.has(componentId))),
      );
    }
    await tx.incident.update({
      where: { id: incidentId },
      data: {
        status,
        resolvedAt,
        deletedChanges: { increment: 1 + edits },
        updatedAt: getTimestampAfter(before.updatedAt, now),
      },
      select: { id: true },
    });
    await rebuildStatusTimelines(tx, before.componentIds, now);
    const after = await getIncident(scope, incidentId, tx);
    audit({
      action: "incident_update.deleted",
      subject: { type: "incident_update", id, name: before.title },
      before: serializeIncidentUpdate(update),
    });
    audit({
      action: classifyIncidentUpdate(before.status, status),
      subject: auditSubject(after),
      before: serializeIncident(before),
      after: serializeIncident(after),
    });
  });
}

/** 409 if someone posted since the update that the author saw last. Requires the organization lock. */
async function requireNoNewerUpdate(
  tx: Tx,
  incidentId: string,
  { after }: NewIncidentUpdate,
): Promise<void> {
  if (after !== undefined && after !== (await findNewestUpdate(tx, incidentId)).id)
    throw new Problem("conflict", NEWER_UPDATE_EXISTS);
}

/** Returns what subscribers would receive if the update were posted. 404, 400, 409 as on posting. */
export async function previewIncidentUpdate(
  context: Context,
  scope: OrganizationScope,
  incidentId: string,
  input: NewIncidentUpdate,
): Promise<Preview> {
  const { event } = await dryRunInOrganization(context, scope, "editor", async ({ tx, audit }) => {
    const incident = await getIncident(scope, incidentId, tx);
    await requireNoNewerUpdate(tx, incidentId, input);
    return writeUpdate(tx, context, scope, audit, incident, {
      ...input,
      notify: true,
      status: input.status ?? incident.status,
    });
  });
  return previewEvent(scope, event!, { silent: !input.notify });
}

/** Resolves an incident with an update. 404; 409 if it is already resolved. */
export async function resolveIncident(
  context: Context,
  scope: OrganizationScope,
  id: string,
  input: IncidentResolution,
): Promise<IncidentDetail> {
  return setResolved(context, scope, id, {
    ...input,
    status: "resolved",
    components: [],
    component_ids: [],
  });
}

/**
 * Reopens an incident with an update. Components return to their status from before the resolution.
 * 404; 409 if it is not resolved; 400 for unknown components.
 */
export async function reopenIncident(
  context: Context,
  scope: OrganizationScope,
  id: string,
  input: IncidentReopening,
): Promise<IncidentDetail> {
  return setResolved(context, scope, id, input);
}

type UpdateInput = Required<Omit<NewIncidentUpdate, "after" | "notify_after_seconds">> &
  Pick<NewIncidentUpdate, "notify_after_seconds">;

async function setResolved(
  context: Context,
  scope: OrganizationScope,
  id: string,
  input: UpdateInput,
): Promise<IncidentDetail> {
  return writeInOrganization(context, scope, "editor", async ({ tx, audit }) => {
    // The lock on the organization's row prevents changes between this read and the write.
    const incident = await getIncident(scope, id, tx);
    const isResolved = incident.status === "resolved";
    if (isResolved === (input.status === "resolved"))
      throw new Problem(
        "conflict",
        isResolved
          ? "This incident is already resolved. To add information, post an update."
          : "This incident isn't resolved. To change its status, post an update.",
      );
    await writeUpdate(tx, context, scope, audit, incident, input);
    return getIncidentDetail(scope, id, tx);
  });
}

async function writeUpdate(
  tx: Tx,
  context: Context,
  scope: OrganizationScope,
  audit: Write["audit"],
  before: IncidentWithRelations,
  input: UpdateInput,
): Promise<{ update: IncidentUpdate; event: OutboxRow | null }> {
  const { now, actor } = context;
  const { status } = input;
  const isResolved = status === "resolved";
  await requireIncidentComponents(
    tx,
    scope,
    input.component_ids,
    input.components,
    isResolved ? findNotOperational(input.components) : [],
    before.componentIds,
  );
  const knownStatuses = new Map(
    before.components.map((component) => [component.id, component.status]),
  );
  // A resolved incident keeps its last statuses, to restore them when it is reopened.
  const added = isResolved
    ? [...input.component_ids, ...input.components.map(({ id }) => id)]
    : input.component_ids;
  const statuses = mergeComponentStatuses(
    knownStatuses,
    before.impact,
    added,
    isResolved ? [] : input.components,
  );
  await saveComponentStatuses(tx, before.id, knownStatuses, statuses);

  const at = await nextDisplayTime(tx, before.id, now);
  const resolvedAt = isResolved ? (before.resolvedAt ?? at) : null;
  await tx.incident.update({
    where: { id: before.id },
    data: { status, resolvedAt, updatedAt: getTimestampAfter(before.updatedAt, now) },
    select: { id: true },
  });
  const after = await getIncident(scope, before.id, tx);
  const changes = await refreshStatuses(tx, after.componentIds, at);

  const update: IncidentUpdate = {
    id: newId(),
    incidentId: before.id,
    status,
    body: input.body || defaultIncidentMessages[status],
    components: changes.map((change) =>
      toUpdateComponent(change, isResolved ? "operational" : statuses.get(change.id)!),
    ),
    displayAt: at,
    notified: input.notify,
    authorId: getActorId(actor),
    createdAt: now,
    updatedAt: now,
    earlier: [],
  };
  const { earlier: _, ...row } = update;
  await insertRows(tx, "incident_updates", [
    { ...row, components: JSON.stringify(update.components) },
  ]);
  const kind = classifyIncidentUpdate(before.status, status);
  audit({
    action: "incident_update.created",
    subject: { type: "incident_update", id: update.id, name: before.title },
    after: serializeIncidentUpdate(update),
  });
  audit({
    action: kind,
    subject: auditSubject(after),
    before: serializeIncident(before),
    after: serializeIncident(after),
  });
  if (!input.notify) return { update, event: null };
  const event = await enqueueIncidentEvent(tx, scope, kind, after, {
    updates: await listNewestUpdates(tx, before.id),
    updateId: update.id,
    changes,
    now,
    delaySeconds: input.notify_after_seconds,
  });
  return { update, event };
}

/** Errors for components that a resolved incident would leave affected. */
const findNotOperational = (componentInputs: readonly ComponentStatusInput[]): FieldError[] =>
  componentInputs.flatMap(({ status }, index) =>
    status === "operational"
      ? []
      : [
          {
            path: `components.${index}.status`,
            message: "must be operational when the incident is resolved",
          },
        ],
  );

async function saveComponentStatuses(
  tx: Tx,
  incidentId: string,
  knownStatuses: ReadonlyMap<string, ComponentStatus>,
  statuses: ReadonlyMap<string, ComponentStatus>,
): Promise<void> {
  const added = [...statuses].filter(([id]) => !knownStatuses.has(id));
  await insertRows(
    tx,
    "incident_components",
    added.map(([componentId, status]) => ({ incidentId, componentId, status })),
  );
  const changed = [...statuses].filter(
    ([id, status]) => knownStatuses.has(id) && knownStatuses.get(id) !== status,
  );
  for (const status of new Set(changed.map(([, status]) => status))) {
    const ids = changed.filter(([, other]) => other === status).map(([id]) => id);
    await tx.incidentComponent.updateMany({
      where: { incidentId, componentId: { in: ids } },
      data: { status },
    });
  }
}

/** Now, or just after the newest update if the clock went back: the newest update decides the status. */
async function nextDisplayTime(tx: Tx, incidentId: string, now: Date): Promise<Date> {
  const newest = await findNewestUpdate(tx, incidentId);
  return getTimestampAfter(newest.displayAt, now);
}

const findNewestUpdate = (tx: Tx, incidentId: string) =>
  tx.incidentUpdate.findFirstOrThrow({
    where: { incidentId },
    orderBy: [{ displayAt: "desc" }, { id: "desc" }],
    select: { id: true, displayAt: true },
  });

/** Edits the message of an update and keeps the earlier one. 404, 412. */
export async function changeIncidentUpdate(
  context: Context,
  scope: OrganizationScope,
  incidentId: string,
  id: string,
  { body }: IncidentUpdateChange,
): Promise<IncidentUpdate> {
  const { now, actor } = context;
  return writeInOrganization(context, scope, "editor", async ({ tx, audit }) => {
    const before = await getIncidentUpdate(scope, incidentId, id, tx);
    requireMatch(context, serializeIncidentUpdate(before));
    if (body === before.body) return before;
    await tx.incidentUpdateText.create({
      data: {
        id: newId(),
        updateId: id,
        body: before.body,
        replacedAt: now,
        replacedBy: getActorId(actor),
      },
      select: { id: true },
    });
    await tx.incidentUpdate.update({
      where: { id },
      data: { body, updatedAt: now },
      select: { id: true },
    });
    const after = await getIncidentUpdate(scope, incidentId, id, tx);
    const { title, updatedAt } = await tx.incident.findUniqueOrThrow({
      where: { id: incidentId },
      select: { title: true, updatedAt: true },
    });
    await tx.incident.update({
      where: { id: incidentId },
      data: { updatedAt: getTimestampAfter(updatedAt, now) },
      select: { id: true },
    });
    audit({
      action: "incident_update.updated",
      subject: { type: "incident_update", id, name: title },
      before: { body: before.body },
      after: { body },
    });
    return after;
  });
}

const postmortemSubject = ({ id, title }: Incident) => ({ type: "postmortem", id, name: title });

/**
 * Saves, publishes or unpublishes the postmortem. Subscribers are notified once per publication.
 * 404, 412; 409 if it is to be published before the incident is resolved.
 */
export async function savePostmortem(
  context: Context,
  scope: OrganizationScope,
  id: string,
  input: PostmortemChange,
): Promise<Postmortem> {
  const { now } = context;
  return writeInOrganization(context, scope, "editor", async ({ tx, audit }) => {
    const incident = await getIncident(scope, id, tx);
    const before = incident.postmortem;
    requireMatch(context, before && serializePostmortem(before));
    const wasPublished = before !== null && before.publishedAt !== null;
    const isPublished = input.published ?? wasPublished;
    const isPublishing = isPublished && !wasPublished;
    if (isPublishing && incident.status !== "resolved")
      throw new Problem(
        "conflict",
        "This incident isn't resolved. Resolve it before you publish the postmortem.",
      );
    const publishedAt = isPublished ? (before?.publishedAt ?? now) : null;
    const after: Postmortem = { body: input.body, publishedAt, updatedAt: now };
    // Work on a draft does not change the public update time.
    const updatedAt =
      isPublished || wasPublished ? getTimestampAfter(incident.updatedAt, now) : incident.updatedAt;
    await tx.incident.update({
      where: { id },
      data: {
        postmortem: after.body,
        postmortemPublishedAt: publishedAt,
        postmortemUpdatedAt: now,
        updatedAt,
      },
      select: { id: true },
    });
    let action = before === null ? "postmortem.created" : "postmortem.updated";
    if (isPublishing) action = "postmortem.published";
    else if (wasPublished && !isPublished) action = "postmortem.retracted";
    audit({
      action,
      subject: postmortemSubject(incident),
      ...(before && { before: serializePostmortem(before) }),
      after: serializePostmortem(after),
    });
    if (isPublishing && input.notify) {
      const changes = incident.components.map(({ recordedStatus, ...component }) => ({
        ...component,
        before: recordedStatus,
        after: recordedStatus,
      }));
      const postmortem = { body: after.body, publishedAt: now };
      await enqueueIncidentEvent(
        tx,
        scope,
        "incident.postmortem_published",
        { ...incident, updatedAt },
        { updates: await listNewestUpdates(tx, id), updateId: null, changes, now, postmortem },
      );
    }
    return after;
  });
}

/** Deletes the postmortem, published or draft. 404, 412. */
export async function deletePostmortem(
  context: Context,
  scope: OrganizationScope,
  id: string,
): Promise<void> {
  await writeInOrganization(context, scope, "editor", async ({ tx, audit }) => {
    const incident = await getIncident(scope, id, tx);
    if (incident.postmortem === null) throw notFound("This postmortem");
    requireMatch(context, serializePostmortem(incident.postmortem));
    const updatedAt =
      incident.postmortem.publishedAt === null
        ? incident.updatedAt
        : getTimestampAfter(incident.updatedAt, context.now);
    await tx.incident.update({
      where: { id },
      data: { postmortem: null, postmortemPublishedAt: null, postmortemUpdatedAt: null, updatedAt },
      select: { id: true },
    });
    audit({
      action: "postmortem.deleted",
      subject: postmortemSubject(incident),
      before: serializePostmortem(incident.postmortem),
    });
  });
}
