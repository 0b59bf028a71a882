import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dueTime, followers, hasEnded, isBackfill, isRunning, kindOf, moves, reminderTime, spanAfter, stepsDue, timeErrors } from "./rules";
import { spanOf } from "./values";
import { type MaintenanceStatus, maintenanceStatuses } from "./schema";

const NOW = new Date("2026-11-20T09:30:00.000Z");
const MINUTE = 60_000;
const YEAR = 366 * 24 * 60 * MINUTE;
const at = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE);

describe("what may follow", () => {
  const table: Record<MaintenanceStatus, MaintenanceStatus[]> = {
    scheduled: ["scheduled", "in_progress", "cancelled"],
    in_progress: ["in_progress", "verifying", "completed", "cancelled"],
    verifying: ["in_progress", "verifying", "completed", "cancelled"],
    completed: [],
    cancelled: [],
  };
  test.each(maintenanceStatuses.flatMap((from) => maintenanceStatuses.map((to) => [from, to] as const)))("%s → %s", (from, to) => {
    expect(followers[from].includes(to)).toBe(table[from].includes(to));
  });

  test("every move with a call of its own is one of them, and leads on", () => {
    for (const { from, to } of Object.values(moves)) {
      for (const status of from) expect(followers[status].includes(to) && status !== to, `${status} → ${to}`).toBe(true);
    }
  });

  test("what subscribers hear", () => {
    const heard = (from: MaintenanceStatus) => followers[from].map((to) => `${to}: ${kindOf(from, to).replace("maintenance.", "")}`);
    expect(heard("scheduled")).toEqual(["scheduled: updated", "in_progress: started", "cancelled: cancelled"]);
    expect(heard("in_progress")).toEqual(["in_progress: updated", "verifying: updated", "completed: completed", "cancelled: cancelled"]);
    expect(heard("verifying")).toEqual(["verifying: updated", "in_progress: updated", "completed: completed", "cancelled: cancelled"]);
  });

  test("it began when it first ran and ended when it ended", () => {
    const none = { startedAt: null, endedAt: null };
    expect(spanAfter(none, "scheduled", at(1))).toEqual(none);
    expect(spanAfter(none, "in_progress", at(1))).toEqual({ startedAt: at(1), endedAt: null });
    expect(spanAfter({ startedAt: at(1), endedAt: null }, "verifying", at(2))).toEqual({ startedAt: at(1), endedAt: null });
    expect(spanAfter({ startedAt: at(1), endedAt: null }, "completed", at(3))).toEqual({ startedAt: at(1), endedAt: at(3) });
    expect(spanAfter(none, "cancelled", at(3))).toEqual({ startedAt: null, endedAt: at(3) });
  });
});

describe("times", () => {
  const both = { start: true, end: true };
  const wrong = (from: Date, until: Date, moved = both) => timeErrors({ scheduledFor: from, scheduledUntil: until }, NOW, moved).map(({ path, message }) => `${path} ${message}`);
  const passed = "scheduled_for has passed: only work that has ended as well can be entered afterwards";

  test("that make sense", () => {
    for (const [from, until] of [[0, 1], [60, 120], [-15, 1], [1, 5 * 365 * 24 * 60]] as const) expect(wrong(at(from), at(until))).toEqual([]);
  });

  test("that make none", () => {
    const far = new Date(NOW.getTime() + 5 * YEAR + MINUTE);
    expect(wrong(at(10), at(10))).toEqual(["scheduled_until must be later than scheduled_for"]);
    expect(wrong(at(-16), at(10))).toEqual([passed]);
    expect(wrong(at(-10), at(-5))).toEqual(["scheduled_until has passed"]);
    expect(wrong(at(10), far)).toEqual(["scheduled_until must be at most 5 years ahead"]);
    expect(wrong(far, new Date(far.getTime() + 1))).toEqual(["scheduled_for must be at most 5 years ahead", "scheduled_until must be at most 5 years ahead"]);
    expect(wrong(far, NOW)).toEqual(["scheduled_for must be at most 5 years ahead", "scheduled_until must be later than scheduled_for"]);
  });

  test("of which only the end was moved are judged by the end", () => {
    expect(wrong(at(-100), at(10), { start: false, end: true })).toEqual([]);
    expect(wrong(at(-100), at(0), { start: false, end: true })).toEqual(["scheduled_until has passed"]);
  });

  test("that have both passed are of something entered afterwards", () => {
    expect(isBackfill({ scheduledFor: at(-20), scheduledUntil: at(0) }, NOW)).toBe(true);
    expect(isBackfill({ scheduledFor: at(-20), scheduledUntil: at(1) }, NOW)).toBe(false);
    expect(isBackfill({ scheduledFor: at(-10), scheduledUntil: at(-20) }, NOW)).toBe(false);
  });

  test("of a reminder", () => {
    const reminder = (minutes: number | null, start: number, notify = true) => reminderTime({ scheduledFor: at(start), reminderMinutes: minutes, notify }, NOW);
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
    begun: minute,
    autoStart: fc.boolean(),
    autoComplete: fc.boolean(),
    reminder: fc.option(minute),
  })
  .map(({ status, start, length, begun, autoStart, autoComplete, reminder }) => ({
    ...{ status, autoStart, autoComplete, scheduledFor: at(start), scheduledUntil: at(start + length) },
    startedAt: isRunning(status) || status === "completed" ? at(begun) : null,
    endedAt: hasEnded(status) ? at(begun) : null,
    reminderAt: status === "scheduled" && reminder !== null ? at(reminder) : null,
  }));

describe("what happens by itself", () => {
  const planned = { status: "scheduled", scheduledFor: at(60), scheduledUntil: at(120), startedAt: null, endedAt: null, autoStart: true, autoComplete: true, reminderAt: at(0) } as const;
  const start = (tell: boolean) => ({ what: "update", status: "in_progress", at: at(60), tell });
  const complete = { what: "update", status: "completed", at: at(120), tell: true };

  test.each([
    ["nothing before its time", planned, -1, []],
    ["a reminder", planned, 0, [{ what: "reminder", tell: true }]],
    ["a reminder that is late, but before the start", planned, 59, [{ what: "reminder", tell: true }]],
    ["the start, and no reminder with it", planned, 60, [start(true)]],
    ["the start that was missed, at its own time", planned, 119, [start(true)]],
    ["all of it, of which the end is told", planned, 500, [start(false), complete]],
    ["the start alone when the end is by hand", { ...planned, autoComplete: false }, 500, [start(true)]],
    ["no start that is by hand", { ...planned, autoStart: false, reminderAt: null }, 500, []],
    ["a reminder of a start that is by hand, at the minute", { ...planned, autoStart: false, reminderAt: at(60) }, 60, [{ what: "reminder", tell: true }]],
    ["no reminder of what should have begun", { ...planned, autoStart: false }, 61, [{ what: "reminder", tell: false }]],
    ["the end", { ...planned, status: "in_progress", startedAt: at(60), reminderAt: null }, 120, [complete]],
    ["the end of what is verified", { ...planned, status: "verifying", startedAt: at(10), reminderAt: null }, 121, [complete]],
    ["no end that is by hand", { ...planned, status: "in_progress", startedAt: at(60), autoComplete: false, reminderAt: null }, 500, []],
    ["no end of what began behind it", { ...planned, status: "in_progress", startedAt: at(120), reminderAt: null }, 500, []],
    ["nothing of what was cancelled", { ...planned, status: "cancelled", endedAt: at(1) }, 500, []],
  ] as const)("%s", (_, maintenance, minutes, steps) => {
    expect(stepsDue(maintenance, at(minutes))).toEqual(steps);
  });

  test("something is due exactly from the due time on, and once it is done nothing is left of it", () => {
    fc.assert(
      fc.property(anyMaintenance, (maintenance) => {
        const due = dueTime(maintenance);
        const steps = stepsDue(maintenance, NOW);
        expect(steps.length > 0).toBe(due !== null && due <= NOW);
        let after = maintenance;
        for (const step of steps) {
          after = step.what === "update" ? { ...after, status: step.status, ...spanAfter(after, step.status, step.at), reminderAt: null } : { ...after, reminderAt: null };
        }
        const next = dueTime(after);
        expect(next === null || next > NOW).toBe(true);
        expect(steps.filter(({ tell }) => tell).length).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("the span that is shown", () => {
  const planned = { status: "scheduled", scheduled_for: "2026-11-21T02:00:00.000Z", scheduled_until: "2026-11-21T04:00:00.000Z", started_at: null, ended_at: null } as const;
  test.each([
    ["of what is planned is the plan", planned, "02:00", "04:00"],
    ["of what was called off before it began is the plan", { ...planned, status: "cancelled", ended_at: "2026-11-20T12:00:00.000Z" }, "02:00", "04:00"],
    ["of what has begun is from its beginning", { ...planned, status: "in_progress", started_at: "2026-11-21T01:30:00.000Z" }, "01:30", "04:00"],
    ["of what has ended is what was", { ...planned, status: "completed", started_at: "2026-11-21T01:30:00.000Z", ended_at: "2026-11-21T02:30:00.000Z" }, "01:30", "02:30"],
  ] as const)("%s", (_, maintenance, from, until) => {
    const span = spanOf(maintenance);
    expect([span.from, span.until].map((at) => at.slice(11, 16))).toEqual([from, until]);
  });
});
