import { type Actor, actorId, type Context } from "@/lib/actor";
import { rebuildRecord, refreshStatuses, type StatusChange } from "@/lib/components/commands";
import { countStatuses, requireComponents } from "@/lib/components/queries";
import { pageStatus } from "@/lib/components/rules";
import type { PublicStatus } from "@/lib/components/schema";
import { insertRows, type Tx } from "@/lib/db";
import { addErrors, type FieldError, invalid, POSTED_SINCE, Problem } from "@/lib/errors";
import { newId } from "@/lib/ids";
import type { EventKind } from "@/lib/notifications/events";
import { componentsForEvent, EVENT_UPDATES, fitIntoEvent, outboxRow, type OutboxRow } from "@/lib/notifications/outbox";
import { type Record as Enter, rehearseInOrganization, writeInOrganization } from "@/lib/organizations/commands";
import { enterAsSystem, type OrganizationId, type OrganizationScope } from "@/lib/organizations/scope";
import { requireMatch } from "@/lib/precondition";
import { type Preview, previewEvent } from "@/lib/previews/queries";
import { findTemplate } from "@/lib/templates/queries";
import { laterThan } from "@/lib/time/moments";
import { getMaintenance, getMaintenanceUpdate, type Maintenance, type MaintenanceUpdate } from "./queries";
import { dueTime, followers, hasEnded, isBackfill, isRunning, kindOf, type Move, moves, reminderTime, spanAfter, stepsDue, tellsOfNew, timeErrors } from "./rules";
import { defaultBody, type MaintenanceChange, type MaintenanceStatus, type MaintenanceUpdateChange, type NewMaintenance, type NewMaintenanceUpdate } from "./schema";
import { serializeForEvent, serializeMaintenance, serializeMaintenanceUpdate } from "./serialize";

const subjectOf = ({ id, title }: Maintenance) => ({ type: "maintenance", id, name: title });

/** The components that are named, and what else is wrong: all of it is told at once. Those it has already (`kept`) may be archived. */
async function judge(tx: Tx, scope: OrganizationScope, componentIds: readonly string[], errors: FieldError[], kept: readonly string[] = []): Promise<string[]> {
  const components = await requireComponents(tx, scope, componentIds, { kept }).catch(addErrors(errors));
  if (errors.length > 0) throw invalid(errors);
  return components.map(({ id }) => id);
}

/**
 * Plans a maintenance and tells subscribers. One of which both times have passed is entered as completed, and told of only
 * when `notify` says so. 400 for times that make no sense, and for components or a template that the organization does not have.
 */
export async function createMaintenance(context: Context, scope: OrganizationScope, input: NewMaintenance): Promise<Maintenance> {
  return writeInOrganization(context, scope, "editor", async (tx, record) => (await writeMaintenance(tx, context, scope, record, input)).maintenance);
}

/** What subscribers would be told if the maintenance was planned; it is not. 400 as on creation. */
export async function previewMaintenance(context: Context, scope: OrganizationScope, input: NewMaintenance): Promise<Preview> {
  const told = { ...input, notify: true };
  const { event } = await rehearseInOrganization(context, scope, "editor", (tx, record) => writeMaintenance(tx, context, scope, record, told));
  const times = { scheduledFor: input.scheduled_for, scheduledUntil: input.scheduled_until };
  return previewEvent(scope, event!, { silent: !tellsOfNew(input.notify, times, context.now) });
}

/** A maintenance that was written, and the event that tells of it; null when nobody is told. */
type Written = { maintenance: Maintenance; event: OutboxRow | null };

async function writeMaintenance(tx: Tx, { now, actor }: Context, scope: OrganizationScope, record: Enter, input: NewMaintenance): Promise<Written> {
  const template = input.template_id === undefined ? null : await findTemplate(tx, scope, "maintenance", input.template_id);
  const times = { scheduledFor: input.scheduled_for, scheduledUntil: input.scheduled_until };
  const backfilled = isBackfill(times, now);
  const errors = backfilled ? [] : timeErrors(times, now, { start: true, end: true });
  if (template === null && input.template_id !== undefined) {
    errors.push({ path: "template_id", message: `${JSON.stringify(input.template_id)} is not a template of maintenances of this organization` });
  }
  const componentIds = await judge(tx, scope, input.component_ids ?? template?.componentIds ?? [], errors);
  const status = backfilled ? "completed" : "scheduled";
  const planned = {
    id: newId(),
    organizationId: scope.id,
    title: input.title ?? template!.title,
    status,
    ...times,
    startedAt: backfilled ? times.scheduledFor : null,
    endedAt: backfilled ? times.scheduledUntil : null,
    autoStart: input.auto_start,
    autoComplete: input.auto_complete,
    notify: tellsOfNew(input.notify, times, now),
    reminderMinutes: input.reminder_minutes,
    createdAt: now,
    updatedAt: now,
  } as const;
  const row = { ...planned, reminderAt: backfilled ? null : reminderTime(planned, now) };
  const data = { ...row, dueAt: dueTime(row) };
  const maintenance: Maintenance = { ...data, componentIds };
  await tx.maintenance.create({ data, select: { id: true } });
  await insertRows(tx, "maintenance_components", componentIds.map((componentId) => ({ maintenanceId: row.id, componentId })));
  const kind = backfilled ? "maintenance.completed" : "maintenance.scheduled";
  // The words of a template are those of its status.
  const body = input.body || (template?.status === status && template.body) || defaultBody[status];
  const changes = await refreshStatuses(tx, componentIds, now);
  const update = await addUpdate(tx, actor, maintenance, changes, { body, at: backfilled ? times.scheduledUntil : now, notified: row.notify });
  if (backfilled) await rebuildRecord(tx, componentIds, now);
  await record({ action: "maintenance.created", subject: subjectOf(maintenance), after: serializeMaintenance(maintenance) });
  await enterUpdate(record, maintenance, update);
  return { maintenance, event: row.notify ? await tell(tx, scope, kind, maintenance, changes, now) : null };
}

/**
 * Changes a maintenance. To move the times of one that has not ended is told as a reschedule, with an update that says so.
 * 404, 412, 400 as on creation; 409 for times that can no longer be moved, and for what would have happened by itself by now.
 */
export async function changeMaintenance(context: Context, scope: OrganizationScope, id: string, change: MaintenanceChange): Promise<Maintenance> {
  const { now, actor } = context;
  return writeInOrganization(context, scope, "editor", async (tx, record) => {
    const before = await getMaintenance(scope, id, tx);
    requireMatch(context, serializeMaintenance(before));
    const { title = before.title, scheduled_for: scheduledFor = before.scheduledFor, scheduled_until: scheduledUntil = before.scheduledUntil } = change;
    const { auto_start: autoStart = before.autoStart, auto_complete: autoComplete = before.autoComplete } = change;
    const reminderMinutes = change.reminder_minutes === undefined ? before.reminderMinutes : change.reminder_minutes;
    const moved = { start: scheduledFor.getTime() !== before.scheduledFor.getTime(), end: scheduledUntil.getTime() !== before.scheduledUntil.getTime() };
    const isMoved = moved.start || moved.end;
    if (hasEnded(before.status) && isMoved) throw new Problem("conflict", `It is ${before.status}: its times stay.`);
    if (isRunning(before.status) && moved.start) throw new Problem("conflict", "It has begun: only its end can be moved.");
    const errors = isMoved ? timeErrors({ scheduledFor, scheduledUntil }, now, moved) : [];
    const componentIds = change.component_ids === undefined ? before.componentIds : await judge(tx, scope, change.component_ids, errors, before.componentIds);
    if (errors.length > 0) throw invalid(errors);
    if (autoStart && !before.autoStart && before.status === "scheduled" && !moved.start && scheduledFor <= now) {
      throw new Problem("conflict", "The planned start has passed: start it, or move scheduled_for.");
    }
    if (autoComplete && !before.autoComplete && isRunning(before.status) && !moved.end && scheduledUntil <= now) {
      throw new Problem("conflict", "The planned end has passed: complete it, or move scheduled_until.");
    }
    const changed: Maintenance = { ...before, title, scheduledFor, scheduledUntil, autoStart, autoComplete, reminderMinutes, componentIds };
    if (JSON.stringify(serializeMaintenance(changed)) === JSON.stringify(serializeMaintenance(before))) return before;
    const reminds = before.status === "scheduled" && (moved.start || reminderMinutes !== before.reminderMinutes);
    const due = { ...changed, reminderAt: reminds ? reminderTime(changed, now) : before.reminderAt };
    const after: Maintenance = { ...due, dueAt: dueTime(due), updatedAt: laterThan(before.updatedAt, now) };
    await save(tx, after);
    const involved = [...new Set([...before.componentIds, ...componentIds])];
    if (componentIds !== before.componentIds) {
      await tx.maintenanceComponent.deleteMany({ where: { maintenanceId: id } });
      await insertRows(tx, "maintenance_components", componentIds.map((componentId) => ({ maintenanceId: id, componentId })));
    }
    const changes = await refreshStatuses(tx, involved, now);
    // What it covered is said anew, and that of the past as well.
    if (componentIds !== before.componentIds && hasEnded(before.status) && before.startedAt !== null) await rebuildRecord(tx, involved, now);
    await record({ action: isMoved ? "maintenance.rescheduled" : "maintenance.updated", subject: subjectOf(after), before: serializeMaintenance(before), after: serializeMaintenance(after) });
    if (isMoved) {
      const notified = change.notify ?? before.notify;
      const update = await addUpdate(tx, actor, after, ofThese(changes, componentIds), { body: rescheduledBody(after), at: now, notified });
      await enterUpdate(record, after, update);
      if (notified) await tell(tx, scope, "maintenance.rescheduled", after, ofThese(changes, componentIds), now);
    }
    return after;
  });
}

const formatTime = (time: Date) => `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
const rescheduledBody = ({ scheduledFor, scheduledUntil }: Maintenance) => `The maintenance has been rescheduled. It is now planned for ${formatTime(scheduledFor)} to ${formatTime(scheduledUntil)}.`;
const ofThese = (changes: StatusChange[], ids: readonly string[]) => changes.filter(({ id }) => ids.includes(id));

/** Deletes a maintenance and what it says of the past, and tells nobody. 404, 412. */
export async function deleteMaintenance(context: Context, scope: OrganizationScope, id: string): Promise<void> {
  await writeInOrganization(context, scope, "editor", async (tx, record) => {
    const maintenance = await getMaintenance(scope, id, tx);
    requireMatch(context, serializeMaintenance(maintenance));
    await tx.maintenance.delete({ where: { id }, select: { id: true } });
    if (maintenance.startedAt !== null) await rebuildRecord(tx, maintenance.componentIds, context.now);
    await record({ action: "maintenance.deleted", subject: subjectOf(maintenance), before: serializeMaintenance(maintenance) });
  });
}

/** Says a word on a maintenance, and moves it on when it names another status. 404; 409 when that cannot follow, or another update than `after` is the newest. */
export async function postMaintenanceUpdate(context: Context, scope: OrganizationScope, id: string, input: NewMaintenanceUpdate): Promise<MaintenanceUpdate> {
  return writeInOrganization(context, scope, "editor", async (tx, record) => (await sayUpdate(tx, record, context, scope, await getMaintenance(scope, id, tx), input)).update);
}

/** What subscribers would be told if the update was posted; it is not. 404, 409 as for the update itself. */
export async function previewMaintenanceUpdate(context: Context, scope: OrganizationScope, id: string, input: NewMaintenanceUpdate): Promise<Preview> {
  const { event, silent } = await rehearseInOrganization(context, scope, "editor", async (tx, record) => {
    const before = await getMaintenance(scope, id, tx);
    const { event } = await sayUpdate(tx, record, context, scope, before, { ...input, notify: true });
    return { event, silent: !(input.notify ?? before.notify) };
  });
  return previewEvent(scope, event!, { silent });
}

async function sayUpdate(tx: Tx, record: Enter, context: Context, scope: OrganizationScope, before: Maintenance, input: NewMaintenanceUpdate): Promise<Advanced> {
  if (input.after !== undefined && input.after !== (await newestUpdate(tx, before.id))?.id) throw new Problem("conflict", POSTED_SINCE);
  const status = input.status ?? before.status;
  if (!followers[before.status].includes(status)) throw new Problem("conflict", cannot(before, status));
  return advance(tx, record, context, scope, before, { status, body: input.body || defaultBody[status], at: context.now, notify: input.notify ?? before.notify });
}

const cannot = ({ status }: Maintenance, next: MaintenanceStatus) => (hasEnded(status) ? `It is ${status}: nothing follows.` : `It is ${status}: it cannot be ${next} next.`);

/** Starts, completes or cancels a maintenance, in the words that stand for that. 404; 409 when it is past that, so of two at once one wins. */
export async function moveMaintenance(context: Context, scope: OrganizationScope, id: string, move: Move): Promise<Maintenance> {
  return writeInOrganization(context, scope, "editor", async (tx, record) => {
    const before = await getMaintenance(scope, id, tx);
    const { from, to: status } = moves[move];
    if (!from.includes(before.status)) throw new Problem("conflict", cannot(before, status));
    return (await advance(tx, record, context, scope, before, { status, body: defaultBody[status], at: context.now, notify: before.notify })).maintenance;
  });
}

/** Gives an update other words; the earlier ones are kept. 404, 412. */
export async function changeMaintenanceUpdate(context: Context, scope: OrganizationScope, maintenanceId: string, id: string, { body }: MaintenanceUpdateChange): Promise<MaintenanceUpdate> {
  const { actor, now } = context;
  return writeInOrganization(context, scope, "editor", async (tx, record) => {
    const before = await getMaintenanceUpdate(scope, maintenanceId, id, tx);
    requireMatch(context, serializeMaintenanceUpdate(before));
    if (body === undefined || body === before.body) return before;
    await tx.maintenanceUpdateText.create({ data: { id: newId(), updateId: id, body: before.body, replacedAt: now, replacedBy: actorId(actor) }, select: { id: true } });
    await tx.maintenanceUpdate.update({ where: { id }, data: { body, updatedAt: now }, select: { id: true } });
    const after = await getMaintenanceUpdate(scope, maintenanceId, id, tx);
    const { title, updatedAt } = await tx.maintenance.findUniqueOrThrow({ where: { id: maintenanceId }, select: { title: true, updatedAt: true } });
    await tx.maintenance.update({ where: { id: maintenanceId }, data: { updatedAt: laterThan(updatedAt, now) }, select: { id: true } });
    await record({ action: "maintenance_update.updated", subject: { type: "maintenance_update", id, name: title }, before: { body: before.body }, after: { body } });
    return after;
  });
}

/**
 * Does what has come due by itself in one maintenance, and returns whether there was anything. The claim is the conditional
 * update: of several processes one finds the due time, and the others nothing.
 */
export async function advanceDue({ id, organizationId }: { id: string; organizationId: string }, now: Date): Promise<boolean> {
  const context: Context = { actor: { kind: "system" }, now };
  const scope = enterAsSystem(organizationId);
  return writeInOrganization(context, scope, "editor", async (tx, record) => {
    const { count } = await tx.maintenance.updateMany({ where: { id, organizationId, dueAt: { lte: now } }, data: { dueAt: null } });
    if (count === 0) return false;
    let maintenance = await getMaintenance(scope, id, tx);
    for (const step of stepsDue(maintenance, now)) {
      if (step.what === "update") {
        const { status, at, tell: told } = step;
        maintenance = (await advance(tx, record, context, scope, maintenance, { status, body: defaultBody[status], at, notify: told && maintenance.notify })).maintenance;
      } else maintenance = await remind(tx, record, scope, maintenance, step.tell, now);
    }
    return true;
  });
}

async function remind(tx: Tx, record: Enter, scope: OrganizationScope, before: Maintenance, inTime: boolean, now: Date): Promise<Maintenance> {
  const reminded = { ...before, reminderAt: null };
  const after = { ...reminded, dueAt: dueTime(reminded) };
  await save(tx, after);
  if (!inTime) return after;
  await record({ action: "maintenance.reminded", subject: subjectOf(after) });
  await tell(tx, scope, "maintenance.reminder", after, await refreshStatuses(tx, after.componentIds, now), now);
  return after;
}

type Step = { status: MaintenanceStatus; body: string; at: Date; notify: boolean };
/** What came of a step; `event` is null when nobody is told. */
type Advanced = { maintenance: Maintenance; update: MaintenanceUpdate; event: OutboxRow | null };

/** The next update of a maintenance: its row, what follows for the maintenance and its components, and the event. */
async function advance(tx: Tx, record: Enter, { actor, now }: Context, scope: OrganizationScope, before: Maintenance, { status, body, at, notify }: Step): Promise<Advanced> {
  const next = { ...before, status, ...spanAfter(before, status, at), reminderAt: status === "scheduled" ? before.reminderAt : null };
  const after: Maintenance = { ...next, dueAt: dueTime(next), updatedAt: laterThan(before.updatedAt, now) };
  await save(tx, after);
  const changes = await refreshSince(tx, after.componentIds, at, now);
  const update = await addUpdate(tx, actor, after, changes, { body, at, notified: notify });
  const kind = kindOf(before.status, status);
  if (status !== before.status) await record({ action: kind, subject: subjectOf(after), before: serializeMaintenance(before), after: serializeMaintenance(after) });
  await enterUpdate(record, after, update);
  const event = notify ? await tell(tx, scope, kind, after, changes, now) : null;
  return { maintenance: after, update, event };
}

/** Enters a change that took effect at `at` into the record; where the record has gone on since, it is derived anew. */
async function refreshSince(tx: Tx, ids: readonly string[], at: Date, now: Date): Promise<StatusChange[]> {
  const overtaken = at < now && (await tx.componentStatusChange.findFirst({ where: { componentId: { in: [...ids] }, at: { gt: at } }, select: { id: true } })) !== null;
  const changes = await refreshStatuses(tx, ids, overtaken ? now : at);
  if (overtaken) await rebuildRecord(tx, ids, now);
  return changes;
}

async function save(tx: Tx, { id, componentIds: _, ...data }: Maintenance): Promise<void> {
  await tx.maintenance.update({ where: { id }, data, select: { id: true } });
}

type Words = { body: string; at: Date; notified: boolean };

const newestUpdate = (tx: Tx, maintenanceId: string) =>
  tx.maintenanceUpdate.findFirst({ where: { maintenanceId }, orderBy: [{ createdAt: "desc" }, { id: "desc" }], select: { id: true, createdAt: true } });

/** Writes the newest update, behind all there are whatever its time, for the maintenance has its status. */
async function addUpdate(tx: Tx, actor: Actor, maintenance: Maintenance, changes: StatusChange[], { body, at, notified }: Words): Promise<MaintenanceUpdate> {
  const { id: maintenanceId, status } = maintenance;
  const newest = await newestUpdate(tx, maintenanceId);
  const createdAt = newest === null ? at : laterThan(newest.createdAt, at);
  const said: PublicStatus = isRunning(status) ? "under_maintenance" : "operational";
  const components = changes.map(({ id, name, before, after }) => ({ id, name, status: said, old_status: before, new_status: after }));
  const row = { id: newId(), maintenanceId, status, body, notified, authorId: actorId(actor), createdAt, updatedAt: createdAt };
  await insertRows(tx, "maintenance_updates", [{ ...row, components: JSON.stringify(components) }]);
  return { ...row, components, earlier: [] };
}

const enterUpdate = (record: Enter, { title }: Maintenance, update: MaintenanceUpdate) =>
  record({ action: "maintenance_update.created", subject: { type: "maintenance_update", id: update.id, name: title }, after: serializeMaintenanceUpdate(update) });

/** Writes the event, complete, behind all that it tells of. */
async function tell(tx: Tx, scope: { id: OrganizationId }, kind: EventKind, maintenance: Maintenance, changes: StatusChange[], now: Date): Promise<OutboxRow> {
  const updates = await tx.maintenanceUpdate.findMany({
    where: { maintenanceId: maintenance.id },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: EVENT_UPDATES,
    select: { id: true, status: true, body: true, notified: true, createdAt: true, updatedAt: true },
  });
  const event = outboxRow({
    kind,
    organizationId: scope.id,
    incidentId: null,
    maintenanceId: maintenance.id,
    createdAt: now,
    payload: {
      incident: serializeForEvent(maintenance),
      updates: fitIntoEvent(updates).map(({ createdAt, updatedAt, ...update }) => ({ ...update, created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() })),
      components: componentsForEvent(changes),
      page: pageStatus(await countStatuses(tx, scope), isRunning(maintenance.status) ? "under_maintenance" : "operational"),
    },
  });
  await insertRows(tx, "notification_events", [event]);
  return event;
}
