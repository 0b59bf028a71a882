import { type Actor, getActorId, type Context } from "@/lib/actor";
import {
  rebuildStatusTimelines,
  refreshStatuses,
  type StatusChange,
} from "@/lib/components/commands";
import { countStatuses, requireComponents } from "@/lib/components/queries";
import { pageStatus } from "@/lib/components/rules";
import type { PublicStatus } from "@/lib/components/schema";
import { insertRows, type Tx } from "@/lib/db";
import {
  collectErrors,
  type FieldError,
  invalid,
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
import {
  getSystemScope,
  type OrganizationId,
  type OrganizationScope,
} from "@/lib/organizations/scope";
import { requireMatch } from "@/lib/precondition";
import { type Preview, previewEvent } from "@/lib/previews/queries";
import { findTemplate } from "@/lib/templates/queries";
import { getTimestampAfter } from "@/lib/time/rules";
import {
  getMaintenance,
  getMaintenanceUpdate,
  type Maintenance,
  type MaintenanceUpdate,
} from "./queries";
import {
  getDueTime,
  nextStatuses,
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
  isNewMaintenanceAnnounced,
  validateTimes,
} from "./rules";
import {
  defaultMaintenanceMessages,
  type MaintenanceChange,
  type MaintenanceStatus,
  type MaintenanceUpdateChange,
  type NewMaintenance,
  type NewMaintenanceUpdate,
} from "./schema";
import { serializeForEvent, serializeMaintenance, serializeMaintenanceUpdate } from "./serialize";

const auditSubject = ({ id, title }: Maintenance) => ({ type: "maintenance", id, name: title });

/** Returns the component ids. 400 with `errors` and the ids that are unknown, or archived and not in `kept`. */
async function requireMaintenanceComponents(
  tx: Tx,
  scope: OrganizationScope,
  componentIds: readonly string[],
  errors: FieldError[],
  kept: readonly string[] = [],
): Promise<string[]> {
  const components = await requireComponents(tx, scope, componentIds, { kept }).catch(
    collectErrors(errors),
  );
  if (errors.length > 0) throw invalid(errors);
  return components.map(({ id }) => id);
}

/**
 * Schedules a maintenance and notifies subscribers. With both times in the past it is backfilled as
 * completed, silently unless `notify` is set. 400 for invalid times and unknown components or templates.
 */
export async function createMaintenance(
  context: Context,
  scope: OrganizationScope,
  input: NewMaintenance,
): Promise<Maintenance> {
  return writeInOrganization(
    context,
    scope,
    "editor",
    async ({ tx, audit }) => (await writeMaintenance(tx, context, scope, audit, input)).maintenance,
  );
}

/** Returns what subscribers would receive if the maintenance were scheduled. 400 as on creation. */
export async function previewMaintenance(
  context: Context,
  scope: OrganizationScope,
  input: NewMaintenance,
): Promise<Preview> {
  const { event } = await dryRunInOrganization(context, scope, "editor", ({ tx, audit }) =>
    writeMaintenance(tx, context, scope, audit, { ...input, notify: true }),
  );
  const times = { scheduledFor: input.scheduled_for, scheduledUntil: input.scheduled_until };
  return previewEvent(scope, event!, {
    silent: !isNewMaintenanceAnnounced(input.notify, times, context.now),
  });
}

/** `event` is null if no one is notified. */
type CreatedMaintenance = { maintenance: Maintenance; event: OutboxRow | null };

async function writeMaintenance(
  tx: Tx,
  { now, actor }: Context,
  scope: OrganizationScope,
  audit: Write["audit"],
  input: NewMaintenance,
): Promise<CreatedMaintenance> {
  const template =
    input.template_id === undefined
      ? null
      : await findTemplate(tx, scope, "maintenance", input.template_id);
  const times = { scheduledFor: input.scheduled_for, scheduledUntil: input.scheduled_until };
  const isBackfilled = isBackfill(times, now);
  const errors = isBackfilled ? [] : validateTimes(times, now, { start: true, end: true });
  if (template === null && input.template_id !== undefined) {
    errors.push({
      path: "template_id",
      message: `${JSON.stringify(input.template_id)} is not a maintenance template of this organization`,
    });
  }
  const componentIds = await requireMaintenanceComponents(
    tx,
    scope,
    input.component_ids ?? template?.componentIds ?? [],
    errors,
  );
  const status = isBackfilled ? "completed" : "scheduled";
  const scheduled = {
    id: newId(),
    organizationId: scope.id,
    title: input.title ?? template!.title,
    status,
    ...times,
    startedAt: isBackfilled ? times.scheduledFor : null,
    endedAt: isBackfilled ? times.scheduledUntil : null,
    autoStart: input.auto_start,
    autoComplete: input.auto_complete,
    notify: isNewMaintenanceAnnounced(input.notify, times, now),
    reminderMinutes: input.reminder_minutes,
    createdAt: now,
    updatedAt: now,
  } as const;
  const row = { ...scheduled, reminderAt: isBackfilled ? null : getReminderTime(scheduled, now) };
  const data = { ...row, dueAt: getDueTime(row) };
  const maintenance: Maintenance = { ...data, componentIds };
  await tx.maintenance.create({ data, select: { id: true } });
  await insertRows(
    tx,
    "maintenance_components",
    componentIds.map((componentId) => ({ maintenanceId: row.id, componentId })),
  );
  const kind = isBackfilled ? "maintenance.completed" : "maintenance.scheduled";
  // The message of a template applies only to its own status.
  const body =
    input.body ||
    (template?.status === status && template.body) ||
    defaultMaintenanceMessages[status];
  const changes = await refreshStatuses(tx, componentIds, now);
  const update = await addUpdate(tx, actor, maintenance, changes, {
    body,
    at: isBackfilled ? times.scheduledUntil : now,
    notified: row.notify,
  });
  if (isBackfilled) await rebuildStatusTimelines(tx, componentIds, now);
  audit({
    action: "maintenance.created",
    subject: auditSubject(maintenance),
    after: serializeMaintenance(maintenance),
  });
  auditUpdate(audit, maintenance, update);
  const content = { changes, updateId: update.id, now, delaySeconds: input.notify_after_seconds };
  return {
    maintenance,
    event: row.notify ? await enqueueMaintenanceEvent(tx, scope, kind, maintenance, content) : null,
  };
}

/**
 * Edits a maintenance. New times post an update and notify subscribers. 404, 412; 400 as on creation;
 * 409 for times that can no longer change, and for automation whose time has passed.
 */
export async function changeMaintenance(
  context: Context,
  scope: OrganizationScope,
  id: string,
  change: MaintenanceChange,
): Promise<Maintenance> {
  const { now, actor } = context;
  return writeInOrganization(context, scope, "editor", async ({ tx, audit }) => {
    const before = await getMaintenance(scope, id, tx);
    requireMatch(context, serializeMaintenance(before));
    const {
      title = before.title,
      scheduled_for: scheduledFor = before.scheduledFor,
      scheduled_until: scheduledUntil = before.scheduledUntil,
    } = change;
    const {
      auto_start: autoStart = before.autoStart,
      auto_complete: autoComplete = before.autoComplete,
    } = change;
    const reminderMinutes =
      change.reminder_minutes === undefined ? before.reminderMinutes : change.reminder_minutes;
    const moved = {
      start: scheduledFor.getTime() !== before.scheduledFor.getTime(),
      end: scheduledUntil.getTime() !== before.scheduledUntil.getTime(),
    };
    const isMoved = moved.start || moved.end;
    if (hasEnded(before.status) && isMoved)
      throw new Problem("conflict", "This maintenance has ended. Its times can't be changed.");
    if (isRunning(before.status) && moved.start)
      throw new Problem("conflict", "This maintenance has started. Only its end can be changed.");
    const errors = isMoved ? validateTimes({ scheduledFor, scheduledUntil }, now, moved) : [];
    const componentIds =
      change.component_ids === undefined
        ? before.componentIds
        : await requireMaintenanceComponents(
            tx,
            scope,
            change.component_ids,
            errors,
            before.componentIds,
          );
    if (errors.length > 0) throw invalid(errors);
    if (
      autoStart &&
      !before.autoStart &&
      before.status === "scheduled" &&
      !moved.start &&
      scheduledFor <= now
    ) {
      throw new Problem(
        "conflict",
        "The scheduled start has passed. Start the maintenance now, or choose a later start.",
      );
    }
    if (
      autoComplete &&
      !before.autoComplete &&
      isRunning(before.status) &&
      !moved.end &&
      scheduledUntil <= now
    ) {
      throw new Problem(
        "conflict",
        "The scheduled end has passed. Complete the maintenance now, or choose a later end.",
      );
    }
    const changed: Maintenance = {
      ...before,
      title,
      scheduledFor,
      scheduledUntil,
      autoStart,
      autoComplete,
      reminderMinutes,
      componentIds,
    };
    if (
      JSON.stringify(serializeMaintenance(changed)) === JSON.stringify(serializeMaintenance(before))
    )
      return before;
    const updatesReminder =
      before.status === "scheduled" && (moved.start || reminderMinutes !== before.reminderMinutes);
    const due = {
      ...changed,
      reminderAt: updatesReminder ? getReminderTime(changed, now) : before.reminderAt,
    };
    const after: Maintenance = {
      ...due,
      dueAt: getDueTime(due),
      updatedAt: getTimestampAfter(before.updatedAt, now),
    };
    await saveMaintenance(tx, after);
    const affectedIds = [...new Set([...before.componentIds, ...componentIds])];
    if (componentIds !== before.componentIds) {
      await tx.maintenanceComponent.deleteMany({ where: { maintenanceId: id } });
      await insertRows(
        tx,
        "maintenance_components",
        componentIds.map((componentId) => ({ maintenanceId: id, componentId })),
      );
    }
    const changes = await refreshStatuses(tx, affectedIds, now);
    // After the end, the past status timeline of both sets of components changes too.
    if (
      componentIds !== before.componentIds &&
      hasEnded(before.status) &&
      before.startedAt !== null
    )
      await rebuildStatusTimelines(tx, affectedIds, now);
    audit({
      action: isMoved ? "maintenance.rescheduled" : "maintenance.updated",
      subject: auditSubject(after),
      before: serializeMaintenance(before),
      after: serializeMaintenance(after),
    });
    if (isMoved) {
      const notified = change.notify ?? before.notify;
      const update = await addUpdate(tx, actor, after, filterChanges(changes, componentIds), {
        body: rescheduledBody(after),
        at: now,
        notified,
      });
      auditUpdate(audit, after, update);
      if (notified)
        await enqueueMaintenanceEvent(tx, scope, "maintenance.rescheduled", after, {
          changes: filterChanges(changes, componentIds),
          updateId: update.id,
          now,
        });
    }
    return after;
  });
}

const formatTime = (time: Date) => `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
const rescheduledBody = ({ scheduledFor, scheduledUntil }: Maintenance) =>
  "The maintenance has been rescheduled. It is now scheduled for " +
  `${formatTime(scheduledFor)} to ${formatTime(scheduledUntil)}.`;
const filterChanges = (changes: StatusChange[], ids: readonly string[]) =>
  changes.filter(({ id }) => ids.includes(id));

/**
 * Deletes a maintenance and its queued deliveries, and recalculates uptime. Deliveries that were sent
 * remain. 404, 412.
 */
export async function deleteMaintenance(
  context: Context,
  scope: OrganizationScope,
  id: string,
): Promise<void> {
  await writeInOrganization(context, scope, "editor", async ({ tx, audit }) => {
    const maintenance = await getMaintenance(scope, id, tx);
    requireMatch(context, serializeMaintenance(maintenance));
    await withdrawEvents(tx, { organizationId: scope.id, maintenanceId: id }, context.now);
    await tx.maintenance.delete({ where: { id }, select: { id: true } });
    if (maintenance.startedAt !== null)
      await rebuildStatusTimelines(tx, maintenance.componentIds, context.now);
    audit({
      action: "maintenance.deleted",
      subject: auditSubject(maintenance),
      before: serializeMaintenance(maintenance),
    });
  });
}

/**
 * Posts an update, with a new status if set. 404; 409 if the status is not allowed next, or `after` is not
 * the newest update.
 */
export async function postMaintenanceUpdate(
  context: Context,
  scope: OrganizationScope,
  id: string,
  input: NewMaintenanceUpdate,
): Promise<MaintenanceUpdate> {
  return writeInOrganization(
    context,
    scope,
    "editor",
    async ({ tx, audit }) =>
      (await writeUpdate(tx, audit, context, scope, await getMaintenance(scope, id, tx), input))
        .update,
  );
}

/** Returns what subscribers would receive if the update were posted. 404, 409 as on posting. */
export async function previewMaintenanceUpdate(
  context: Context,
  scope: OrganizationScope,
  id: string,
  input: NewMaintenanceUpdate,
): Promise<Preview> {
  const { event, silent } = await dryRunInOrganization(
    context,
    scope,
    "editor",
    async ({ tx, audit }) => {
      const before = await getMaintenance(scope, id, tx);
      const { event } = await writeUpdate(tx, audit, context, scope, before, {
        ...input,
        notify: true,
      });
      return { event, silent: !(input.notify ?? before.notify) };
    },
  );
  return previewEvent(scope, event!, { silent });
}

async function writeUpdate(
  tx: Tx,
  audit: Write["audit"],
  context: Context,
  scope: OrganizationScope,
  before: Maintenance,
  input: NewMaintenanceUpdate,
): Promise<WrittenUpdate> {
  if (input.after !== undefined && input.after !== (await findNewestUpdate(tx, before.id))?.id)
    throw new Problem("conflict", NEWER_UPDATE_EXISTS);
  const status = input.status ?? before.status;
  if (!nextStatuses[before.status].includes(status))
    throw new Problem("conflict", describeInvalidStatus(before.status, status));
  return addStatusUpdate(tx, audit, context, scope, before, {
    status,
    body: input.body || defaultMaintenanceMessages[status],
    at: context.now,
    notify: input.notify ?? before.notify,
    delaySeconds: input.notify_after_seconds,
  });
}

const describeInvalidStatus = (before: MaintenanceStatus, after: MaintenanceStatus) =>
  hasEnded(before)
    ? "This maintenance has ended. No more updates can be posted."
    : `The status can't change from ${before} to ${after}. ` +
      `Use one of ${nextStatuses[before].join(", ")}.`;

/**
 * Starts, completes or cancels a maintenance with the default message. 404; 409 if its status does not
 * allow that.
 */
export async function transitionMaintenance(
  context: Context,
  scope: OrganizationScope,
  id: string,
  transition: Transition,
): Promise<Maintenance> {
  return writeInOrganization(context, scope, "editor", async ({ tx, audit }) => {
    const before = await getMaintenance(scope, id, tx);
    const { from, to: status, participle } = transitions[transition];
    if (!from.includes(before.status)) {
      const current = before.status === "cancelled" ? "canceled" : before.status.replace("_", " ");
      throw new Problem(
        "conflict",
        `This maintenance is ${current}, so it can't be ${participle}.`,
      );
    }
    return (
      await addStatusUpdate(tx, audit, context, scope, before, {
        status,
        body: defaultMaintenanceMessages[status],
        at: context.now,
        notify: before.notify,
      })
    ).maintenance;
  });
}

/** Edits the message of an update and keeps the earlier one. 404, 412. */
export async function changeMaintenanceUpdate(
  context: Context,
  scope: OrganizationScope,
  maintenanceId: string,
  id: string,
  { body }: MaintenanceUpdateChange,
): Promise<MaintenanceUpdate> {
  const { actor, now } = context;
  return writeInOrganization(context, scope, "editor", async ({ tx, audit }) => {
    const before = await getMaintenanceUpdate(scope, maintenanceId, id, tx);
    requireMatch(context, serializeMaintenanceUpdate(before));
    if (body === undefined || body === before.body) return before;
    await tx.maintenanceUpdateText.create({
      data: {
        id: newId(),
        updateId: id,
        body: before.body,
        replacedAt: now,
        replacedBy: getActorId(actor),
      },
      select: { id: true },
    });
    await tx.maintenanceUpdate.update({
      where: { id },
      data: { body, updatedAt: now },
      select: { id: true },
    });
    const after = await getMaintenanceUpdate(scope, maintenanceId, id, tx);
    const { title, updatedAt } = await tx.maintenance.findUniqueOrThrow({
      where: { id: maintenanceId },
      select: { title: true, updatedAt: true },
    });
    await tx.maintenance.update({
      where: { id: maintenanceId },
      data: { updatedAt: getTimestampAfter(updatedAt, now) },
      select: { id: true },
    });
    audit({
      action: "maintenance_update.updated",
      subject: { type: "maintenance_update", id, name: title },
      before: { body: before.body },
      after: { body },
    });
    return after;
  });
}

/**
 * Deletes an update and its queued deliveries. The status follows the newest remaining update. 404, 412;
 * 409 for the only update, and if automation would immediately change the status again.
 */
export async function deleteMaintenanceUpdate(
  context: Context,
  scope: OrganizationScope,
  maintenanceId: string,
  id: string,
): Promise<void> {
  const { now } = context;
  await writeInOrganization(context, scope, "editor", async ({ tx, audit }) => {
    const before = await getMaintenance(scope, maintenanceId, tx);
    const update = await getMaintenanceUpdate(scope, maintenanceId, id, tx);
    requireMatch(context, serializeMaintenanceUpdate(update));
    const [newest, previous] = await tx.maintenanceUpdate.findMany({
      where: { maintenanceId },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: 2,
      select: { id: true, status: true },
    });
    if (previous === undefined)
      throw new Problem(
        "conflict",
        "A maintenance needs at least one update. Edit this one, or delete the maintenance.",
      );
    const status = newest!.id === id ? (previous.status as MaintenanceStatus) : before.status;
    const withoutUpdate =
      status === before.status
        ? before
        : {
            ...before,
            status,
            startedAt: isRunning(status) ? before.startedAt : null,
            endedAt: null,
          };
    const after: Maintenance = {
      ...withoutUpdate,
      dueAt: getDueTime(withoutUpdate),
      updatedAt: getTimestampAfter(before.updatedAt, now),
    };
    if (withoutUpdate !== before && after.dueAt !== null && after.dueAt <= now) {
      const setting = isRunning(status) ? "auto_complete" : "auto_start";
      throw new Problem(
        "conflict",
        `The maintenance would immediately be ${before.status} again. Turn off ${setting} first.`,
      );
    }
    await withdrawEvents(tx, { organizationId: scope.id, maintenanceId, updateId: id }, now);
    const rows = await tx.maintenanceUpdate.findMany({
      where: { maintenanceId },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      select: { id: true, status: true, createdAt: true },
    });
    const index = rows.findIndex((row) => row.id === id);
    const [earlier, next] = [rows[index - 1], rows[index + 1]];
    await removeUpdateFromEvents(
      tx,
      { organizationId: scope.id, maintenanceId },
      {
        ...{ id, components: update.components, at: update.createdAt },
        next: next && {
          id: next.id,
          at: next.createdAt,
          kindAfter: (kind) =>
            classifyMaintenanceUpdateAfterDeletion(
              kind,
              earlier?.status as MaintenanceStatus | undefined,
              next.status as MaintenanceStatus,
            ),
        },
      },
    );
    const edits = await tx.maintenanceUpdateText.count({ where: { updateId: id } });
    await tx.maintenanceUpdate.delete({ where: { id }, select: { id: true } });
    await saveMaintenance(tx, after);
    await tx.maintenance.update({
      where: { id: maintenanceId },
      data: { deletedChanges: { increment: 1 + edits } },
      select: { id: true },
    });
    if (withoutUpdate !== before) await rebuildStatusTimelines(tx, before.componentIds, now);
    audit({
      action: "maintenance_update.deleted",
      subject: { type: "maintenance_update", id, name: before.title },
      before: serializeMaintenanceUpdate(update),
    });
    audit({
      action: "maintenance.updated",
      subject: auditSubject(after),
      before: serializeMaintenance(before),
      after: serializeMaintenance(after),
    });
  });
}

/**
 * Runs the automatic steps of one maintenance that are due, and returns whether there were any. The
 * conditional update claims them: only one process finds the due time.
 */
export async function runDueSteps(
  { id, organizationId }: { id: string; organizationId: string },
  now: Date,
): Promise<boolean> {
  const context: Context = { actor: { kind: "system" }, now };
  const scope = getSystemScope(organizationId);
  return writeInOrganization(context, scope, "editor", async ({ tx, audit }) => {
    const { count } = await tx.maintenance.updateMany({
      where: { id, organizationId, dueAt: { lte: now } },
      data: { dueAt: null },
    });
    if (count === 0) return false;
    let maintenance = await getMaintenance(scope, id, tx);
    for (const step of getDueSteps(maintenance, now)) {
      if (step.type === "update") {
        const { status, at } = step;
        maintenance = (
          await addStatusUpdate(tx, audit, context, scope, maintenance, {
            status,
            body: defaultMaintenanceMessages[status],
            at,
            notify: step.notify && maintenance.notify,
          })
        ).maintenance;
      } else maintenance = await runReminder(tx, audit, scope, maintenance, step.notify, now);
    }
    return true;
  });
}

async function runReminder(
  tx: Tx,
  audit: Write["audit"],
  scope: OrganizationScope,
  before: Maintenance,
  isOnTime: boolean,
  now: Date,
): Promise<Maintenance> {
  const reminded = { ...before, reminderAt: null };
  const after = { ...reminded, dueAt: getDueTime(reminded) };
  await saveMaintenance(tx, after);
  if (!isOnTime) return after;
  audit({ action: "maintenance.reminded", subject: auditSubject(after) });
  await enqueueMaintenanceEvent(tx, scope, "maintenance.reminder", after, {
    changes: await refreshStatuses(tx, after.componentIds, now),
    updateId: null,
    now,
  });
  return after;
}

type UpdateInput = {
  status: MaintenanceStatus;
  body: string;
  at: Date;
  notify: boolean;
  delaySeconds?: number | undefined;
};
/** `event` is null if no one is notified. */
type WrittenUpdate = {
  maintenance: Maintenance;
  update: MaintenanceUpdate;
  event: OutboxRow | null;
};

/** Adds an update, and changes the maintenance, its components and the event queue accordingly. */
async function addStatusUpdate(
  tx: Tx,
  audit: Write["audit"],
  { actor, now }: Context,
  scope: OrganizationScope,
  before: Maintenance,
  { status, body, at, notify, delaySeconds }: UpdateInput,
): Promise<WrittenUpdate> {
  const next = {
    ...before,
    status,
    ...applyStatusToTimes(before, status, at),
    reminderAt: status === "scheduled" ? before.reminderAt : null,
  };
  const after: Maintenance = {
    ...next,
    dueAt: getDueTime(next),
    updatedAt: getTimestampAfter(before.updatedAt, now),
  };
  await saveMaintenance(tx, after);
  const changes = await refreshStatusesAt(tx, after.componentIds, at, now);
  const update = await addUpdate(tx, actor, after, changes, { body, at, notified: notify });
  const kind = classifyMaintenanceUpdate(before.status, status);
  if (status !== before.status)
    audit({
      action: kind,
      subject: auditSubject(after),
      before: serializeMaintenance(before),
      after: serializeMaintenance(after),
    });
  auditUpdate(audit, after, update);
  const event = notify
    ? await enqueueMaintenanceEvent(tx, scope, kind, after, {
        changes,
        updateId: update.id,
        now,
        delaySeconds,
      })
    : null;
  return { maintenance: after, update, event };
}

/** Refreshes component statuses as of `at`. If later changes exist, the status timeline is rebuilt. */
async function refreshStatusesAt(
  tx: Tx,
  ids: readonly string[],
  at: Date,
  now: Date,
): Promise<StatusChange[]> {
  const isOutOfOrder =
    at < now &&
    (await tx.componentStatusChange.findFirst({
      where: { componentId: { in: [...ids] }, at: { gt: at } },
      select: { id: true },
    })) !== null;
  const changes = await refreshStatuses(tx, ids, isOutOfOrder ? now : at);
  if (isOutOfOrder) await rebuildStatusTimelines(tx, ids, now);
  return changes;
}

async function saveMaintenance(
  tx: Tx,
  { id, componentIds: _, ...data }: Maintenance,
): Promise<void> {
  await tx.maintenance.update({ where: { id }, data, select: { id: true } });
}

type UpdateText = { body: string; at: Date; notified: boolean };

const findNewestUpdate = (tx: Tx, maintenanceId: string) =>
  tx.maintenanceUpdate.findFirst({
    where: { maintenanceId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true, createdAt: true },
  });

/** Writes the newest update, with a time after all others: the newest update decides the status. */
async function addUpdate(
  tx: Tx,
  actor: Actor,
  maintenance: Maintenance,
  changes: StatusChange[],
  { body, at, notified }: UpdateText,
): Promise<MaintenanceUpdate> {
  const { id: maintenanceId, status } = maintenance;
  const newest = await findNewestUpdate(tx, maintenanceId);
  const createdAt = newest === null ? at : getTimestampAfter(newest.createdAt, at);
  const componentStatus: PublicStatus = isRunning(status) ? "under_maintenance" : "operational";
  const components = changes.map(({ id, name, before, after }) => ({
    id,
    name,
    status: componentStatus,
    old_status: before,
    new_status: after,
  }));
  const row = {
    id: newId(),
    maintenanceId,
    status,
    body,
    notified,
    authorId: getActorId(actor),
    createdAt,
    updatedAt: createdAt,
  };
  await insertRows(tx, "maintenance_updates", [{ ...row, components: JSON.stringify(components) }]);
  return { ...row, components, earlier: [] };
}

const auditUpdate = (audit: Write["audit"], { title }: Maintenance, update: MaintenanceUpdate) =>
  audit({
    action: "maintenance_update.created",
    subject: { type: "maintenance_update", id: update.id, name: title },
    after: serializeMaintenanceUpdate(update),
  });

type EventContent = {
  changes: StatusChange[];
  /** The update that the event announces. */
  updateId: string | null;
  now: Date;
  delaySeconds?: number | undefined;
};

/** Enqueues the event that notifies subscribers. Call it last: it reads all updates. */
async function enqueueMaintenanceEvent(
  tx: Tx,
  scope: { id: OrganizationId },
  kind: EventKind,
  maintenance: Maintenance,
  { changes, updateId, now, delaySeconds }: EventContent,
): Promise<OutboxRow> {
  const updates = await tx.maintenanceUpdate.findMany({
    where: { maintenanceId: maintenance.id },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: EVENT_UPDATES,
    select: {
      id: true,
      status: true,
      body: true,
      notified: true,
      createdAt: true,
      updatedAt: true,
    },
  });
  const event = {
    kind,
    organizationId: scope.id,
    incidentId: null,
    maintenanceId: maintenance.id,
    updateId,
    createdAt: now,
    payload: {
      incident: serializeForEvent(maintenance),
      updates: fitIntoEvent(updates).map(({ createdAt, updatedAt, ...update }) => ({
        ...update,
        created_at: createdAt.toISOString(),
        updated_at: updatedAt.toISOString(),
      })),
      components: componentsForEvent(changes),
      page: pageStatus(
        await countStatuses(tx, scope),
        isRunning(maintenance.status) ? "under_maintenance" : "operational",
      ),
    },
  };
  return enqueueEvent(tx, event, delaySeconds);
}
