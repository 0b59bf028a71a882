import type { FieldError } from "@/lib/errors";
import type { EventKind } from "@/lib/notifications/events";
import type { Maintenance } from "./queries";
import { MUST_BE_AFTER_START } from "./schema";
import { hasEnded, isRunning, type MaintenanceStatus } from "./values";

export { nextStatuses, hasEnded, isRunning } from "./values";

export type Transition = "start" | "complete" | "cancel";

export const transitions: Record<
  Transition,
  { from: readonly MaintenanceStatus[]; to: MaintenanceStatus; participle: string }
> = {
  start: { from: ["scheduled"], to: "in_progress", participle: "started" },
  complete: { from: ["in_progress", "verifying"], to: "completed", participle: "completed" },
  cancel: {
    from: ["scheduled", "in_progress", "verifying"],
    to: "cancelled",
    participle: "canceled",
  },
};

/** The event kind of an update, by the status before and after it. */
export function classifyMaintenanceUpdate(
  before: MaintenanceStatus,
  after: MaintenanceStatus,
): EventKind {
  if (before === "scheduled" && after === "in_progress") return "maintenance.started";
  return after === "completed" || after === "cancelled"
    ? `maintenance.${after}`
    : "maintenance.updated";
}

/**
 * The event kind of an update after the one before it was deleted. `before`: the status of the update
 * that precedes it now.
 */
export function classifyMaintenanceUpdateAfterDeletion(
  kind: EventKind,
  before: MaintenanceStatus | undefined,
  after: MaintenanceStatus,
): EventKind {
  if (kind === "maintenance.rescheduled") return kind;
  return before === undefined && after === "scheduled"
    ? "maintenance.scheduled"
    : classifyMaintenanceUpdate(before ?? "scheduled", after);
}

/** Actual start and end after an update with this status. */
export const applyStatusToTimes = (
  { startedAt, endedAt }: Pick<Maintenance, "startedAt" | "endedAt">,
  status: MaintenanceStatus,
  at: Date,
) => ({
  startedAt: isRunning(status) ? (startedAt ?? at) : startedAt,
  // The process that ends it may have a slower clock than the one that started it.
  endedAt: !hasEnded(status) ? endedAt : startedAt !== null && startedAt > at ? startedAt : at,
});

/** Starts this far in the past are accepted: clocks differ, and filling in a form takes time. */
const START_GRACE_MINUTES = 15;
const MOST_YEARS_AHEAD = 5;

type Times = Pick<Maintenance, "scheduledFor" | "scheduledUntil">;

/** Whether both times have passed. */
export const isBackfill = ({ scheduledFor, scheduledUntil }: Times, now: Date): boolean =>
  scheduledFor < scheduledUntil && scheduledUntil <= now;

/** Whether subscribers are notified. Backfilled maintenances are silent unless `notify` is set. */
export const isNewMaintenanceAnnounced = (
  notify: boolean | undefined,
  times: Times,
  now: Date,
): boolean => notify ?? !isBackfill(times, now);

/** Errors in the times of a maintenance that has not ended. Only `moved` times are compared to the clock. */
export function validateTimes(
  times: Times,
  now: Date,
  moved: { start: boolean; end: boolean },
): FieldError[] {
  const { scheduledFor, scheduledUntil } = times;
  const horizon = new Date(now);
  horizon.setUTCFullYear(now.getUTCFullYear() + MOST_YEARS_AHEAD);
  const tooFarMessage = `must be within the next ${MOST_YEARS_AHEAD} years`;
  const errors: FieldError[] = [];
  if (moved.start && scheduledFor > horizon)
    errors.push({ path: "scheduled_for", message: tooFarMessage });
  else if (moved.start && scheduledFor.getTime() < now.getTime() - START_GRACE_MINUTES * 60_000) {
    errors.push({
      path: "scheduled_for",
      message:
        `must not be more than ${START_GRACE_MINUTES} minutes in the past, ` +
        "unless scheduled_until has passed too",
    });
  }
  if (scheduledUntil <= scheduledFor)
    errors.push({ path: "scheduled_until", message: MUST_BE_AFTER_START });
  else if (scheduledUntil > horizon)
    errors.push({ path: "scheduled_until", message: tooFarMessage });
  else if ((moved.start || moved.end) && scheduledUntil <= now)
    errors.push({ path: "scheduled_until", message: "must be in the future" });
  return errors;
}

/** When the reminder is due; null if disabled, or if its time has already passed. */
export function getReminderTime(
  {
    scheduledFor,
    reminderMinutes,
    notify,
  }: Pick<Maintenance, "scheduledFor" | "reminderMinutes" | "notify">,
  now: Date,
): Date | null {
  if (reminderMinutes === null || !notify) return null;
  const at = new Date(scheduledFor.getTime() - reminderMinutes * 60_000);
  return at > now ? at : null;
}

type Schedule = Pick<
  Maintenance,
  | "status"
  | "scheduledFor"
  | "scheduledUntil"
  | "startedAt"
  | "autoStart"
  | "autoComplete"
  | "reminderAt"
>;

/** A maintenance that started after its scheduled end must be completed manually. */
const completesAutomatically = ({ autoComplete, scheduledUntil, startedAt }: Schedule) =>
  autoComplete && startedAt !== null && startedAt < scheduledUntil;

/** Time of the next automatic step; null if there is none. */
export function getDueTime(maintenance: Schedule): Date | null {
  const { status, scheduledFor, scheduledUntil, autoStart, reminderAt } = maintenance;
  if (isRunning(status)) return completesAutomatically(maintenance) ? scheduledUntil : null;
  if (status !== "scheduled") return null;
  const start = autoStart ? scheduledFor : null;
  return start === null || (reminderAt !== null && reminderAt < start) ? reminderAt : start;
}

/** An automatic step. Only steps with `notify` notify subscribers. */
export type DueStep =
  | { type: "reminder"; notify: boolean }
  | { type: "update"; status: "in_progress" | "completed"; at: Date; notify: boolean };

/** How late a reminder can be sent after a manual start time: the scheduler polls once per second. */
const REMINDER_GRACE_MS = 60_000;

/**
 * The steps that are due, each with its scheduled time. If several are due, only the last one notifies:
 * after an outage, earlier notifications would be outdated.
 */
export function getDueSteps(maintenance: Schedule, now: Date): DueStep[] {
  const { status, scheduledFor, scheduledUntil, autoStart, autoComplete, reminderAt } = maintenance;
  if (isRunning(status))
    return completesAutomatically(maintenance) && scheduledUntil <= now
      ? [{ type: "update", status: "completed", at: scheduledUntil, notify: true }]
      : [];
  if (status !== "scheduled") return [];
  if (autoStart && scheduledFor <= now) {
    const completes = autoComplete && scheduledUntil <= now;
    const start: DueStep = {
      type: "update",
      status: "in_progress",
      at: scheduledFor,
      notify: !completes,
    };
    return completes
      ? [start, { type: "update", status: "completed", at: scheduledUntil, notify: true }]
      : [start];
  }
  if (reminderAt === null || reminderAt > now) return [];
  return [{ type: "reminder", notify: now.getTime() < scheduledFor.getTime() + REMINDER_GRACE_MS }];
}
