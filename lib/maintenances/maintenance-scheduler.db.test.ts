import { beforeEach, describe, expect, test, vi } from "vitest";
import { later, createMembership, NOW } from "@/e2e/support/database-fixtures";
import { createComponent } from "@/lib/components/commands";
import { reader, transaction } from "@/lib/db/database";
import { newId } from "@/lib/ids";
import { createIncident } from "@/lib/incidents/commands";
import { newIncident } from "@/lib/incidents/schema";
import type { EventPayload } from "@/lib/notifications/notification-event";
import type { OrganizationScope } from "@/lib/organizations/scope";
import { listUpdates } from "@/lib/updates/queries";
import type * as commands from "./commands";
import {
  changeMaintenance,
  createMaintenance,
  deleteMaintenance,
  transitionMaintenance,
  postMaintenanceUpdate,
} from "./commands";
import { getMaintenance } from "./queries";
import { newMaintenance } from "./schema";
import {
  type RetryTimes,
  runDueMaintenances,
  startMaintenanceScheduler,
} from "./maintenance-scheduler";

const { broken, attempts } = vi.hoisted(() => ({
  broken: new Map<string, Error>(),
  attempts: [] as string[],
}));
vi.mock("./commands", async (original) => {
  const actual = await original<typeof commands>();
  return {
    ...actual,
    runDueSteps: (row: { id: string; organizationId: string }, now: Date) => {
      attempts.push(row.id);
      const error = broken.get(row.id);
      return error ? Promise.reject(error) : actual.runDueSteps(row, now);
    },
  };
});

const MINUTE = 60_000;
const at = (minutes: number) => later(minutes * MINUTE);
const iso = (minutes: number) => at(minutes).toISOString();

beforeEach(async () => {
  broken.clear();
  await transaction((tx) => tx.maintenance.updateMany({ data: { dueAt: null } }));
});

async function organization(components = 0) {
  const { context, scope } = await createMembership("editor");
  const ids: string[] = [];
  for (let i = 0; i < components; i++)
    ids.push((await createComponent(context, scope, { name: `c${i}`, description: "" })).id);
  const plan = (input: Record<string, unknown> = {}) =>
    createMaintenance(
      context,
      scope,
      newMaintenance.parse({
        title: "New disks",
        scheduled_for: iso(120),
        scheduled_until: iso(180),
        component_ids: ids,
        ...input,
      }),
    );
  return { scope, ids, plan, when: (minutes: number) => ({ ...context, now: at(minutes) }) };
}

const readUpdates = async (scope: OrganizationScope, id: string) =>
  (await listUpdates(scope, { kind: "maintenance", id })).updates;
const readEvents = async (scope: OrganizationScope) =>
  (
    await reader().notificationEvent.findMany({
      where: { organizationId: scope.id },
      orderBy: { id: "asc" },
    })
  ).map(({ kind, createdAt, payload }) => ({
    kind,
    createdAt,
    payload: JSON.parse(payload) as EventPayload,
  }));
const listKinds = async (scope: OrganizationScope) =>
  (await readEvents(scope)).map(({ kind }) => kind.replace("maintenance.", ""));
const readTimeline = async (id: string) =>
  (
    await reader().componentStatusChange.findMany({
      where: { componentId: id },
      orderBy: [{ at: "asc" }, { id: "asc" }],
    })
  ).map(({ status, at: time }) => [status, (time.getTime() - NOW.getTime()) / MINUTE]);

describe("automatic steps", () => {
  test("send a reminder, then start and complete the maintenance, once each, on schedule, as the system", async () => {
    const { scope, ids, plan } = await organization(1);
    const { id } = await plan();
    const moved: number[] = [];
    for (const minutes of [59.9, 60, 60.1, 119.9, 120.03, 121, 179.9, 180.03, 181, 1_000])
      moved.push(await runDueMaintenances(at(minutes)));
    expect(moved).toEqual([0, 1, 0, 0, 1, 0, 0, 1, 0, 0]);
    expect(await getMaintenance(scope, id)).toMatchObject({
      status: "completed",
      startedAt: at(120),
      endedAt: at(180),
      dueAt: null,
      reminderAt: null,
      updatedAt: at(180.03),
    });
    expect(await listKinds(scope)).toEqual(["scheduled", "reminder", "started", "completed"]);
    expect(await readTimeline(ids[0]!)).toEqual([
      ["operational", 0],
      ["under_maintenance", 120],
      ["operational", 180],
    ]);
    const updates = await readUpdates(scope, id);
    expect(updates.map(({ status, createdAt, notified }) => [status, createdAt, notified])).toEqual(
      [
        ["completed", at(180), true],
        ["in_progress", at(120), true],
        ["scheduled", NOW, true],
      ],
    );
    const [, reminder, started] = await readEvents(scope);
    expect(reminder).toMatchObject({
      createdAt: at(60),
      payload: {
        incident: { status: "scheduled", started_at: iso(120), resolved_at: null },
        updates: [{ status: "scheduled" }],
        components: [{ old_status: "operational", new_status: "operational" }],
      },
    });
    expect(started).toMatchObject({
      createdAt: at(120.03),
      payload: {
        incident: { status: "in_progress", started_at: iso(120) },
        components: [{ old_status: "operational", new_status: "under_maintenance" }],
      },
    });
    const audit = await reader().auditEntry.findMany({
      where: { organizationId: scope.id, actorKind: "system" },
      orderBy: { id: "asc" },
    });
    expect(audit.map(({ action, actorName, at: time }) => [action, actorName, time])).toEqual([
      ["maintenance.reminded", "Candor", at(60)],
      ["maintenance.started", "Candor", at(120.03)],
      ["maintenance_update.created", "Candor", at(120.03)],
      ["maintenance.completed", "Candor", at(180.03)],
      ["maintenance_update.created", "Candor", at(180.03)],
    ]);
  });

  test("start and complete nothing with auto_start and auto_complete off", async () => {
    const { scope, plan, when } = await organization();
    const { id } = await plan({ auto_start: false, auto_complete: false, reminder_minutes: null });
    await runDueMaintenances(at(1_000));
    expect((await getMaintenance(scope, id)).status).toBe("scheduled");
    await transitionMaintenance(when(1_001), scope, id, "start");
    await runDueMaintenances(at(2_000));
    expect((await getMaintenance(scope, id)).status).toBe("in_progress");
    // A maintenance that starts after its scheduled end is not completed automatically.
    const late = await plan({ auto_start: false });
    await transitionMaintenance(when(200), scope, late.id, "start");
    await runDueMaintenances(at(300));
    expect((await getMaintenance(scope, late.id)).status).toBe("in_progress");
  });

  test("immediately start a maintenance that was scheduled for a few minutes ago", async () => {
    const { scope, plan } = await organization();
    const { id } = await plan({ scheduled_for: iso(-10) });
    expect(await runDueMaintenances(NOW)).toBe(1);
    expect(await getMaintenance(scope, id)).toMatchObject({
      status: "in_progress",
      startedAt: at(-10),
    });
    const updates = await readUpdates(scope, id);
    // An automatic update is the newest one, even if its scheduled time is earlier.
    expect(updates.map(({ status, createdAt }) => [status, createdAt])).toEqual([
      ["in_progress", later(1)],
      ["scheduled", NOW],
    ]);
  });

  test("follow new times, and stop after cancellation or deletion", async () => {
    const { scope, plan, when } = await organization();
    const [moved, cancelled, deleted] = [await plan(), await plan(), await plan()];
    await changeMaintenance(when(50), scope, moved.id, {
      scheduled_for: at(200),
      scheduled_until: at(300),
    });
    await transitionMaintenance(when(50), scope, cancelled.id, "cancel");
    await deleteMaintenance(when(50), scope, deleted.id);
    expect(await runDueMaintenances(at(130))).toBe(0);
    expect([
      await runDueMaintenances(at(140)),
      await runDueMaintenances(at(200)),
      await runDueMaintenances(at(300)),
    ]).toEqual([1, 1, 1]);
    expect((await listKinds(scope)).slice(2)).toEqual([
      "rescheduled",
      "cancelled",
      "reminder",
      "started",
      "completed",
    ]);
    const running = await plan();
    await transitionMaintenance(when(110), scope, running.id, "start");
    await changeMaintenance(when(170), scope, running.id, { scheduled_until: at(400) });
    expect([await runDueMaintenances(at(180)), await runDueMaintenances(at(400))]).toEqual([0, 1]);
  });
});

describe("after a server outage", () => {
  test("a missed start is recorded at its scheduled time, and no reminder is sent", async () => {
    const { scope, ids, plan } = await organization(1);
    const { id } = await plan();
    expect([await runDueMaintenances(at(150)), await runDueMaintenances(at(150))]).toEqual([1, 0]);
    expect(await getMaintenance(scope, id)).toMatchObject({
      status: "in_progress",
      startedAt: at(120),
      dueAt: at(180),
    });
    expect(await listKinds(scope)).toEqual(["scheduled", "started"]);
    expect(await readTimeline(ids[0]!)).toEqual([
      ["operational", 0],
      ["under_maintenance", 120],
    ]);
  });

  test("a missed maintenance completes with its scheduled times and notifies once", async () => {
    const { scope, ids, plan } = await organization(2);
    const { id } = await plan();
    expect([await runDueMaintenances(at(10_000)), await runDueMaintenances(at(10_001))]).toEqual([
      1, 0,
    ]);
    expect(await getMaintenance(scope, id)).toMatchObject({
      status: "completed",
      startedAt: at(120),
      endedAt: at(180),
      dueAt: null,
      reminderAt: null,
    });
    const [, completed, ...more] = await readEvents(scope);
    expect(more).toEqual([]);
    expect(completed).toMatchObject({
      kind: "maintenance.completed",
      createdAt: at(10_000),
      payload: {
        incident: { started_at: iso(120), resolved_at: iso(180) },
        updates: [
          { status: "completed", created_at: iso(180) },
          { status: "in_progress", created_at: iso(120) },
          { status: "scheduled" },
        ],
      },
    });
    for (const component of ids)
      expect(await readTimeline(component)).toEqual([
        ["operational", 0],
        ["under_maintenance", 120],
        ["operational", 180],
      ]);
    expect((await readUpdates(scope, id)).map(({ notified }) => notified)).toEqual([
      true,
      false,
      true,
    ]);
  });

  test("a missed reminder is sent before the start, but not after it", async () => {
    const { scope, plan } = await organization();
    await plan();
    await runDueMaintenances(at(119));
    expect(await listKinds(scope)).toEqual(["scheduled", "reminder"]);
    const other = await organization();
    const { id } = await other.plan({ auto_start: false });
    expect(await runDueMaintenances(at(122))).toBeGreaterThanOrEqual(1);
    expect(await listKinds(other.scope)).toEqual(["scheduled"]);
    expect(await getMaintenance(other.scope, id)).toMatchObject({
      status: "scheduled",
      reminderAt: null,
      dueAt: null,
    });
  });

  test("components keep the worse status of an incident that started meanwhile", async () => {
    const { scope, ids, plan, when } = await organization(1);
    const { id } = await plan();
    await createIncident(
      when(130),
      scope,
      newIncident.parse({ title: "API is down", impact: "minor", component_ids: ids }),
    );
    await runDueMaintenances(at(150));
    expect((await getMaintenance(scope, id)).status).toBe("in_progress");
    const component = await reader().component.findUniqueOrThrow({ where: { id: ids[0]! } });
    const timeline = await readTimeline(ids[0]!);
    expect([component.recordedStatus, timeline.at(-1)![0]]).toEqual([
      "degraded_performance",
      "degraded_performance",
    ]);
  });

  test("automatic updates come after updates posted in the meantime", async () => {
    const { scope, plan, when } = await organization();
    const { id } = await plan();
    await postMaintenanceUpdate(when(190), scope, id, {
      body: "The maintenance starts later than planned.",
    });
    await runDueMaintenances(at(200));
    const updates = await readUpdates(scope, id);
    expect(updates.map(({ status, createdAt }) => [status, createdAt])).toEqual([
      ["completed", later(190 * MINUTE + 2)],
      ["in_progress", later(190 * MINUTE + 1)],
      ["scheduled", at(190)],
      ["scheduled", NOW],
    ]);
    expect(await getMaintenance(scope, id)).toMatchObject({ startedAt: at(120), endedAt: at(180) });
  });
});

describe("maintenance schedulers", () => {
  test("run each step once, even concurrently", async () => {
    const { scope, ids, plan } = await organization(2);
    for (let index = 0; index < 5; index++) await plan();
    for (const [minutes, kind] of [
      [60, "reminder"],
      [120, "started"],
      [180, "completed"],
    ] as const) {
      const moved = await Promise.all(
        Array.from({ length: 8 }, () => runDueMaintenances(at(minutes))),
      );
      expect(moved.reduce((sum, one) => sum + one, 0)).toBe(5);
      expect((await listKinds(scope)).filter((one) => one === kind)).toHaveLength(5);
    }
    expect(await listKinds(scope)).toHaveLength(20);
    expect(await readTimeline(ids[1]!)).toEqual([
      ["operational", 0],
      ["under_maintenance", 120],
      ["operational", 180],
    ]);
  });

  test("complete a maintenance once, even with concurrent manual completion", async () => {
    const { scope, plan, when } = await organization();
    for (let index = 0; index < 5; index++) {
      const { id } = await plan({ reminder_minutes: null });
      await transitionMaintenance(when(110), scope, id, "start");
      const completeManually = () =>
        transitionMaintenance(when(180), scope, id, "complete").then(
          () => 1,
          () => 0,
        );
      const done = await Promise.all([
        runDueMaintenances(at(180)),
        completeManually(),
        runDueMaintenances(at(180)),
        completeManually(),
      ]);
      expect(done.reduce((sum, one) => sum + one, 0)).toBe(1);
      expect((await readUpdates(scope, id)).map(({ status }) => status)).toEqual([
        "completed",
        "in_progress",
        "scheduled",
      ]);
    }
    expect((await listKinds(scope)).filter((kind) => kind === "completed")).toHaveLength(5);
  });

  test("continue after failures, which are retried a minute later", async () => {
    const { scope, plan } = await organization();
    const { componentIds: _, ...data } = await plan({ notify: false });
    const copies = Array.from({ length: 249 }, () => ({
      ...data,
      translations: "{}",
      id: newId(),
    }));
    await transaction((tx) => tx.maintenance.createMany({ data: copies }));
    for (const { id } of copies.slice(0, 120)) broken.set(id, new Error("broken"));
    const retryTimes: RetryTimes = new Map();
    expect([await runDueMaintenances(at(120), retryTimes), retryTimes.size]).toEqual([130, 120]);
    broken.clear();
    expect(await runDueMaintenances(at(120.5), retryTimes)).toBe(0);
    expect([await runDueMaintenances(at(121), retryTimes), retryTimes.size]).toEqual([120, 0]);
    expect(
      await reader().maintenance.count({
        where: { organizationId: scope.id, status: "in_progress" },
      }),
    ).toBe(250);
  }, 120_000);

  test("alternate between organizations, and skip a maintenance for a minute after it times out", async () => {
    const slow = await organization();
    const slowIds = [(await slow.plan()).id, (await slow.plan()).id];
    const { id } = await (await organization()).plan({ scheduled_for: iso(121) });
    const fail = (code: string) => {
      for (const one of slowIds) broken.set(one, Object.assign(new Error("failed"), { code }));
    };
    fail("P2028");
    const retryTimes: RetryTimes = new Map();
    attempts.length = 0;
    expect(await runDueMaintenances(at(121), retryTimes)).toBe(1);
    expect(attempts).toEqual([slowIds[0], id, slowIds[1]]);
    expect([...retryTimes.keys()]).toEqual(slowIds);
    fail("ECONNREFUSED");
    await expect(runDueMaintenances(at(122), retryTimes)).rejects.toThrow("failed");
  });

  test("check for due steps as soon as they start, and report changes", async () => {
    const { scope, plan } = await organization();
    const { id } = await plan();
    await transaction((tx) =>
      tx.maintenance.update({
        where: { id },
        data: { scheduledFor: at(-20), scheduledUntil: at(-10), dueAt: at(-20) },
      }),
    );
    let stop = async () => {};
    await new Promise<void>((resolve) => (stop = startMaintenanceScheduler(resolve)));
    await stop();
    expect(await getMaintenance(scope, id)).toMatchObject({
      status: "completed",
      startedAt: at(-20),
      endedAt: at(-10),
    });
    expect(await listKinds(scope)).toEqual(["scheduled", "completed"]);
  });
});
