import type { FieldError } from "@/lib/errors";
import type { EventKind } from "@/lib/notifications/events";
import type { Maintenance } from "./queries";
import { LATER_THAN_START } from "./schema";
import { hasEnded, isRunning, type MaintenanceStatus } from "./values";

export { followers, hasEnded, isRunning } from "./values";

export type Move = "start" | "complete" | "cancel";

/** The moves that have a call of their own. */
export const moves: Record<Move, { from: readonly MaintenanceStatus[]; to: MaintenanceStatus }> = {
  start: { from: ["scheduled"], to: "in_progress" },
  complete: { from: ["in_progress", "verifying"], to: "completed" },
  cancel: { from: ["scheduled", "in_progress", "verifying"], to: "cancelled" },
};

/** What subscribers hear of an update that follows another. */
export function kindOf(before: MaintenanceStatus, after: MaintenanceStatus): EventKind {
  if (before === "scheduled" && after === "in_progress") return "maintenance.started";
  return after === "completed" || after === "cancelled" ? `maintenance.${after}` : "maintenance.updated";
}

/** When it began and ended, as an update of this status at this time makes it. */
export const spanAfter = ({ startedAt, endedAt }: Pick<Maintenance, "startedAt" | "endedAt">, status: MaintenanceStatus, at: Date) => ({
  startedAt: isRunning(status) ? (startedAt ?? at) : startedAt,
  endedAt: hasEnded(status) ? at : endedAt,
});

/** Longest that a start may lie behind: clocks differ, and a form takes its time. What is said to begin then begins at once. */
const START_GRACE_MS = 15 * 60_000;
const MOST_YEARS_AHEAD = 5;

type Times = Pick<Maintenance, "scheduledFor" | "scheduledUntil">;

/** Both times have passed: it is entered afterwards. */
export const isBackfill = ({ scheduledFor, scheduledUntil }: Times, now: Date): boolean => scheduledFor < scheduledUntil && scheduledUntil <= now;

/** Whether subscribers hear of a new maintenance: of one that is entered afterwards only when somebody says so. */
export const tellsOfNew = (notify: boolean | undefined, times: Times, now: Date): boolean => notify ?? !isBackfill(times, now);

/** What is wrong with the times of work that lies ahead or is under way; of `moved`, only those fields are judged against the clock. */
export function timeErrors(times: Times, now: Date, moved: { start: boolean; end: boolean }): FieldError[] {
  const { scheduledFor, scheduledUntil } = times;
  const horizon = new Date(now);
  horizon.setUTCFullYear(now.getUTCFullYear() + MOST_YEARS_AHEAD);
  const tooFar = `must be at most ${MOST_YEARS_AHEAD} years ahead`;
  const errors: FieldError[] = [];
  if (moved.start && scheduledFor > horizon) errors.push({ path: "scheduled_for", message: tooFar });
  else if (moved.start && scheduledFor.getTime() < now.getTime() - START_GRACE_MS) {
    errors.push({ path: "scheduled_for", message: "has passed: only work that has ended as well can be entered afterwards" });
  }
  if (scheduledUntil <= scheduledFor) errors.push({ path: "scheduled_until", message: LATER_THAN_START });
  else if (scheduledUntil > horizon) errors.push({ path: "scheduled_until", message: tooFar });
  else if ((moved.start || moved.end) && scheduledUntil <= now) errors.push({ path: "scheduled_until", message: "has passed" });
  return errors;
}

/** When its reminder is due: null where none is wanted, or its time has passed and the announcement itself came later. */
export function reminderTime({ scheduledFor, reminderMinutes, notify }: Pick<Maintenance, "scheduledFor" | "reminderMinutes" | "notify">, now: Date): Date | null {
  if (reminderMinutes === null || !notify) return null;
  const at = new Date(scheduledFor.getTime() - reminderMinutes * 60_000);
  return at > now ? at : null;
}

type Due = Pick<Maintenance, "status" | "scheduledFor" | "scheduledUntil" | "startedAt" | "autoStart" | "autoComplete" | "reminderAt">;

/** Whether it completes by itself. What began after its planned end is for people to end. */
const completesItself = ({ autoComplete, scheduledUntil, startedAt }: Due) => autoComplete && startedAt !== null && startedAt < scheduledUntil;

/** When something next happens by itself; null when nothing does. */
export function dueTime(maintenance: Due): Date | null {
  const { status, scheduledFor, scheduledUntil, autoStart, reminderAt } = maintenance;
  if (isRunning(status)) return completesItself(maintenance) ? scheduledUntil : null;
  if (status !== "scheduled") return null;
  const start = autoStart ? scheduledFor : null;
  return start === null || (reminderAt !== null && reminderAt < start) ? reminderAt : start;
}

/** Something that happens by itself: a reminder, or an update at the time for which it was planned. */
export type Step = { what: "reminder"; tell: boolean } | { what: "update"; status: "in_progress" | "completed"; at: Date; tell: boolean };

/** How late a reminder may be for a start that is not by itself: the clock ticks in seconds. */
const REMINDER_GRACE_MS = 60_000;

/**
 * What has come due, in its order, each at its own time however late it is noticed. Of several the last alone is told:
 * whoever was down all the time has nothing to say of the beginning, nor to remind of it.
 */
export function stepsDue(maintenance: Due, now: Date): Step[] {
  const { status, scheduledFor, scheduledUntil, autoStart, autoComplete, reminderAt } = maintenance;
  if (isRunning(status)) return completesItself(maintenance) && scheduledUntil <= now ? [{ what: "update", status: "completed", at: scheduledUntil, tell: true }] : [];
  if (status !== "scheduled") return [];
  if (autoStart && scheduledFor <= now) {
    const whole = autoComplete && scheduledUntil <= now;
    const start: Step = { what: "update", status: "in_progress", at: scheduledFor, tell: !whole };
    return whole ? [start, { what: "update", status: "completed", at: scheduledUntil, tell: true }] : [start];
  }
  if (reminderAt === null || reminderAt > now) return [];
  return [{ what: "reminder", tell: now.getTime() < scheduledFor.getTime() + REMINDER_GRACE_MS }];
}
