import { describe, expect, test } from "vitest";
import { later, createMembership, NOW } from "@/e2e/support/database-fixtures";
import { createComponent, refreshStatuses } from "@/lib/components/commands";
import { publicStatuses } from "@/lib/components/schema";
import { insertRows } from "@/lib/statements";
import { reader, transaction } from "@/lib/db/database";
import { newId } from "@/lib/ids";
import { incidentStatuses, type Impact, impacts, statusByImpact } from "@/lib/incidents/schema";
import type { EventPayload } from "@/lib/notifications/notification-event";
import type { OrganizationScope } from "@/lib/organizations/scope";
import { computeETag } from "@/lib/precondition";
import { createTemplate } from "@/lib/templates/commands";
import { newTemplate } from "@/lib/templates/schema";
import { changeUpdate } from "@/lib/updates/commands";
import { getUpdate, listUpdates } from "@/lib/updates/queries";
import {
  changeMaintenance,
  createMaintenance,
  deleteMaintenance,
  deleteMaintenanceUpdate,
  transitionMaintenance,
  postMaintenanceUpdate,
} from "./commands";
import { getMaintenance, listMaintenances, MAINTENANCES_PAGE_SIZE } from "./queries";
import { type Transition, transitions } from "./rules";
import {
  type MaintenanceFilter,
  type MaintenanceStatus,
  maintenanceStatuses,
  newMaintenance,
  newMaintenanceUpdate,
} from "./schema";
import { serializeMaintenance } from "./serialize";

const MINUTE = 60_000;
const at = (minutes: number) => later(minutes * MINUTE);
const iso = (minutes: number) => at(minutes).toISOString();

async function organization(components = 0) {
  const { context, scope } = await createMembership("editor");
  const ids: string[] = [];
  for (let i = 0; i < components; i++)
    ids.push((await createComponent(context, scope, { name: `c${i}`, description: "" })).id);
  const plan = (input: Record<string, unknown> = {}, minutes = 0) =>
    createMaintenance(
      { ...context, now: at(minutes) },
      scope,
      newMaintenance.parse({
        title: "New disks",
        scheduled_for: iso(120),
        scheduled_until: iso(180),
        ...input,
      }),
    );
  const transition = (id: string, by: Transition, minutes = 1) =>
    transitionMaintenance({ ...context, now: at(minutes) }, scope, id, by);
  return {
    context,
    scope,
    ids,
    plan,
    transition,
    when: (minutes: number) => ({ ...context, now: at(minutes) }),
  };
}

const readEvents = async (scope: OrganizationScope) =>
  (
    await reader().notificationEvent.findMany({
      where: { organizationId: scope.id },
      orderBy: { id: "asc" },
    })
  ).map((event) => ({ ...event, payload: JSON.parse(event.payload) as EventPayload }));
const listKinds = async (scope: OrganizationScope) =>
  (await readEvents(scope)).map(({ kind }) => kind.replace("maintenance.", ""));
const readAudit = async (scope: OrganizationScope) =>
  (
    await reader().auditEntry.findMany({
      where: { organizationId: scope.id, subjectType: { startsWith: "maintenance" } },
      orderBy: { id: "asc" },
    })
  ).map(({ action }) => action);
const readTimeline = async (id: string) =>
  (
    await reader().componentStatusChange.findMany({
      where: { componentId: id },
      orderBy: [{ at: "asc" }, { id: "asc" }],
    })
  ).map(({ status, at: time }) => [status, (time.getTime() - NOW.getTime()) / MINUTE]);
const readUpdates = async (scope: OrganizationScope, id: string) =>
  (await listUpdates(scope, { kind: "maintenance", id })).updates;
const readMessages = async (scope: OrganizationScope, id: string) =>
  (await readUpdates(scope, id)).map(({ status, body }) => `${status}: ${body}`);
const conflict = { kind: "conflict", status: 409 };

describe("scheduling a maintenance", () => {
  test("writes the maintenance, update, event, and audit entries together, and changes no component", async () => {
    const { scope, ids, plan, context } = await organization(2);
    const maintenance = await plan({
      component_ids: [ids[1], ids[0]],
      body: "We are replacing all disks.",
    });
    expect(maintenance).toMatchObject({
      status: "scheduled",
      startedAt: null,
      endedAt: null,
      notify: true,
      reminderAt: at(60),
      dueAt: at(60),
      componentIds: ids,
    });
    expect(await getMaintenance(scope, maintenance.id)).toEqual(maintenance);
    expect((await listMaintenances(scope, {})).maintenances).toEqual([maintenance]);
    const updates = await readUpdates(scope, maintenance.id);
    const affected = ids.map((id, index) => ({
      id,
      name: `c${index}`,
      old_status: "operational",
      new_status: "operational",
    }));
    expect(updates).toMatchObject([
      {
        status: "scheduled",
        body: "We are replacing all disks.",
        notified: true,
        authorId: context.actor.userId,
        createdAt: NOW,
        earlier: [],
        components: affected.map((component) => ({ ...component, status: "operational" })),
      },
    ]);
    const [event, ...more] = await readEvents(scope);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      kind: "maintenance.scheduled",
      incidentId: null,
      maintenanceId: maintenance.id,
      createdAt: NOW,
    });
    expect(event!.payload).toEqual({
      incident: {
        ...{
          id: maintenance.id,
          organization_id: scope.id,
          title: "New disks",
          translations: {},
          status: "scheduled",
          impact: "maintenance",
          started_at: iso(120),
          resolved_at: null,
        },
        ...{
          created_at: iso(0),
          updated_at: iso(0),
          component_ids: ids,
          scheduled_for: iso(120),
          scheduled_until: iso(180),
          scheduled_remind_prior: true,
          scheduled_auto_in_progress: true,
          scheduled_auto_completed: true,
        },
      },
      updates: [
        {
          id: updates[0]!.id,
          status: "scheduled",
          body: "We are replacing all disks.",
          format: "plain",
          translations: {},
          notified: true,
          created_at: iso(0),
          updated_at: iso(0),
        },
      ],
      components: affected.map((component, position) => ({
        ...component,
        description: "",
        translations: {},
        position,
        created_at: iso(0),
        updated_at: iso(0),
      })),
      page: { status_indicator: "none", status_description: "All Systems Operational" },
    });
    expect(await readAudit(scope)).toEqual(["maintenance.created", "maintenance_update.created"]);
    expect(await readTimeline(ids[0]!)).toEqual([["operational", 0]]);
  });

  test("reports all errors at once and writes nothing", async () => {
    const { scope, plan, ids } = await organization(1);
    const unknown = newId();
    const input = {
      scheduled_for: "2032-01-01T00:00:00Z",
      scheduled_until: "2033-01-01T00:00:00Z",
      component_ids: [ids[0], unknown],
      template_id: "none",
    };
    await expect(plan(input)).rejects.toMatchObject({
      kind: "invalid",
      extra: {
        errors: ["scheduled_for", "scheduled_until", "template_id", "component_ids.1"].map(
          (path) => ({ path, message: expect.any(String) }),
        ),
      },
    });
    await expect(plan({ scheduled_for: iso(-16), scheduled_until: iso(5) })).rejects.toMatchObject({
      extra: { errors: [{ path: "scheduled_for" }] },
    });
    expect((await listMaintenances(scope, {})).maintenances).toEqual([]);
    expect(await readEvents(scope)).toEqual([]);
  });

  test("with notify: false notifies no one, and later steps notify no one either", async () => {
    const { scope, plan, transition } = await organization();
    const { id, reminderAt } = await plan({ notify: false });
    expect(reminderAt).toBeNull();
    await transition(id, "start");
    await transition(id, "complete");
    expect(await listKinds(scope)).toEqual([]);
    expect((await readUpdates(scope, id)).map(({ notified }) => notified)).toEqual([
      false,
      false,
      false,
    ]);
  });

  test("in the past backfills it as completed, and notifies only on request", async () => {
    const { scope, plan, ids } = await organization(1);
    const past = { scheduled_for: iso(-200), scheduled_until: iso(-100), component_ids: ids };
    const { id, ...maintenance } = await plan(past);
    expect(maintenance).toMatchObject({
      status: "completed",
      startedAt: at(-200),
      endedAt: at(-100),
      dueAt: null,
      reminderAt: null,
      notify: false,
    });
    expect(await readUpdates(scope, id)).toMatchObject([
      { status: "completed", createdAt: at(-100), notified: false },
    ]);
    expect(await listKinds(scope)).toEqual([]);
    await plan({ ...past, notify: true });
    expect(await listKinds(scope)).toEqual(["completed"]);
  });

  test("fills omitted fields from a template", async () => {
    const { context, scope, plan, ids } = await organization(2);
    const template = (kind: string) =>
      createTemplate(
        context,
        scope,
        newTemplate.parse({
          kind,
          name: kind,
          title: "Monthly",
          body: "We install monthly updates for {{duration}}.",
          impact: "none",
          component_ids: ids,
        }),
      );
    const [{ id }, incidentTemplate] = [await template("maintenance"), await template("incident")];
    const first = await plan({ title: undefined, template_id: id });
    expect(first).toMatchObject({ title: "Monthly", componentIds: ids });
    expect(await readMessages(scope, first.id)).toEqual([
      "scheduled: We install monthly updates for 1 hr.",
    ]);
    const second = await plan({ template_id: id, body: "We replace a disk.", component_ids: [] });
    expect(second).toMatchObject({ title: "New disks", componentIds: [] });
    expect(await readMessages(scope, second.id)).toEqual(["scheduled: We replace a disk."]);
    const past = await plan({
      template_id: id,
      scheduled_for: iso(-20),
      scheduled_until: iso(-10),
    });
    expect(await readMessages(scope, past.id)).toEqual([
      "completed: The scheduled maintenance has been completed.",
    ]);
    await expect(plan({ template_id: incidentTemplate.id })).rejects.toMatchObject({
      extra: { errors: [{ path: "template_id" }] },
    });
  });

  test("requires the editor role, and other organizations can't find the maintenance", async () => {
    const [{ plan }, other, viewer] = [
      await organization(),
      await organization(),
      await createMembership("viewer"),
    ];
    const { id } = await plan();
    const missing = { kind: "not_found" };
    await expect(getMaintenance(other.scope, id)).rejects.toMatchObject(missing);
    await expect(readUpdates(other.scope, id)).rejects.toMatchObject(missing);
    await expect(
      changeMaintenance(other.context, other.scope, id, { title: "Theirs" }),
    ).rejects.toMatchObject(missing);
    await expect(
      postMaintenanceUpdate(other.context, other.scope, id, { body: "" }),
    ).rejects.toMatchObject(missing);
    await expect(deleteMaintenance(other.context, other.scope, id)).rejects.toMatchObject(missing);
    await expect(
      createMaintenance(
        viewer.context,
        viewer.scope,
        newMaintenance.parse({ title: "a", scheduled_for: iso(1), scheduled_until: iso(2) }),
      ),
    ).rejects.toMatchObject({ kind: "forbidden" });
  });
});

describe("a maintenance", () => {
  test("that is run manually posts updates, notifies, and changes components at each step", async () => {
    const { scope, ids, plan, transition, when } = await organization(1);
    const { id } = await plan({ component_ids: ids });
    expect(await transition(id, "start", 10)).toMatchObject({
      status: "in_progress",
      startedAt: at(10),
      endedAt: null,
      dueAt: at(180),
      reminderAt: null,
    });
    const update = await postMaintenanceUpdate(when(20), scope, id, {
      status: "verifying",
      body: "",
    });
    expect(update).toMatchObject({
      status: "verifying",
      body: "Verification is currently underway for the maintenance items.",
      createdAt: at(20),
    });
    await postMaintenanceUpdate(when(25), scope, id, {
      body: "Half of the disks are verified.",
      notify: false,
    });
    expect(await transition(id, "complete", 30)).toMatchObject({
      status: "completed",
      startedAt: at(10),
      endedAt: at(30),
      dueAt: null,
    });
    expect(await listKinds(scope)).toEqual(["scheduled", "started", "updated", "completed"]);
    expect(await readTimeline(ids[0]!)).toEqual([
      ["operational", 0],
      ["under_maintenance", 10],
      ["operational", 30],
    ]);
    const events = await readEvents(scope);
    expect(events.map(({ payload }) => payload.components[0])).toMatchObject([
      { old_status: "operational", new_status: "operational" },
      { old_status: "operational", new_status: "under_maintenance" },
      { old_status: "under_maintenance", new_status: "under_maintenance" },
      { old_status: "under_maintenance", new_status: "operational" },
    ]);
    expect(events[1]!.payload.page).toEqual({
      status_indicator: "maintenance",
      status_description: "Service Under Maintenance",
    });
    expect(events[3]!.payload).toMatchObject({
      incident: { status: "completed", started_at: iso(10), resolved_at: iso(30) },
    });
    expect(events[3]!.payload.updates.map(({ status }) => status)).toEqual([
      "completed",
      "verifying",
      "verifying",
      "in_progress",
      "scheduled",
    ]);
    expect(await readAudit(scope)).toEqual([
      ...[
        "maintenance.created",
        "maintenance_update.created",
        "maintenance.started",
        "maintenance_update.created",
        "maintenance.updated",
        "maintenance_update.created",
      ],
      ...["maintenance_update.created", "maintenance.completed", "maintenance_update.created"],
    ]);
  });

  test("is canceled with the given message, or with the default one", async () => {
    const { scope, plan, context } = await organization();
    const readBodyAfter = async (body?: string) => {
      const { id } = await plan();
      await transitionMaintenance(
        { ...context, now: at(1) },
        scope,
        id,
        "cancel",
        body === undefined ? body : { body },
      );
      const { body: posted } = await reader().maintenanceUpdate.findFirstOrThrow({
        where: { maintenanceId: id, status: "cancelled" },
      });
      const { payload } = await reader().notificationEvent.findFirstOrThrow({
        where: { maintenanceId: id, kind: "maintenance.cancelled" },
      });
      expect((JSON.parse(payload) as EventPayload).updates[0]!.body).toBe(posted);
      return posted;
    };
    expect(await readBodyAfter("The disks have not arrived.")).toBe("The disks have not arrived.");
    expect(await readBodyAfter()).toBe(await readBodyAfter(""));
  });

  test("allows exactly the valid status changes, and a rejected one writes nothing", async () => {
    const paths: Record<MaintenanceStatus, MaintenanceStatus[]> = {
      scheduled: [],
      in_progress: ["in_progress"],
      verifying: ["in_progress", "verifying"],
      completed: ["in_progress", "completed"],
      cancelled: ["cancelled"],
    };
    const { scope, plan, when } = await organization();
    const allowed: string[] = [];
    for (const from of maintenanceStatuses) {
      for (const to of maintenanceStatuses) {
        const { id } = await plan({ notify: false });
        for (const status of paths[from])
          await postMaintenanceUpdate(when(1), scope, id, { status, body: "" });
        const count = () => reader().maintenanceUpdate.count({ where: { maintenanceId: id } });
        const before = await count();
        const done = await postMaintenanceUpdate(when(2), scope, id, { status: to, body: "" }).then(
          () => true,
          (error: unknown) => expect(error).toMatchObject(conflict),
        );
        if (done === true) allowed.push(`${from} ${to}`);
        expect(await count()).toBe(before + (done === true ? 1 : 0));
        expect((await getMaintenance(scope, id)).status).toBe(done === true ? to : from);
      }
    }
    expect(allowed).toEqual([
      ...[
        "scheduled scheduled",
        "scheduled in_progress",
        "scheduled cancelled",
        "in_progress in_progress",
        "in_progress verifying",
        "in_progress completed",
        "in_progress cancelled",
      ],
      ...[
        "verifying in_progress",
        "verifying verifying",
        "verifying completed",
        "verifying cancelled",
      ],
    ]);
  });

  test.each(Object.keys(transitions) as Transition[])(
    "accepts only one of ten concurrent calls to %s it",
    async (by) => {
      const { scope, plan, transition } = await organization();
      const { id } = await plan();
      if (by === "complete") await transition(id, "start");
      const results = await Promise.allSettled(
        Array.from({ length: 10 }, () => transition(id, by, 2)),
      );
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const refusals = results.flatMap((result) =>
        result.status === "rejected" ? [result.reason as unknown] : [],
      );
      expect(refusals).toEqual(Array(9).fill(expect.objectContaining(conflict)));
      expect((await listKinds(scope)).length).toBe(by === "complete" ? 3 : 2);
    },
  );

  test("rejects an update with a stale `after`", async () => {
    const { scope, plan, transition, when } = await organization();
    const { id } = await plan();
    const [seen] = await readUpdates(scope, id);
    const post = (body: string, after: string) =>
      postMaintenanceUpdate(when(2), scope, id, newMaintenanceUpdate.parse({ body, after }));
    await transition(id, "start");
    await expect(post("The maintenance starts later.", seen!.id)).rejects.toMatchObject(conflict);
    const [started] = await readUpdates(scope, id);
    await post("The first disks are installed.", started!.id);
    expect(await readMessages(scope, id)).toEqual([
      "in_progress: The first disks are installed.",
      `in_progress: ${started!.body}`,
      `scheduled: ${seen!.body}`,
    ]);
  });

  test("that is canceled after its start keeps its components under maintenance until the cancellation", async () => {
    const { ids, plan, transition } = await organization(1);
    const { id } = await plan({ component_ids: ids });
    await transition(id, "start", 10);
    expect(await transition(id, "cancel", 15)).toMatchObject({
      status: "cancelled",
      startedAt: at(10),
      endedAt: at(15),
      dueAt: null,
    });
    expect(await readTimeline(ids[0]!)).toEqual([
      ["operational", 0],
      ["under_maintenance", 10],
      ["operational", 15],
    ]);
    const never = await plan({ component_ids: ids });
    expect(await transition(never.id, "cancel", 15)).toMatchObject({
      status: "cancelled",
      startedAt: null,
      endedAt: at(15),
      reminderAt: null,
    });
  });
});

describe("editing a maintenance", () => {
  test("creates events with the title of the first notification and the times of the previous one", async () => {
    const { scope, plan, when } = await organization();
    const { id, title } = await plan();
    const change = (minutes: number, times: { scheduled_until: Date; notify?: boolean }) =>
      changeMaintenance(when(minutes), scope, id, { ...times, title: `Moved ${minutes}` });
    await change(5, { scheduled_until: at(400), notify: false });
    await change(6, { scheduled_until: at(500) });
    await change(7, { scheduled_until: at(600) });
    const [first, second, third] = (await readEvents(scope)).map(({ payload }) => payload);
    const { scheduled_for, scheduled_until } = first!.incident!;
    const thread = { title, translations: {} };
    const before = { impact: "maintenance", scheduled_for };
    expect(first).not.toHaveProperty("thread");
    expect(second).toMatchObject({ thread, before: { ...before, scheduled_until } });
    expect(third).toMatchObject({
      thread,
      before: { ...before, scheduled_until: at(500).toISOString() },
    });
  });

  test("with new times posts an update, notifies, and moves the reminder", async () => {
    const { scope, plan, when } = await organization();
    const { id } = await plan();
    const after = await changeMaintenance(when(5), scope, id, {
      scheduled_for: at(300),
      scheduled_until: at(400),
    });
    expect(after).toMatchObject({
      scheduledFor: at(300),
      scheduledUntil: at(400),
      reminderAt: at(240),
      dueAt: at(240),
      updatedAt: at(5),
    });
    expect(await listKinds(scope)).toEqual(["scheduled", "rescheduled"]);
    expect((await readMessages(scope, id))[0]).toBe(
      "scheduled: The maintenance has been rescheduled. " +
        "It is now scheduled for 2026-11-20 14:30 UTC to 2026-11-20 16:10 UTC.",
    );
    await changeMaintenance(when(6), scope, id, { scheduled_until: at(500), notify: false });
    expect(await listKinds(scope)).toHaveLength(2);
    expect((await readAudit(scope)).slice(2)).toEqual([
      "maintenance.rescheduled",
      "maintenance_update.created",
      "maintenance.rescheduled",
      "maintenance_update.created",
    ]);
  });

  test("without new times notifies no one, and setting the same values changes nothing", async () => {
    const { scope, plan, when } = await organization();
    const before = await plan();
    expect(
      await changeMaintenance(when(5), scope, before.id, {
        title: "New disks",
        scheduled_for: at(120),
        reminder_minutes: 60,
      }),
    ).toEqual(before);
    const after = await changeMaintenance(when(5), scope, before.id, {
      title: "Old disks",
      reminder_minutes: 30,
      auto_start: false,
      auto_complete: false,
    });
    expect(after).toMatchObject({
      title: "Old disks",
      reminderMinutes: 30,
      reminderAt: at(90),
      dueAt: at(90),
      autoStart: false,
      autoComplete: false,
    });
    expect(
      (await changeMaintenance(when(6), scope, before.id, { reminder_minutes: null })).dueAt,
    ).toBeNull();
    expect(await listKinds(scope)).toEqual(["scheduled"]);
    const entry = await reader().auditEntry.findFirstOrThrow({
      where: { organizationId: scope.id, action: "maintenance.updated" },
      orderBy: { id: "asc" },
    });
    expect(JSON.parse(entry.after!)).toEqual({
      title: "Old disks",
      auto_start: false,
      auto_complete: false,
      reminder_minutes: 30,
    });
  });

  test("that is in progress changes the status of added and removed components", async () => {
    const { scope, ids, plan, transition, when } = await organization(2);
    const { id } = await plan({ component_ids: [ids[0]] });
    await transition(id, "start", 10);
    expect(
      (await changeMaintenance(when(20), scope, id, { component_ids: [ids[1]!] })).componentIds,
    ).toEqual([ids[1]]);
    expect(await readTimeline(ids[0]!)).toEqual([
      ["operational", 0],
      ["under_maintenance", 10],
      ["operational", 20],
    ]);
    expect(await readTimeline(ids[1]!)).toEqual([
      ["operational", 0],
      ["under_maintenance", 20],
    ]);
    await expect(
      changeMaintenance(when(21), scope, id, { component_ids: ["x"], scheduled_until: at(1) }),
    ).rejects.toMatchObject({
      extra: { errors: [{ path: "scheduled_until" }, { path: "component_ids.0" }] },
    });
  });

  test("is rejected with 409 for times and automatic steps that can no longer change", async () => {
    const { scope, plan, transition, when } = await organization();
    const { id } = await plan();
    await transition(id, "start", 10);
    await expect(
      changeMaintenance(when(20), scope, id, { scheduled_for: at(130) }),
    ).rejects.toMatchObject(conflict);
    await expect(
      changeMaintenance(when(20), scope, id, { scheduled_until: at(121), scheduled_for: at(120) }),
    ).resolves.toMatchObject({ dueAt: at(121) });
    expect((await listKinds(scope)).at(-1)).toBe("rescheduled");
    await transition(id, "complete", 30);
    await expect(
      changeMaintenance(when(40), scope, id, { scheduled_until: at(500) }),
    ).rejects.toMatchObject(conflict);
    await expect(
      changeMaintenance(when(40), scope, id, { title: "Disk replacement in Frankfurt" }),
    ).resolves.toMatchObject({
      title: "Disk replacement in Frankfurt",
    });
    const late = await plan({ auto_start: false, auto_complete: false });
    await expect(
      changeMaintenance(when(130), scope, late.id, { auto_start: true }),
    ).rejects.toMatchObject(conflict);
    await transition(late.id, "start", 130);
    await expect(
      changeMaintenance(when(190), scope, late.id, { auto_complete: true }),
    ).rejects.toMatchObject(conflict);
    await expect(
      changeMaintenance(when(190), scope, late.id, {
        auto_complete: true,
        scheduled_until: at(200),
      }),
    ).resolves.toMatchObject({ dueAt: at(200) });
  });

  test("with a stale If-Match is rejected with 412", async () => {
    const { scope, plan, when } = await organization();
    const before = await plan();
    const ifMatch = computeETag(JSON.stringify(serializeMaintenance(before)));
    const results = await Promise.allSettled(
      ["a", "b"].map((title) =>
        changeMaintenance({ ...when(1), ifMatch }, scope, before.id, { title }),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(results.find((result) => result.status === "rejected")!.reason).toMatchObject({
      kind: "precondition_failed",
    });
  });
});

test("an edited maintenance update keeps its earlier messages", async () => {
  const { scope, plan, when, context } = await organization();
  const { id } = await plan({ body: "We replace dsks." });
  const updateId = (await readUpdates(scope, id))[0]!.id;
  const edit = (body: string | undefined, minutes: number) =>
    changeUpdate(when(minutes), scope, { kind: "maintenance", id }, updateId, { body });
  await edit("We replace disks.", 1);
  await edit("We replace disks.", 2);
  await edit(undefined, 2);
  const after = await edit("We replace the first disks.", 3);
  expect(after).toMatchObject({
    body: "We replace the first disks.",
    createdAt: NOW,
    updatedAt: at(3),
    earlier: [
      { body: "We replace disks.", replacedAt: at(3), replacedBy: context.actor.userId },
      { body: "We replace dsks.", replacedAt: at(1), replacedBy: context.actor.userId },
    ],
  });
  expect(await getUpdate(scope, { kind: "maintenance", id }, updateId)).toEqual(after);
  expect(await listKinds(scope)).toEqual(["scheduled"]);
  const other = { kind: "maintenance", id: (await plan()).id } as const;
  await expect(getUpdate(scope, other, updateId)).rejects.toMatchObject({ kind: "not_found" });
});

test("deleting a maintenance resets its components and cancels unsent events", async () => {
  const { scope, ids, plan, transition, when } = await organization(1);
  const { id } = await plan({ component_ids: ids });
  await transition(id, "start", 10);
  await deleteMaintenance(when(20), scope, id);
  await expect(getMaintenance(scope, id)).rejects.toMatchObject({ kind: "not_found" });
  expect(
    (await reader().component.findUniqueOrThrow({ where: { id: ids[0]! } })).recordedStatus,
  ).toBe("operational");
  expect(await readEvents(scope)).toEqual([]);
  expect((await readAudit(scope)).at(-1)).toBe("maintenance.deleted");
});

test("a component has the worst status of its overlapping maintenances and incidents", async () => {
  const { scope } = await organization();
  const incidents: (`${Impact} ${(typeof incidentStatuses)[number]}` | null)[] = [
    null,
    ...impacts.flatMap((impact) =>
      incidentStatuses.map((status) => `${impact} ${status}` as const),
    ),
  ];
  const cases = maintenanceStatuses.flatMap((one) =>
    maintenanceStatuses.flatMap((other) =>
      incidents.map((incident) => ({ id: newId(), one, other, incident })),
    ),
  );
  const base = { organizationId: scope.id, createdAt: NOW, updatedAt: NOW };
  await transaction(async (tx) => {
    await tx.component.createMany({
      data: cases.map(({ id }, position) => ({
        ...base,
        id,
        name: "c",
        description: "",
        status: "operational",
        recordedStatus: "operational",
        position,
      })),
    });
    const planned = {
      ...base,
      title: "m",
      scheduledFor: NOW,
      scheduledUntil: at(1),
      autoStart: false,
      autoComplete: false,
      notify: false,
    };
    const rows = cases.flatMap(({ id, one, other }) =>
      [one, other].map((status) => ({ maintenanceId: newId(), componentId: id, status })),
    );
    await tx.maintenance.createMany({
      data: rows.map(({ maintenanceId, status }) => ({ ...planned, id: maintenanceId, status })),
    });
    await insertRows(
      tx,
      "maintenance_components",
      rows.map(({ maintenanceId, componentId }) => ({ maintenanceId, componentId })),
    );
    const open = cases.flatMap(({ id, incident }) =>
      incident === null
        ? []
        : [
            {
              incidentId: newId(),
              componentId: id,
              incident: incident.split(" ") as [Impact, string],
            },
          ],
    );
    await tx.incident.createMany({
      data: open.map(({ incidentId, incident: [impact, status] }) => ({
        ...base,
        id: incidentId,
        title: "i",
        impact,
        status,
        startedAt: NOW,
      })),
    });
    await insertRows(
      tx,
      "incident_components",
      open.map(({ incidentId, componentId, incident: [impact] }) => ({
        incidentId,
        componentId,
        status: statusByImpact[impact],
      })),
    );
  });
  const changes = await transaction((tx) =>
    refreshStatuses(
      tx,
      cases.map(({ id }) => id),
      at(1),
    ),
  );
  const isOngoing = (status: string) => status === "in_progress" || status === "verifying";
  for (const [index, { one, other, incident }] of cases.entries()) {
    const [impact, status] = (incident ?? "none resolved").split(" ") as [Impact, string];
    const severities = [
      status === "resolved" ? 0 : publicStatuses.indexOf(statusByImpact[impact]),
      isOngoing(one) || isOngoing(other) ? 1 : 0,
    ];
    expect(changes[index]!.after, `${one}, ${other}, ${incident}`).toBe(
      publicStatuses[Math.max(...severities)],
    );
  }
});

test("a maintenance keeps an archived component, but cannot add another", async () => {
  const { context, scope, ids, plan } = await organization(3);
  const { id } = await plan({ component_ids: ids.slice(0, 2) });
  await transaction(async (tx) => {
    await tx.component.update({ where: { id: ids[1]! }, data: { archivedAt: NOW, position: -1 } });
    await tx.component.update({ where: { id: ids[2]! }, data: { archivedAt: NOW, position: -2 } });
  });
  expect(
    (await changeMaintenance(context, scope, id, { component_ids: [ids[1]!] })).componentIds,
  ).toEqual([ids[1]]);
  await expect(
    changeMaintenance(context, scope, id, { component_ids: [ids[1]!, ids[2]!] }),
  ).rejects.toMatchObject({ extra: { errors: [{ path: "component_ids.1" }] } });
});

describe("lists of maintenances and updates", () => {
  test("contain each maintenance once, latest start first, and can be filtered", async () => {
    const { scope, plan, ids } = await organization(1);
    const { id } = await plan({ component_ids: ids });
    const rows = Array.from({ length: MAINTENANCES_PAGE_SIZE + 10 }, (_, index) => ({
      id: newId(),
      status: maintenanceStatuses[index % 5]!,
      scheduledFor: at(index % 7),
    }));
    const base = {
      organizationId: scope.id,
      title: "m",
      scheduledUntil: at(300),
      autoStart: true,
      autoComplete: true,
      notify: true,
      createdAt: NOW,
      updatedAt: NOW,
    };
    await transaction((tx) =>
      tx.maintenance.createMany({ data: rows.map((row) => ({ ...base, ...row })) }),
    );
    const walk = async (filter: { status?: MaintenanceStatus; component_id?: string }) => {
      const found: string[] = [];
      for (
        let before: Awaited<ReturnType<typeof listMaintenances>>["next"] | undefined;
        before !== null;
      ) {
        const page = await listMaintenances(scope, { ...filter, ...(before && { before }) });
        found.push(...page.maintenances.map((maintenance) => maintenance.id));
        before = page.next;
      }
      return found;
    };
    const expected = [...rows].sort(
      (a, b) => b.scheduledFor.getTime() - a.scheduledFor.getTime() || (a.id < b.id ? 1 : -1),
    );
    expect(await walk({})).toEqual([id, ...expected.map((row) => row.id)]);
    expect(await walk({ status: "verifying" })).toEqual(
      expected.filter(({ status }) => status === "verifying").map((row) => row.id),
    );
    expect(await walk({ component_id: ids[0]! })).toEqual([id]);
  });

  test("filter by title and by time range on every page", async () => {
    const { scope } = await organization();
    const base = {
      organizationId: scope.id,
      status: "completed",
      autoStart: true,
      autoComplete: true,
      notify: true,
      createdAt: NOW,
      updatedAt: NOW,
    };
    const rows = Array.from({ length: 120 }, (_, index) => ({
      id: newId(),
      title: `Disk ${index}%`,
      scheduledFor: at(index),
      scheduledUntil: at(index + 1 + (index % 5)),
    }));
    await transaction((tx) =>
      tx.maintenance.createMany({ data: rows.map((row) => ({ ...base, ...row })) }),
    );
    const walk = async (filter: Omit<MaintenanceFilter, "before">) => {
      const found: string[] = [];
      for (
        let before: Awaited<ReturnType<typeof listMaintenances>>["next"] | undefined;
        before !== null;
      ) {
        const page = await listMaintenances(scope, { ...filter, ...(before && { before }) });
        found.push(...page.maintenances.map(({ title }) => title));
        before = page.next;
      }
      return found;
    };
    const expected = (fits: (row: (typeof rows)[number]) => boolean) =>
      rows
        .filter(fits)
        .map(({ title }) => title)
        .toReversed();
    expect(await walk({ q: "disk 1" })).toEqual(expected(({ title }) => title.includes("1")));
    expect(await walk({ q: " 1 \t DISK" })).toEqual(expected(({ title }) => title.includes("1")));
    expect(await walk({ q: "disc 1" })).toEqual([]);
    expect(await walk({ q: "9%" })).toEqual(expected(({ title }) => title.includes("9%")));
    const [from, to] = [at(20), at(100)];
    expect(await walk({ from, to })).toEqual(
      expected((row) => row.scheduledUntil > from && row.scheduledFor < to),
    );
    expect(await walk({ from })).toEqual(expected((row) => row.scheduledUntil > from));
    expect(await walk({ to, q: "disk 9", status: "completed" })).toEqual(
      expected((row) => row.scheduledFor < to && row.title.includes("9")),
    );
    expect(await walk({ from: at(500) })).toEqual([]);
  });

  test("continue with the remaining updates on the next page", async () => {
    const { scope, plan, when } = await organization();
    const { id } = await plan({ notify: false });
    for (let index = 0; index < MAINTENANCES_PAGE_SIZE; index++)
      await postMaintenanceUpdate(when(Math.floor(index / 7)), scope, id, { body: String(index) });
    const subject = { kind: "maintenance", id } as const;
    const first = await listUpdates(scope, subject);
    const rest = await listUpdates(scope, subject, first.next!);
    expect([...first.updates, ...rest.updates].map(({ body }) => body)).toEqual([
      ...Array.from({ length: MAINTENANCES_PAGE_SIZE }, (_, index) =>
        String(MAINTENANCES_PAGE_SIZE - 1 - index),
      ),
      "We will be undergoing scheduled maintenance during this time.",
    ]);
    expect(rest.next).toBeNull();
  });
});

describe("deleting a maintenance update", () => {
  const readNewest = async (scope: OrganizationScope, id: string) =>
    (await readUpdates(scope, id))[0]!.id;

  test("restores the status and timeline of the previous update and cancels the event", async () => {
    const { scope, ids, plan, transition, when } = await organization(1);
    const { id } = await plan({ component_ids: ids });
    await transition(id, "start", 1);
    await transition(id, "complete", 5);
    await deleteMaintenanceUpdate(when(6), scope, id, await readNewest(scope, id));
    expect(await getMaintenance(scope, id)).toMatchObject({
      status: "in_progress",
      startedAt: at(1),
      endedAt: null,
      dueAt: at(180),
      updatedAt: at(6),
    });
    expect(await readTimeline(ids[0]!)).toEqual([
      ["operational", 0],
      ["under_maintenance", 1],
    ]);
    await deleteMaintenanceUpdate(when(7), scope, id, await readNewest(scope, id));
    expect(await getMaintenance(scope, id)).toMatchObject({
      status: "scheduled",
      startedAt: null,
      endedAt: null,
      reminderAt: at(60),
      dueAt: at(60),
    });
    expect(await readTimeline(ids[0]!)).toEqual([["operational", 0]]);
    expect(await listKinds(scope)).toEqual(["scheduled"]);
    expect((await readAudit(scope)).slice(-2)).toEqual([
      "maintenance_update.deleted",
      "maintenance.updated",
    ]);
  });

  test("restores the reminder only if its time has not passed", async () => {
    const { scope, plan, transition, when } = await organization();
    const revert = async (minutes: number) => {
      const { id } = await plan();
      await transition(id, "cancel", minutes);
      await deleteMaintenanceUpdate(when(minutes + 1), scope, id, await readNewest(scope, id));
      return getMaintenance(scope, id);
    };
    expect(await revert(58)).toMatchObject({ reminderAt: at(60), dueAt: at(60) });
    expect(await revert(59)).toMatchObject({ reminderAt: null, dueAt: at(120) });
  });

  test("removes the update from queued events, which then describe the change since the previous update", async () => {
    const { scope, ids, plan, when } = await organization(1);
    const { id } = await plan({ component_ids: ids, body: "first" });
    const post = (minutes: number, body: string) =>
      postMaintenanceUpdate(
        when(minutes),
        scope,
        id,
        newMaintenanceUpdate.parse({ status: "in_progress", body }),
      );
    const { id: secret } = await post(1, "SECRET");
    await post(2, "later");
    expect(await listKinds(scope)).toEqual(["scheduled", "started", "updated"]);
    await deleteMaintenanceUpdate(when(3), scope, id, secret);
    const [, { kind, payload }] = (await readEvents(scope)) as [
      unknown,
      Awaited<ReturnType<typeof readEvents>>[number],
    ];
    expect([kind, payload.updates.map(({ body }) => body)]).toEqual([
      "maintenance.started",
      ["later", "first"],
    ]);
    expect(payload.components).toMatchObject([
      { old_status: "operational", new_status: "under_maintenance" },
    ]);
    expect(await listKinds(scope)).toEqual(["scheduled", "started"]);
  });

  test("that is not the newest changes nothing else; the only update cannot be deleted", async () => {
    const { scope, plan, when } = await organization();
    const { id } = await plan();
    const first = await readNewest(scope, id);
    await expect(deleteMaintenanceUpdate(when(1), scope, id, first)).rejects.toMatchObject(
      conflict,
    );
    await postMaintenanceUpdate(
      when(2),
      scope,
      id,
      newMaintenanceUpdate.parse({ body: "The maintenance starts as planned." }),
    );
    await deleteMaintenanceUpdate(when(3), scope, id, first);
    expect(await readMessages(scope, id)).toEqual([
      "scheduled: The maintenance starts as planned.",
    ]);
    expect(await getMaintenance(scope, id)).toMatchObject({ status: "scheduled", dueAt: at(60) });
  });

  test("is rejected if automation would immediately change the status again", async () => {
    const { scope, plan, transition, when } = await organization();
    const { id } = await plan();
    await transition(id, "start", 1);
    await transition(id, "complete", 200);
    const newest = await readNewest(scope, id);
    await expect(deleteMaintenanceUpdate(when(201), scope, id, newest)).rejects.toMatchObject(
      conflict,
    );
    await changeMaintenance(when(202), scope, id, { auto_complete: false });
    await deleteMaintenanceUpdate(when(203), scope, id, newest);
    expect(await getMaintenance(scope, id)).toMatchObject({
      status: "in_progress",
      endedAt: null,
      dueAt: null,
    });
  });
});
