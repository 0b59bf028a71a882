import { isDeepStrictEqual } from "node:util";
import type { Context } from "@/lib/actor";
import { defineAudit } from "@/lib/audit/commands";
import {
  rebuildStatusTimelines,
  recordStatusChanges,
  refreshStatuses,
} from "@/lib/components/commands";
import { readStatusChanges, requireComponents, type StatusChange } from "@/lib/components/queries";
import { insertRows } from "@/lib/statements";
import type { Tx } from "@/lib/db/database";
import { invalid, Problem } from "@/lib/errors";
import { newId } from "@/lib/ids";
import type { EventKind } from "@/lib/notifications/notification-event";
import { withdrawEvents } from "@/lib/notifications/outbox";
import {
  defineCommand,
  type Read,
  type Write,
  writeInOrganization,
} from "@/lib/organizations/commands";
import { getSystemScope } from "@/lib/organizations/scope";
import { requireMatch } from "@/lib/precondition";
import { findTemplate, requireFilledTemplate } from "@/lib/templates/queries";
import { getTimestampAfter } from "@/lib/time/rules";
import { changeTranslations, selectTexts } from "@/lib/translations/rules";
import {
  createUpdate,
  definePreview,
  deleteUpdate,
  enqueuePlanned,
  getDeletableUpdate,
  type PlannedEvent,
  requireNewestUpdate,
  saveUpdate,
  toEvent,
} from "@/lib/updates/commands";
import { type MaintenanceUpdate, readNewestUpdates } from "@/lib/updates/queries";
import { EVENT_UPDATES, type EventDetails } from "@/lib/updates/serialize";
import { NO_MESSAGE, withDefaultMessage } from "@/lib/updates/values";
import type { NoFields } from "@/lib/validation";
import { getMaintenance, type Maintenance } from "./queries";
import {
  type DueStep,
  getDueTime,
  allowedNextStatuses,
  hasEnded,
  isBackfill,
  isRunning,
  classifyMaintenanceUpdateAfterDeletion,
  classifyMaintenanceUpdate,
  type Transition,
  transitions,
  getReminderTime,
  applyStatusToTimes,
  getDueSteps,
  validateTimes,
} from "./rules";
import {
  type MaintenanceCancellation,
  type MaintenanceChange,
  type MaintenanceStatus,
  type NewMaintenance,
  type NewMaintenanceUpdate,
} from "./schema";
import { serializeMaintenanceForSubscribers, serializeMaintenance } from "./serialize";

const createAuditSubject = ({ id, title }: Maintenance) => ({
  type: "maintenance",
  id,
  name: title,
});
const auditMaintenance = defineAudit(createAuditSubject, serializeMaintenance);

/**
 * Schedules a maintenance and may notify subscribers. Backfills it if both times are in the past,
 * by default without notifications. Throws 400 for invalid times, an unknown component or template,
 * or a template variable without a value.
 */
export const createMaintenance = defineCommand("editor", async (write, input: NewMaintenance) => {
  const { tx, now } = write;
  const { after, update, event } = await planMaintenance(write, input);
  const { componentIds, ...data } = after;
  const translations = JSON.stringify(data.translations);
  await tx.maintenance.create({ data: { ...data, translations }, select: { id: true } });
  await insertComponents(tx, after);
  if (hasEnded(after.status)) await rebuildStatusTimelines(tx, componentIds, now);
  auditMaintenance(write, "maintenance.created", { after });
  await saveUpdate(write, { ...after, kind: "maintenance" }, update, event);
  return after;
});

/**
 * Returns the audience, email, and status changes of a new maintenance, without scheduling it.
 * Throws like `createMaintenance`.
 */
export const previewMaintenance = definePreview(async (read, input: NewMaintenance) => {
  const { event, after } = await planMaintenance(read, input);
  return { event, isSilent: !after.notify };
});

async function planMaintenance(read: Read, input: NewMaintenance) {
  const { tx, organization, now } = read;
  const {
    title: givenTitle,
    scheduled_for: scheduledFor,
    scheduled_until: scheduledUntil,
    component_ids: givenIds,
    body: givenBody,
    format: givenFormat = "plain",
    translations: given,
    auto_start: autoStart,
    auto_complete: autoComplete,
    reminder_minutes: reminderMinutes,
    notify: givenNotify,
    notify_after_seconds: delaySeconds,
    template_id: templateId,
    ...rest
  } = input;
  rest satisfies NoFields;
  const times = { scheduledFor, scheduledUntil };
  const isBackfilled = isBackfill(times, now);
  const errors = isBackfilled ? [] : validateTimes(times, now, { start: true, end: true });
  const found = await findTemplate(read, "maintenance", templateId, errors);
  const ids = givenIds ?? found?.componentIds ?? [];
  const components = await requireComponents(tx, organization, ids, { errors });
  const componentIds = components.map(({ id }) => id);
  const status: MaintenanceStatus = isBackfilled ? "completed" : "scheduled";
  // A template's message is used only for an update with the template's status.
  const usesBody = givenBody === "" && found?.status === status && found.body !== "";
  const used = { title: givenTitle, usesBody, usesTranslations: given === undefined };
  const source = { components, startedAt: scheduledFor, endedAt: scheduledUntil };
  const template = found && requireFilledTemplate(found, used, source, organization);
  const getTranslations = (usesTexts: boolean) =>
    given ?? (usesTexts ? template!.translations : {});
  const titleTranslations = getTranslations(givenTitle === undefined);
  const scheduled = {
    ...{ id: newId(), organizationId: organization.id, title: givenTitle ?? template!.title },
    translations: selectTexts(titleTranslations, "title"),
    ...{ status, ...times, autoStart, autoComplete, reminderMinutes, componentIds },
    startedAt: isBackfilled ? scheduledFor : null,
    endedAt: isBackfilled ? scheduledUntil : null,
    // By default, subscribers are not notified of the past.
    notify: givenNotify ?? !isBackfilled,
    ...{ createdAt: now, updatedAt: now },
  };
  const reminderAt = isBackfilled ? null : getReminderTime(scheduled, now);
  const after = withDueTime({ ...scheduled, reminderAt, dueAt: null });
  const { body, format } = usesBody ? template! : { body: givenBody, format: givenFormat };
  const changes = await readStatusChanges(tx, componentIds);
  const texts = selectTexts(getTranslations(usesBody), "body");
  const message = { body, format, translations: texts };
  const text = withDefaultMessage(message, status, organization.languages);
  const update = createUpdate(read, isBackfilled ? scheduledUntil : now, {
    ...{ subjectId: after.id, status, ...text, notified: after.notify },
    components: toUpdateComponents(changes, status),
  });
  const kind = isBackfilled ? "maintenance.completed" : "maintenance.scheduled";
  const event = planEvent(kind, after, update.id, { updates: [update], changes });
  return { after, update, event: { ...event, delaySeconds } };
}

const insertComponents = (tx: Tx, { id: maintenanceId, componentIds }: Maintenance) =>
  insertRows(
    tx,
    "maintenance_components",
    componentIds.map((componentId) => ({ maintenanceId, componentId })),
  );

const withDueTime = (maintenance: Maintenance): Maintenance => ({
  ...maintenance,
  dueAt: getDueTime(maintenance),
});

type Moved = { start: boolean; end: boolean };

/**
 * Edits a maintenance, and posts an update if its times change. Throws 400 for invalid times or
 * components, 404 if it does not exist, 409 for times that can no longer change, or for turning on
 * an automatic step whose time has passed, 412 if it changed since it was read.
 */
export const changeMaintenance = defineCommand(
  "editor",
  async (write, id: string, change: MaintenanceChange) => {
    const { tx, now, organization } = write;
    const before = await getMaintenance(organization, id, tx);
    requireMatch(write, serializeMaintenance(before));
    const { changed, moved, notify } = await planChange(write, before, change);
    if (isDeepStrictEqual(changed, before)) return before;
    const updatesReminder =
      before.status === "scheduled" &&
      (moved.start || changed.reminderMinutes !== before.reminderMinutes);
    const after = withDueTime({
      ...changed,
      reminderAt: updatesReminder ? getReminderTime(changed, now) : before.reminderAt,
      updatedAt: getTimestampAfter(before.updatedAt, now),
    });
    await saveMaintenance(tx, after);
    const changes = await saveComponents(write, before, after);
    const isMoved = moved.start || moved.end;
    const action = isMoved ? "maintenance.rescheduled" : "maintenance.updated";
    auditMaintenance(write, action, { before, after });
    if (isMoved) {
      const affected = changes.filter((one) => after.componentIds.includes(one.id));
      await writeRescheduling(write, after, affected, notify);
    }
    return after;
  },
);

async function planChange(read: Read, before: Maintenance, change: MaintenanceChange) {
  const {
    title = before.title,
    translations: changedTexts,
    scheduled_for: scheduledFor = before.scheduledFor,
    scheduled_until: scheduledUntil = before.scheduledUntil,
    component_ids: newIds,
    auto_start: autoStart = before.autoStart,
    auto_complete: autoComplete = before.autoComplete,
    reminder_minutes: reminderMinutes = before.reminderMinutes,
    notify = before.notify,
    ...rest
  } = change;
  rest satisfies NoFields;
  const moved = {
    start: scheduledFor.getTime() !== before.scheduledFor.getTime(),
    end: scheduledUntil.getTime() !== before.scheduledUntil.getTime(),
  };
  const isMoved = moved.start || moved.end;
  if (hasEnded(before.status) && isMoved)
    throw new Problem("conflict", "This maintenance has ended. Its times can't be changed.");
  if (isRunning(before.status) && moved.start)
    throw new Problem("conflict", "This maintenance has started. Only its end can be changed.");
  const errors = isMoved ? validateTimes({ scheduledFor, scheduledUntil }, read.now, moved) : [];
  const kept = before.componentIds;
  const components =
    newIds && (await requireComponents(read.tx, read.organization, newIds, { kept, errors }));
  const componentIds = components?.map(({ id }) => id) ?? kept;
  if (errors.length > 0) throw invalid(errors);
  const translations = changeTranslations(before.translations, changedTexts);
  const times = { title, translations, scheduledFor, scheduledUntil };
  const automation = { autoStart, autoComplete, reminderMinutes };
  const changed = { ...before, ...times, ...automation, componentIds };
  requireFutureAutomation(before, changed, moved, read.now);
  return { changed, moved, notify };
}

function requireFutureAutomation(
  before: Maintenance,
  after: Maintenance,
  moved: Moved,
  now: Date,
): void {
  const startsNow = after.autoStart && !before.autoStart && before.status === "scheduled";
  if (startsNow && !moved.start && after.scheduledFor <= now)
    throw new Problem(
      "conflict",
      "The scheduled start has passed. Start the maintenance now, or choose a later start.",
    );
  const endsNow = after.autoComplete && !before.autoComplete && isRunning(before.status);
  if (endsNow && !moved.end && after.scheduledUntil <= now)
    throw new Problem(
      "conflict",
      "The scheduled end has passed. Complete the maintenance now, or choose a later end.",
    );
}

async function saveComponents(
  { tx, now }: Write,
  before: Maintenance,
  after: Maintenance,
): Promise<StatusChange[]> {
  const isReplaced = after.componentIds !== before.componentIds;
  if (isReplaced) {
    await tx.maintenanceComponent.deleteMany({ where: { maintenanceId: after.id } });
    await insertComponents(tx, after);
  }
  const affectedIds = [...new Set([...before.componentIds, ...after.componentIds])];
  const changes = await refreshStatuses(tx, affectedIds, now);
  // Replacing the components of a maintenance that has ended changes the past timelines of its
  // previous and new components.
  if (isReplaced && hasEnded(before.status) && before.startedAt !== null)
    await rebuildStatusTimelines(tx, affectedIds, now);
  return changes;
}

async function writeRescheduling(
  write: Write,
  after: Maintenance,
  changes: StatusChange[],
  notified: boolean,
): Promise<void> {
  const earlier = await readMaintenanceUpdates(write.tx, after.id, EVENT_UPDATES);
  const times = { from: formatTime(after.scheduledFor), until: formatTime(after.scheduledUntil) };
  const { languages } = write.organization;
  const text = withDefaultMessage(NO_MESSAGE, "rescheduled", languages, times);
  const { id: subjectId, status } = after;
  const update = createUpdate(write, getTimeAfter(earlier, write.now), {
    ...{ subjectId, status, ...text, notified },
    components: toUpdateComponents(changes, status),
  });
  const content = { updates: [update, ...earlier], changes };
  const event = planEvent("maintenance.rescheduled", after, update.id, content);
  await saveUpdate(write, { ...after, kind: "maintenance" }, update, event);
}

const formatTime = (time: Date) => `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;

/**
 * Deletes a maintenance and its updates, and recalculates uptime. Throws 404 if it does not exist,
 * 412 if it changed since it was read.
 */
export const deleteMaintenance = defineCommand("editor", async (write, id: string) => {
  const { tx, now, organization } = write;
  const maintenance = await getMaintenance(organization, id, tx);
  requireMatch(write, serializeMaintenance(maintenance));
  await withdrawEvents(tx, { organizationId: organization.id, maintenanceId: id }, now);
  await tx.maintenance.delete({ where: { id }, select: { id: true } });
  if (maintenance.startedAt !== null)
    await rebuildStatusTimelines(tx, maintenance.componentIds, now);
  auditMaintenance(write, "maintenance.deleted", { before: maintenance });
});

/**
 * Posts an update and may notify subscribers. Throws 404 for an unknown maintenance, 409 for an
 * invalid status or if `after` is not the newest update.
 */
export const postMaintenanceUpdate = defineCommand(
  "editor",
  async (write, id: string, input: NewMaintenanceUpdate) => {
    const before = await getMaintenance(write.organization, id, write.tx);
    return (await writeUpdate(write, before, input)).update;
  },
);

/**
 * Returns the audience, email, and status changes of a new update, without posting it. Throws like
 * `postMaintenanceUpdate`.
 */
export const previewMaintenanceUpdate = definePreview(
  async (read, id: string, input: NewMaintenanceUpdate) => {
    const before = await getMaintenance(read.organization, id);
    const { event } = await planUpdate(read, before, { ...input, notify: true });
    return { event, isSilent: !(input.notify ?? before.notify) };
  },
);

const describeInvalidStatus = (before: MaintenanceStatus, after: MaintenanceStatus) =>
  hasEnded(before)
    ? "This maintenance has ended. No more updates can be posted."
    : `The status can't change from ${before} to ${after}. ` +
      `Use one of ${allowedNextStatuses[before].join(", ")}.`;

/**
 * Starts, completes, or cancels a maintenance by posting an update with `body`, or with the default
 * message if it is empty. Throws 404 if it does not exist, 409 if its status does not allow this.
 */
export const transitionMaintenance = defineCommand(
  "editor",
  async (
    write,
    id: string,
    transition: Transition,
    message: MaintenanceCancellation = { body: "" },
  ) => {
    const before = await getMaintenance(write.organization, id, write.tx);
    const { from, to: status, participle } = transitions[transition];
    if (!from.includes(before.status)) {
      const current = before.status === "cancelled" ? "canceled" : before.status.replace("_", " ");
      throw new Problem(
        "conflict",
        `This maintenance is ${current}, so it can't be ${participle}.`,
      );
    }
    return (await writeUpdate(write, before, { ...message, status })).after;
  },
);

/**
 * Deletes an update. If it was the newest one, the maintenance returns to the status of the
 * previous one. Throws 404 if the update does not exist, 409 if it is the only one or an automatic
 * step would immediately change the status again, 412 if it changed since it was read.
 */
export const deleteMaintenanceUpdate = defineCommand(
  "editor",
  async (write, maintenanceId: string, id: string) => {
    const { tx, now, organization } = write;
    const before = await getMaintenance(organization, maintenanceId, tx);
    const subject = { kind: "maintenance" as const, id: maintenanceId, title: before.title };
    const { update, updates } = await getDeletableUpdate(write, subject, id);
    const index = updates.findIndex((one) => one.id === id);
    const [next, previous] = [updates[index - 1], updates[index + 1]];
    const status = next === undefined ? previous!.status : before.status;
    const after = revertStatus(before, status, now);
    const nextUpdate = next && {
      id: next.id,
      at: next.createdAt,
      classifyNext: (kind: EventKind) =>
        classifyMaintenanceUpdateAfterDeletion(kind, previous?.status, next.status),
    };
    await deleteUpdate(write, subject, update, nextUpdate);
    await saveMaintenance(tx, after);
    if (status !== before.status) await rebuildStatusTimelines(tx, before.componentIds, now);
    auditMaintenance(write, "maintenance.updated", { before, after });
  },
);

function revertStatus(before: Maintenance, status: MaintenanceStatus, now: Date): Maintenance {
  const updatedAt = getTimestampAfter(before.updatedAt, now);
  if (status === before.status) return withDueTime({ ...before, updatedAt });
  const startedAt = isRunning(status) ? before.startedAt : null;
  const reminderAt = status === "scheduled" ? getReminderTime(before, now) : null;
  const after = withDueTime({ ...before, status, startedAt, endedAt: null, reminderAt, updatedAt });
  if (after.dueAt !== null && after.dueAt <= now) {
    const [step, automation] = isRunning(status)
      ? ["complete", "automatic completion"]
      : ["start", "the automatic start"];
    throw new Problem(
      "conflict",
      `The maintenance would immediately ${step} again. Turn off ${automation} first.`,
    );
  }
  return after;
}

const readMaintenanceUpdates = (tx: Tx, id: string, take?: number) =>
  readNewestUpdates(tx, { kind: "maintenance", id }, take);

/**
 * Runs the due steps of a maintenance. A conditional update lets only one process run them. Returns
 * whether this process ran them.
 */
export async function runDueSteps(
  { id, organizationId }: { id: string; organizationId: string },
  now: Date,
): Promise<boolean> {
  const context: Context = { actor: { kind: "system" }, now };
  const scope = getSystemScope(organizationId);
  return writeInOrganization(context, scope, "editor", async (write) => {
    const { count } = await write.tx.maintenance.updateMany({
      where: { id, organizationId, dueAt: { lte: now } },
      data: { dueAt: null },
    });
    if (count === 0) return false;
    let maintenance = await getMaintenance(scope, id, write.tx);
    for (const step of getDueSteps(maintenance, now))
      maintenance = await runStep(write, maintenance, step);
    return true;
  });
}

async function runStep(write: Write, before: Maintenance, step: DueStep): Promise<Maintenance> {
  if (step.type === "reminder") return runReminder(write, before, step.notify);
  const { status, at } = step;
  const notify = step.notify && before.notify;
  return (await writeUpdate(write, before, { status, body: "", notify }, at)).after;
}

async function runReminder(
  write: Write,
  before: Maintenance,
  isOnTime: boolean,
): Promise<Maintenance> {
  const { tx, now, audit } = write;
  const after = withDueTime({ ...before, reminderAt: null });
  await saveMaintenance(tx, after);
  if (!isOnTime) return after;
  audit({ action: "maintenance.reminded", subject: createAuditSubject(after) });
  const changes = await refreshStatuses(tx, after.componentIds, now);
  const updates = await readMaintenanceUpdates(tx, after.id, EVENT_UPDATES);
  const content = { updates, changes };
  await enqueuePlanned(write, planEvent("maintenance.reminder", after, null, content));
  return after;
}

async function planUpdate(
  read: Read,
  before: Maintenance,
  input: NewMaintenanceUpdate,
  at: Date = read.now,
) {
  const { tx, now } = read;
  const { id, componentIds } = before;
  const { status = before.status, body, format = "plain", translations, ...others } = input;
  const {
    notify = before.notify,
    notify_after_seconds: delaySeconds,
    after: lastSeenId,
    ...rest
  } = others;
  rest satisfies NoFields;
  const earlier = await readMaintenanceUpdates(tx, id, notify ? EVENT_UPDATES : 1);
  requireNewestUpdate(earlier[0], lastSeenId);
  if (!allowedNextStatuses[before.status].includes(status))
    throw new Problem("conflict", describeInvalidStatus(before.status, status));
  const after = withDueTime({
    ...before,
    status,
    ...applyStatusToTimes(before, status, at),
    reminderAt: status === "scheduled" ? before.reminderAt : null,
    updatedAt: getTimestampAfter(before.updatedAt, now),
  });
  const running = isRunning(status) ? componentIds : [];
  const statuses = new Map(running.map((one) => [one, "under_maintenance" as const]));
  const changes = await readStatusChanges(tx, componentIds, { maintenanceId: id, statuses });
  const message = { body, format, translations: changeTranslations({}, translations) };
  const text = withDefaultMessage(message, status, read.organization.languages);
  const update = createUpdate(read, getTimeAfter(earlier, at), {
    ...{ subjectId: id, status, ...text, notified: notify },
    components: toUpdateComponents(changes, status),
  });
  const kind = classifyMaintenanceUpdate(before.status, status);
  const content = { updates: [update, ...earlier], changes };
  const event = planEvent(kind, after, update.id, content);
  return { after, update, changes, event: { ...event, delaySeconds } };
}

async function writeUpdate(
  write: Write,
  before: Maintenance,
  input: NewMaintenanceUpdate,
  at = write.now,
): Promise<{ after: Maintenance; update: MaintenanceUpdate }> {
  const { after, update, changes, event } = await planUpdate(write, before, input, at);
  await saveMaintenance(write.tx, after);
  await recordChangesAt(write, changes, at);
  if (after.status !== before.status)
    auditMaintenance(write, classifyMaintenanceUpdate(before.status, after.status), {
      before,
      after,
    });
  await saveUpdate(write, { ...after, kind: "maintenance" }, update, event);
  return { after, update };
}

/**
 * Records status changes at `at`, which may be in the past. If one of the timelines has later
 * changes, rebuilds all of them.
 */
async function recordChangesAt(
  { tx, now }: Write,
  changes: readonly StatusChange[],
  at: Date,
): Promise<void> {
  const ids = changes.map(({ id }) => id);
  const isOutOfOrder =
    at < now &&
    (await tx.componentStatusChange.findFirst({
      where: { componentId: { in: ids }, at: { gt: at } },
      select: { id: true },
    })) !== null;
  await recordStatusChanges(tx, changes, isOutOfOrder ? now : at);
  if (isOutOfOrder) await rebuildStatusTimelines(tx, ids, now);
}

async function saveMaintenance(
  tx: Tx,
  { id, componentIds: _, ...data }: Maintenance,
): Promise<void> {
  const translations = JSON.stringify(data.translations);
  await tx.maintenance.update({
    where: { id },
    data: { ...data, translations },
    select: { id: true },
  });
}

/** Returns a time for a new update that is after the newest one, even if the clock was set back. */
const getTimeAfter = ([newest]: readonly MaintenanceUpdate[], at: Date): Date =>
  newest === undefined ? at : getTimestampAfter(newest.displayAt, at);

function toUpdateComponents(
  changes: readonly StatusChange[],
  maintenanceStatus: MaintenanceStatus,
): MaintenanceUpdate["components"] {
  const status = isRunning(maintenanceStatus) ? "under_maintenance" : "operational";
  return changes.map(({ id, name, before, after }) => ({
    ...{ id, name, status, old_status: before, new_status: after },
  }));
}

const planEvent = (
  kind: EventKind,
  maintenance: Maintenance,
  updateId: string | null,
  content: Omit<EventDetails, "incident">,
): PlannedEvent => ({
  event: toEvent(kind, { kind: "maintenance", id: maintenance.id }, updateId, {
    incident: serializeMaintenanceForSubscribers(maintenance),
    ...content,
  }),
  status: isRunning(maintenance.status) ? "under_maintenance" : "operational",
});
