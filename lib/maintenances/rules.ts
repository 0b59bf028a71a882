import type { FieldError } from "@/lib/errors";
import type { EventKind } from "@/lib/notifications/notification-event";
import type { Maintenance } from "./queries";
import { MUST_BE_AFTER_START } from "./schema";
import { hasEnded, isRunning, type MaintenanceStatus } from "./values";

export { allowedNextStatuses, hasEnded, isRunning } from "./values";

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
 * Returns the event kind of the update that follows a deleted one. `before` is the status of the
 * update that now precedes it.
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

export const applyStatusToTimes = (
  { startedAt, endedAt }: Pick<Maintenance, "startedAt" | "endedAt">,
  status: MaintenanceStatus,
  at: Date,
) => ({
  startedAt: isRunning(status) ? (startedAt ?? at) : startedAt,
  // The end must not be before the start, which a process whose clock is ahead may have set.
  endedAt: !hasEnded(status) ? endedAt : startedAt !== null && startedAt > at ? startedAt : at,
});

/**
 * A start can be this long in the past, because clocks differ and filling out the form takes time.
 */
const START_GRACE_MINUTES = 15;
const MAX_YEARS_AHEAD = 5;

type Times = Pick<Maintenance, "scheduledFor" | "scheduledUntil">;

export const isBackfill = ({ scheduledFor, scheduledUntil }: Times, now: Date): boolean =>
  scheduledFor < scheduledUntil && scheduledUntil <= now;

/**
 * Returns the errors of scheduled times. A start that has not moved can be any time in the past.
 */
export function validateTimes(
  times: Times,
  now: Date,
  moved: { start: boolean; end: boolean },
): FieldError[] {
  const { scheduledFor, scheduledUntil } = times;
  const horizon = new Date(now);
  horizon.setUTCFullYear(now.getUTCFullYear() + MAX_YEARS_AHEAD);
  const tooFarMessage = `must be within the next ${MAX_YEARS_AHEAD} years`;
  const errors: FieldError[] = [];
  if (moved.start && scheduledFor > horizon)
    errors.push({ path: "scheduled_for", message: tooFarMessage });
  else if (moved.start && scheduledFor.getTime() < now.getTime() - START_GRACE_MINUTES * 60_000) {
    errors.push({
      path: "scheduled_for",
      message: `must not be more than ${START_GRACE_MINUTES} minutes in the past`,
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

/**
 * Returns the time of the reminder, or null if the reminder or notifications are turned off, or if
 * the time has passed.
 */
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

/** A maintenance that started at or after its scheduled end must be completed manually. */
const completesAutomatically = ({ autoComplete, scheduledUntil, startedAt }: Schedule) =>
  autoComplete && startedAt !== null && startedAt < scheduledUntil;

export function getDueTime(maintenance: Schedule): Date | null {
  const { status, scheduledFor, scheduledUntil, autoStart, reminderAt } = maintenance;
  if (isRunning(status)) return completesAutomatically(maintenance) ? scheduledUntil : null;
  if (status !== "scheduled") return null;
  const start = autoStart ? scheduledFor : null;
  return start === null || (reminderAt !== null && reminderAt < start) ? reminderAt : start;
}

export type DueStep =
  | { type: "reminder"; notify: boolean }
  | { type: "update"; status: "in_progress" | "completed"; at: Date; notify: boolean };

/**
 * A reminder is sent at most this long after the scheduled start. The scheduler runs every second.
 */
const REMINDER_GRACE_MS = 60_000;

/**
 * Returns the due steps in order. Only the last one notifies, because the others are outdated. A
 * reminder that is too late does not notify.
 */
export function getDueSteps(maintenance: Schedule, now: Date): DueStep[] {
  const { status, scheduledFor, scheduledUntil, autoStart, autoComplete, reminderAt } = maintenance;
  const isPastEnd = scheduledUntil <= now;
  const end: DueStep = { type: "update", status: "completed", at: scheduledUntil, notify: true };
  if (isRunning(status)) return isPastEnd && completesAutomatically(maintenance) ? [end] : [];
  if (status !== "scheduled") return [];
  if (autoStart && scheduledFor <= now) {
    const completes = isPastEnd && autoComplete;
    const start: DueStep = {
      type: "update",
      status: "in_progress",
      at: scheduledFor,
      notify: !completes,
    };
    return completes ? [start, end] : [start];
  }
  if (reminderAt === null || reminderAt > now) return [];
  return [{ type: "reminder", notify: now.getTime() < scheduledFor.getTime() + REMINDER_GRACE_MS }];
}
