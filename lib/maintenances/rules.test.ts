import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  getDueTime,
  allowedNextStatuses,
  hasEnded,
  isBackfill,
  isRunning,
  classifyMaintenanceUpdate,
  transitions,
  getReminderTime,
  applyStatusToTimes,
  getDueSteps,
  validateTimes,
} from "./rules";
import { getMaintenanceSpan } from "./values";
import { type MaintenanceStatus, maintenanceStatuses } from "./schema";

const NOW = new Date("2026-11-20T09:30:00.000Z");
const MINUTE = 60_000;
const YEAR = 366 * 24 * 60 * MINUTE;
const at = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE);

describe("status changes of a maintenance", () => {
  const table: Record<MaintenanceStatus, MaintenanceStatus[]> = {
    scheduled: ["scheduled", "in_progress", "cancelled"],
    in_progress: ["in_progress", "verifying", "completed", "cancelled"],
    verifying: ["in_progress", "verifying", "completed", "cancelled"],
    completed: [],
    cancelled: [],
  };
  test.each(
    maintenanceStatuses.flatMap((from) => maintenanceStatuses.map((to) => [from, to] as const)),
  )("are allowed or rejected as specified: %s → %s", (from, to) => {
    expect(allowedNextStatuses[from].includes(to)).toBe(table[from].includes(to));
  });

  test("include start, complete, and cancel, each of which changes the status", () => {
    for (const { from, to } of Object.values(transitions)) {
      for (const status of from)
        expect(allowedNextStatuses[status].includes(to) && status !== to, `${status} → ${to}`).toBe(
          true,
        );
    }
  });

  test("have the event kinds `updated`, `started`, `completed`, and `cancelled`", () => {
    const eventKinds = (from: MaintenanceStatus) =>
      allowedNextStatuses[from].map(
        (to) => `${to}: ${classifyMaintenanceUpdate(from, to).replace("maintenance.", "")}`,
      );
    expect(eventKinds("scheduled")).toEqual([
      "scheduled: updated",
      "in_progress: started",
      "cancelled: cancelled",
    ]);
    expect(eventKinds("in_progress")).toEqual([
      "in_progress: updated",
      "verifying: updated",
      "completed: completed",
      "cancelled: cancelled",
    ]);
    expect(eventKinds("verifying")).toEqual([
      "verifying: updated",
      "in_progress: updated",
      "completed: completed",
      "cancelled: cancelled",
    ]);
  });

  test("set the actual start and end", () => {
    const none = { startedAt: null, endedAt: null };
    expect(applyStatusToTimes(none, "scheduled", at(1))).toEqual(none);
    expect(applyStatusToTimes(none, "in_progress", at(1))).toEqual({
      startedAt: at(1),
      endedAt: null,
    });
    expect(applyStatusToTimes({ startedAt: at(1), endedAt: null }, "verifying", at(2))).toEqual({
      startedAt: at(1),
      endedAt: null,
    });
    expect(applyStatusToTimes({ startedAt: at(1), endedAt: null }, "completed", at(3))).toEqual({
      startedAt: at(1),
      endedAt: at(3),
    });
    expect(applyStatusToTimes({ startedAt: at(3), endedAt: null }, "completed", at(2))).toEqual({
      startedAt: at(3),
      endedAt: at(3),
    });
    expect(applyStatusToTimes(none, "cancelled", at(3))).toEqual({
      startedAt: null,
      endedAt: at(3),
    });
  });
});

describe("scheduled times:", () => {
  const both = { start: true, end: true };
  const listErrors = (from: Date, until: Date, moved = both) =>
    validateTimes({ scheduledFor: from, scheduledUntil: until }, NOW, moved).map(
      ({ path, message }) => `${path} ${message}`,
    );
  const startInPast = "scheduled_for must not be more than 15 minutes in the past";

  test("validateTimes accepts valid times", () => {
    for (const [from, until] of [
      [0, 1],
      [60, 120],
      [-15, 1],
      [1, 5 * 365 * 24 * 60],
    ] as const)
      expect(listErrors(at(from), at(until))).toEqual([]);
  });

  test("validateTimes rejects invalid times", () => {
    const far = new Date(NOW.getTime() + 5 * YEAR + MINUTE);
    expect(listErrors(at(10), at(10))).toEqual([
      "scheduled_until must be later than scheduled_for",
    ]);
    expect(listErrors(at(-16), at(10))).toEqual([startInPast]);
    expect(listErrors(at(-10), at(-5))).toEqual(["scheduled_until must be in the future"]);
    expect(listErrors(at(10), far)).toEqual(["scheduled_until must be within the next 5 years"]);
    expect(listErrors(far, new Date(far.getTime() + 1))).toEqual([
      "scheduled_for must be within the next 5 years",
      "scheduled_until must be within the next 5 years",
    ]);
    expect(listErrors(far, NOW)).toEqual([
      "scheduled_for must be within the next 5 years",
      "scheduled_until must be later than scheduled_for",
    ]);
  });

  test("validateTimes ignores the start if only the end changed", () => {
    expect(listErrors(at(-100), at(10), { start: false, end: true })).toEqual([]);
    expect(listErrors(at(-100), at(0), { start: false, end: true })).toEqual([
      "scheduled_until must be in the future",
    ]);
  });

  test("a maintenance whose times have both passed is a backfill", () => {
    expect(isBackfill({ scheduledFor: at(-20), scheduledUntil: at(0) }, NOW)).toBe(true);
    expect(isBackfill({ scheduledFor: at(-20), scheduledUntil: at(1) }, NOW)).toBe(false);
    expect(isBackfill({ scheduledFor: at(-10), scheduledUntil: at(-20) }, NOW)).toBe(false);
  });

  test("a reminder that is disabled or in the past has no time", () => {
    const reminder = (minutes: number | null, start: number, notify = true) =>
      getReminderTime({ scheduledFor: at(start), reminderMinutes: minutes, notify }, NOW);
    expect(reminder(60, 61)).toEqual(at(1));
    expect(reminder(60, 60)).toBeNull();
    expect(reminder(0, 1)).toEqual(at(1));
    expect(reminder(null, 100)).toBeNull();
    expect(reminder(60, 100, false)).toBeNull();
  });
});

const minute = fc.integer({ min: -200, max: 200 });
const anyMaintenance = fc
  .record({
    status: fc.constantFrom(...maintenanceStatuses),
    start: minute,
    length: fc.integer({ min: 1, max: 100 }),
    startedAfter: minute,
    autoStart: fc.boolean(),
    autoComplete: fc.boolean(),
    reminder: fc.option(minute),
  })
  .map(({ status, start, length, startedAfter, autoStart, autoComplete, reminder }) => ({
    ...{
      status,
      autoStart,
      autoComplete,
      scheduledFor: at(start),
      scheduledUntil: at(start + length),
    },
    startedAt: isRunning(status) || status === "completed" ? at(startedAfter) : null,
    endedAt: hasEnded(status) ? at(startedAfter) : null,
    reminderAt: status === "scheduled" && reminder !== null ? at(reminder) : null,
  }));

describe("getDueSteps", () => {
  const planned = {
    status: "scheduled",
    scheduledFor: at(60),
    scheduledUntil: at(120),
    startedAt: null,
    endedAt: null,
    autoStart: true,
    autoComplete: true,
    reminderAt: at(0),
  } as const;
  const start = (notify: boolean) => ({
    type: "update",
    status: "in_progress",
    at: at(60),
    notify,
  });
  const complete = { type: "update", status: "completed", at: at(120), notify: true };

  test.each([
    ["nothing before the reminder", planned, -1, []],
    ["a reminder", planned, 0, [{ type: "reminder", notify: true }]],
    ["a late reminder before the start", planned, 59, [{ type: "reminder", notify: true }]],
    ["the start without a reminder", planned, 60, [start(true)]],
    ["a missed start with its scheduled time", planned, 119, [start(true)]],
    [
      "start and completion, of which only the completion notifies",
      planned,
      500,
      [start(false), complete],
    ],
    [
      "only the start with auto_complete off",
      { ...planned, autoComplete: false },
      500,
      [start(true)],
    ],
    ["no start with auto_start off", { ...planned, autoStart: false, reminderAt: null }, 500, []],
    [
      "a reminder at the scheduled start with auto_start off",
      { ...planned, autoStart: false, reminderAt: at(60) },
      60,
      [{ type: "reminder", notify: true }],
    ],
    [
      "a reminder without notification a minute after the scheduled start",
      { ...planned, autoStart: false },
      61,
      [{ type: "reminder", notify: false }],
    ],
    [
      "the completion",
      { ...planned, status: "in_progress", startedAt: at(60), reminderAt: null },
      120,
      [complete],
    ],
    [
      "the completion while verifying",
      { ...planned, status: "verifying", startedAt: at(10), reminderAt: null },
      121,
      [complete],
    ],
    [
      "no completion with auto_complete off",
      {
        ...planned,
        status: "in_progress",
        startedAt: at(60),
        autoComplete: false,
        reminderAt: null,
      },
      500,
      [],
    ],
    [
      "no completion of a maintenance that started at its scheduled end",
      { ...planned, status: "in_progress", startedAt: at(120), reminderAt: null },
      500,
      [],
    ],
    ["nothing after cancellation", { ...planned, status: "cancelled", endedAt: at(1) }, 500, []],
  ] as const)("returns %s", (_, maintenance, minutes, steps) => {
    expect(getDueSteps(maintenance, at(minutes))).toEqual(steps);
  });

  test("returns no steps before the due time, and none after they are applied", () => {
    fc.assert(
      fc.property(anyMaintenance, (maintenance) => {
        const due = getDueTime(maintenance);
        const steps = getDueSteps(maintenance, NOW);
        expect(steps.length > 0).toBe(due !== null && due <= NOW);
        let after = maintenance;
        for (const step of steps) {
          after =
            step.type === "update"
              ? {
                  ...after,
                  status: step.status,
                  ...applyStatusToTimes(after, step.status, step.at),
                  reminderAt: null,
                }
              : { ...after, reminderAt: null };
        }
        const next = getDueTime(after);
        expect(next === null || next > NOW).toBe(true);
        expect(steps.filter(({ notify }) => notify).length).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("getMaintenanceSpan", () => {
  const planned = {
    status: "scheduled",
    scheduled_for: "2026-11-21T02:00:00.000Z",
    scheduled_until: "2026-11-21T04:00:00.000Z",
    started_at: null,
    ended_at: null,
  } as const;
  test.each([
    ["the scheduled times of a scheduled maintenance", planned, "02:00", "04:00"],
    [
      "the scheduled times of a maintenance that was canceled before its start",
      { ...planned, status: "cancelled", ended_at: "2026-11-20T12:00:00.000Z" },
      "02:00",
      "04:00",
    ],
    [
      "the actual start and the scheduled end of a maintenance in progress",
      { ...planned, status: "in_progress", started_at: "2026-11-21T01:30:00.000Z" },
      "01:30",
      "04:00",
    ],
    [
      "the actual times of a completed maintenance",
      {
        ...planned,
        status: "completed",
        started_at: "2026-11-21T01:30:00.000Z",
        ended_at: "2026-11-21T02:30:00.000Z",
      },
      "01:30",
      "02:30",
    ],
  ] as const)("returns %s", (_, maintenance, from, until) => {
    const span = getMaintenanceSpan(maintenance);
    expect([span.from, span.until].map((at) => at.slice(11, 16))).toEqual([from, until]);
  });
});
