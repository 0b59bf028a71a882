import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { collectStatements } from "@/e2e/support/collect-statements";
import { later, createMembership, copyComponent, NOW } from "@/e2e/support/database-fixtures";
import { createGroup } from "@/lib/component-groups/commands";
import { reader, transaction } from "@/lib/db/database";
import { newId } from "@/lib/ids";
import { createIncident } from "@/lib/incidents/commands";
import { type Impact, type IncidentStatus, impacts, newIncident } from "@/lib/incidents/schema";
import type { OrganizationScope } from "@/lib/organizations/scope";
import { computeETag } from "@/lib/precondition";
import { createSubscriber } from "@/lib/subscribers/commands";
import { getSubscriber } from "@/lib/subscribers/queries";
import { createTemplate } from "@/lib/templates/commands";
import { newTemplate } from "@/lib/templates/schema";
import {
  changeComponent,
  createComponent,
  createComponents,
  deleteComponent,
  orderComponents,
  rebuildStatusTimelines,
  recordStatusChanges,
  refreshStatuses,
} from "./commands";
import {
  getComponent,
  HISTORY_PAGE_SIZE,
  listComponents,
  listStatusHistory,
  type StatusHistoryEntry,
} from "./queries";
import {
  type ComponentChange,
  type ComponentStatus,
  componentStatuses,
  newComponents,
} from "./schema";
import { serializeComponent } from "./serialize";

const readTimeline = async (componentId: string) => {
  const rows = await reader().componentStatusChange.findMany({
    where: { componentId },
    orderBy: [{ at: "asc" }, { id: "asc" }],
  });
  return rows.map(({ status, at }) => [status, at.getTime() - NOW.getTime()] as const);
};
const positions = async (scope: OrganizationScope) =>
  (await listComponents(scope)).map(({ name, position }) => [name, position]);

async function organization(components: number | string[] = 0) {
  const { context, scope } = await createMembership();
  const names =
    typeof components === "number"
      ? Array.from({ length: components }, (_, index) => `c${index}`)
      : components;
  const ids: string[] = [];
  for (const name of names)
    ids.push((await createComponent(context, scope, { name, description: "" })).id);
  const change = (id: string, input: ComponentChange, ms = 0) =>
    changeComponent({ ...context, now: later(ms) }, scope, id, input);
  const report = (ids: string[], impact: Impact, ms = 0) =>
    createIncident(
      { ...context, now: later(ms) },
      scope,
      newIncident.parse({ title: "API is down", impact, component_ids: ids }),
    );
  const audit = () =>
    reader().auditEntry.findMany({ where: { organizationId: scope.id }, orderBy: { id: "asc" } });
  return { context, scope, ids, change, report, audit };
}

describe("createComponent", () => {
  test("gives the first component position 0, and each new one the last position", async () => {
    const { scope } = await organization(["API", "Web", "Mail"]);
    expect(await positions(scope)).toEqual([
      ["API", 0],
      ["Web", 1],
      ["Mail", 2],
    ]);
  });

  test("gives 40 components created concurrently the positions 0 to 39", async () => {
    const { context, scope } = await createMembership();
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        createComponent(context, scope, { name: `c${index}`, description: "" }),
      ),
    );
    expect((await listComponents(scope)).map(({ position }) => position)).toEqual(
      Array.from({ length: 40 }, (_, index) => index),
    );
  });

  test("starts the component's status timeline at its creation", async () => {
    const { ids } = await organization(1);
    expect(await readTimeline(ids[0]!)).toEqual([["operational", 0]]);
  });

  test("does not add the component to the list of another organization", async () => {
    const one = await organization();
    await organization(1);
    expect(await listComponents(one.scope)).toEqual([]);
  });

  test("accepts a group, a start date, and a status, and returns the same component as a later read", async () => {
    const { context, scope } = await organization();
    const { id: groupId } = await createGroup(context, scope, {
      name: "Regions",
      description: "",
      collapsed: false,
    });
    const component = await createComponent(context, scope, {
      name: "API",
      description: "",
      group_id: groupId,
      start_date: "2026-11-21",
      status: "partial_outage",
    });
    const { userId } = context.actor;
    expect(component).toMatchObject({
      groupId,
      startDate: "2026-11-21",
      status: "partial_outage",
      ownStatus: "partial_outage",
      statusSetAt: NOW,
      statusSetBy: { kind: "user", id: userId, name: "Ada Lovelace" },
    });
    expect(await getComponent(scope, component.id)).toEqual(component);
    expect(await listComponents(scope)).toEqual([component]);
    expect(await readTimeline(component.id)).toEqual([["partial_outage", 0]]);
  });

  test("reports an unknown group and a future start date together and creates nothing", async () => {
    const [{ context, scope }, other] = [await organization(), await organization()];
    const { id: foreign } = await createGroup(other.context, other.scope, {
      name: "Theirs",
      description: "",
      collapsed: false,
    });
    await expect(
      createComponent(context, scope, {
        name: "API",
        description: "",
        group_id: foreign,
        start_date: "2026-11-22",
      }),
    ).rejects.toMatchObject({
      status: 400,
      extra: {
        errors: [
          { path: "group_id", message: expect.stringContaining(foreign) },
          { path: "start_date" },
        ],
      },
    });
    expect(await listComponents(scope)).toEqual([]);
  });
});

describe("createComponents", () => {
  test("adds the components last, in order, each with a timeline and an audit entry", async () => {
    const { context, scope, audit } = await organization(["API"]);
    const { id: groupId } = await createGroup(context, scope, {
      name: "Regions",
      description: "",
      collapsed: false,
    });
    const before = (await audit()).length;
    const made = await createComponents(
      { ...context, now: later(5) },
      scope,
      newComponents.parse({
        components: [
          { name: " Mail " },
          { name: "Search", description: "Product search", group_id: groupId },
          { name: "Mail", group_id: null },
        ],
      }),
    );
    expect(made).toMatchObject([
      { name: "Mail", description: "", groupId: null, position: 1 },
      { name: "Search", description: "Product search", groupId, position: 2 },
      { name: "Mail", groupId: null, position: 3 },
    ]);
    expect(await listComponents(scope)).toMatchObject([{ name: "API" }, ...made]);
    for (const { id } of made) expect(await readTimeline(id)).toEqual([["operational", 5]]);
    expect(
      (await audit()).slice(before).map(({ action, subjectId }) => [action, subjectId]),
    ).toEqual(made.map(({ id }) => ["component.created", id]));
  });

  test("creates 100 components; concurrent requests don't interleave", async () => {
    const { context, scope } = await organization(1);
    const list = (letter: string) =>
      newComponents.parse({
        components: Array.from({ length: 100 }, (_, index) => ({ name: `${letter}${index}` })),
      });
    const [a, b] = await Promise.all([
      createComponents(context, scope, list("a")),
      createComponents(context, scope, list("b")),
    ]);
    const order = [a!, b!].sort((x, y) => x[0]!.position - y[0]!.position).flat();
    expect((await listComponents(scope)).map(({ id }) => id).slice(1)).toEqual(
      order.map(({ id }) => id),
    );
    expect(order.map(({ position }) => position)).toEqual(
      Array.from({ length: 200 }, (_, index) => index + 1),
    );
  });

  test("creates none if one has an unknown group", async () => {
    const { context, scope, audit } = await organization(1);
    const theirs = await organization();
    const { id: strange } = await createGroup(theirs.context, theirs.scope, {
      name: "Theirs",
      description: "",
      collapsed: false,
    });
    const before = (await audit()).length;
    const input = newComponents.parse({
      components: [{ name: "a" }, { name: "b", group_id: strange }, { name: "c", group_id: "x" }],
    });
    await expect(createComponents(context, scope, input)).rejects.toMatchObject({
      kind: "invalid",
      extra: { errors: [{ path: "components.1.group_id" }, { path: "components.2.group_id" }] },
    });
    expect(await positions(scope)).toEqual([["c0", 0]]);
    expect((await audit()).length).toBe(before);
    expect(
      (await createComponent(context, scope, { name: "next", description: "" })).position,
    ).toBe(1);
  });
});

describe("changeComponent", () => {
  test("keeps omitted fields and records the difference in the audit log", async () => {
    const { scope, ids, change, audit } = await organization(1);
    const before = await getComponent(scope, ids[0]!);
    const after = await change(ids[0]!, { name: "Renamed" }, 5_000);
    expect(after).toEqual({ ...before, name: "Renamed", updatedAt: later(5_000) });
    expect((await audit()).at(-1)).toMatchObject({
      action: "component.updated",
      subjectName: "Renamed",
      before: '{"name":"c0"}',
      after: '{"name":"Renamed"}',
    });
  });

  test("writes nothing for a change to the same values", async () => {
    const { scope, ids, change, audit } = await organization(1);
    const before = [await getComponent(scope, ids[0]!), await audit()];
    await change(ids[0]!, {}, 5_000);
    await change(
      ids[0]!,
      {
        name: "c0",
        description: "",
        group_id: null,
        start_date: null,
        status: "operational",
        archived: false,
      },
      5_000,
    );
    expect([await getComponent(scope, ids[0]!), await audit()]).toEqual(before);
  });

  test("sets the component's own status with its author and time, and adds it to the timeline", async () => {
    const { context, scope, ids, change, report } = await organization(1);
    const [id] = ids as [string];
    await change(id, { status: "degraded_performance" }, 1_000);
    await report([id], "critical", 2_000);
    const set = await change(id, { status: "operational" }, 3_000);
    expect(set).toMatchObject({
      status: "major_outage",
      ownStatus: "operational",
      statusSetAt: later(3_000),
      statusSetBy: { kind: "user", id: context.actor.userId, name: "Ada Lovelace" },
    });
    expect(await listComponents(scope)).toEqual([set]);
    expect(await readTimeline(id)).toEqual([
      ["operational", 0],
      ["degraded_performance", 1_000],
      ["major_outage", 2_000],
    ]);
  });

  test("shows a token or the system as the author of a status", async () => {
    const { scope, ids } = await organization(1);
    const changeStatusAs = async (
      actor: Parameters<typeof changeComponent>[0]["actor"],
      status: ComponentStatus,
    ) => (await changeComponent({ actor, now: NOW }, scope, ids[0]!, { status })).statusSetBy;
    expect(
      await changeStatusAs(
        {
          kind: "token",
          tokenId: "t1",
          name: "CI",
          organizationId: scope.id,
          role: "editor",
          grants: [],
          createdBy: null,
        },
        "major_outage",
      ),
    ).toEqual({ kind: "token", id: "t1", name: "CI" });
    expect(await changeStatusAs({ kind: "system" }, "operational")).toEqual({
      kind: "system",
      id: null,
      name: "Candor",
    });
  });

  test("dates a status change after the previous one, even if its ID is lower", async () => {
    const { scope, ids, change } = await organization(1);
    const [id] = ids as [string];
    await change(id, { status: "major_outage" }, 1_000);
    const isFirst = { where: { componentId: id, status: "major_outage" } };
    await transaction(async (tx) => {
      await tx.componentStatusChange.updateMany({ ...isFirst, data: { id: `f-${id}` } });
      await tx.componentStatusSetting.updateMany({ ...isFirst, data: { id: `f-${id}` } });
    });
    expect(await change(id, { status: "operational" }, 400)).toMatchObject({
      status: "operational",
      ownStatus: "operational",
      statusSetAt: later(1_001),
    });
    expect((await readTimeline(id)).at(-1)).toEqual(["operational", 1_001]);
    await transaction((tx) => rebuildStatusTimelines(tx, [id], later(2_000)));
    expect((await readTimeline(id)).at(-1)![0]).toBe("operational");
    expect((await getComponent(scope, id)).status).toBe("operational");
  });

  test("rejects a stale If-Match and another organization's component, and so does deleteComponent", async () => {
    const [{ context, scope, ids }, other] = [await organization(1), await organization(1)];
    const etag = computeETag(
      JSON.stringify(serializeComponent(await getComponent(scope, ids[0]!))),
    );
    await changeComponent({ ...context, ifMatch: etag }, scope, ids[0]!, { description: "d" });
    await expect(
      changeComponent({ ...context, ifMatch: etag }, scope, ids[0]!, { description: "e" }),
    ).rejects.toMatchObject({ status: 412 });
    await expect(
      deleteComponent({ ...context, ifMatch: etag }, scope, ids[0]!),
    ).rejects.toMatchObject({ status: 412 });
    await expect(
      changeComponent(context, scope, other.ids[0]!, { name: "Mine" }),
    ).rejects.toMatchObject({ status: 404 });
    await expect(deleteComponent(context, scope, other.ids[0]!)).rejects.toMatchObject({
      status: 404,
    });
    expect((await getComponent(scope, ids[0]!)).description).toBe("d");
  });

  test("requires the editor role, and so do deleteComponent and orderComponents", async () => {
    const { context, scope } = await createMembership("viewer");
    for (const attempt of [
      () => changeComponent(context, scope, newId(), {}),
      () => deleteComponent(context, scope, newId()),
      () => orderComponents(context, scope, []),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ status: 403 });
    }
  });
});

describe("deleteComponent", () => {
  test("deletes a component without references, and adds an audit entry with its fields", async () => {
    const { context, scope, ids, audit } = await organization(1);
    await deleteComponent(context, scope, ids[0]!);
    expect(await reader().component.count({ where: { organizationId: scope.id } })).toBe(0);
    expect((await audit()).at(-1)).toMatchObject({
      action: "component.deleted",
      subjectId: ids[0]!,
      before: expect.stringContaining('"name":"c0"'),
      after: null,
    });
    await expect(deleteComponent(context, scope, ids[0]!)).rejects.toMatchObject({ status: 404 });
  });

  test.each(["incident", "resolved incident", "maintenance", "status"])(
    "archives a component because of its history (%s)",
    async (what) => {
      const { context, scope, ids, change, report } = await organization(3);
      const id = ids[1]!;
      if (what === "status") await change(id, { status: "major_outage" }, 1_000);
      else if (what === "maintenance") await maintain(scope, [id]);
      else await report([id], "none");
      if (what === "resolved incident")
        await transaction((tx) =>
          tx.incident.updateMany({ data: { status: "resolved", resolvedAt: NOW } }),
        );
      await deleteComponent({ ...context, now: later(9_000) }, scope, id);
      expect(await positions(scope)).toEqual([
        ["c0", 0],
        ["c2", 2],
      ]);
      expect(await getComponent(scope, id)).toMatchObject({
        archivedAt: later(9_000),
        position: -1,
        name: "c1",
      });
      expect(
        (await listComponents(scope, { archived: true })).map((component) => component.id),
      ).toEqual([id]);
    },
  );

  test("archives a component with subscribers; restoring it keeps their subscriptions", async () => {
    const { context, scope, ids, change } = await organization(1);
    const id = ids[0]!;
    const { subscriber } = await createSubscriber(context, scope, {
      channel: "webhook",
      address: "https://receiver.example/hook",
      component_ids: [id],
    } as never);
    await deleteComponent(context, scope, id);
    expect(await listComponents(scope)).toEqual([]);
    expect(await change(id, { archived: false })).toMatchObject({ id, archivedAt: null });
    expect(await getSubscriber(scope, subscriber.id)).toMatchObject({
      everything: false,
      componentIds: [id],
    });
  });

  test("archives a component in a template or an unconfirmed subscription", async () => {
    const { context, scope, ids } = await organization(2);
    const [template, subscribed] = ids as [string, string];
    await createTemplate(
      context,
      scope,
      newTemplate.parse({
        kind: "incident",
        name: "Provider",
        title: "Provider is down",
        impact: "major",
        component_ids: [template],
      }),
    );
    await createSubscriber(context, scope, {
      channel: "email",
      address: "reader@example.test",
      component_ids: [subscribed],
    } as never);
    for (const id of ids) await deleteComponent(context, scope, id);
    expect(
      (await listComponents(scope, { archived: true })).map((component) => component.id).sort(),
    ).toEqual([...ids].sort());
  });

  test("archives a component: new incidents and subscribers can't use it; restoring puts it last", async () => {
    const { context, scope, ids, report, change } = await organization(3);
    const [first, second] = ids as [string, string];
    const subscribe = () =>
      createSubscriber(context, scope, {
        channel: "webhook",
        address: `https://receiver.example/${newId()}`,
        component_ids: [first],
      } as never);
    const { id: incident } = await report([first, second], "minor");
    for (const id of [first, second]) await deleteComponent(context, scope, id);
    await deleteComponent(context, scope, first);
    expect(
      (await listComponents(scope, { archived: true })).map(({ name, position }) => [
        name,
        position,
      ]),
    ).toEqual([
      ["c1", -2],
      ["c0", -1],
    ]);
    for (const attempt of [() => report([first], "minor"), subscribe]) {
      await expect(attempt()).rejects.toMatchObject({
        status: 400,
        extra: { errors: [{ path: "component_ids.0", message: expect.stringContaining(first) }] },
      });
    }
    expect(await reader().incidentComponent.count({ where: { incidentId: incident } })).toBe(2);
    expect(await change(first, { archived: false })).toMatchObject({
      archivedAt: null,
      position: 3,
      status: "degraded_performance",
    });
    await report([first], "minor");
    expect(await positions(scope)).toEqual([
      ["c2", 2],
      ["c0", 3],
    ]);
    expect(await change(first, { archived: true })).toMatchObject({
      archivedAt: NOW,
      position: -3,
    });
  });
});

describe("orderComponents", () => {
  test("numbers positions from 0 in the requested order; a new component comes last", async () => {
    const { context, scope, ids, report } = await organization(5);
    await report([ids[1]!], "none");
    await deleteComponent(context, scope, ids[1]!);
    const newOrder = [4, 0, 3, 2].map((index) => ids[index]!);
    const ordered = await orderComponents({ ...context, now: later(1_000) }, scope, newOrder);
    expect(ordered.map(({ id, position }) => [id, position])).toEqual(
      newOrder.map((id, position) => [id, position]),
    );
    expect(ordered).toEqual(await listComponents(scope));
    expect(ordered.map(({ updatedAt }) => updatedAt)).toEqual([
      later(1_000),
      later(1_000),
      later(1_000),
      later(1_000),
    ]);
    expect(await createComponent(context, scope, { name: "new", description: "" })).toMatchObject({
      position: 4,
    });
  });

  test("changes only components that move", async () => {
    const { context, scope, ids, audit } = await organization(4);
    const [a, b, c, d] = ids as [string, string, string, string];
    await orderComponents({ ...context, now: later(1_000) }, scope, [a, c, b, d]);
    expect((await listComponents(scope)).map(({ id, updatedAt }) => [id, updatedAt])).toEqual([
      [a, NOW],
      [c, later(1_000)],
      [b, later(1_000)],
      [d, NOW],
    ]);
    expect((await audit()).at(-1)).toMatchObject({
      action: "components.ordered",
      subjectId: scope.id,
      after: JSON.stringify({ component_ids: [a, c, b, d] }),
    });
    const before = (await audit()).length;
    await orderComponents(context, scope, [a, c, b, d]);
    expect(await audit()).toHaveLength(before);
  });

  test("applies any order, independent of the previous positions", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 8 }).chain((count) =>
          fc.tuple(
            fc.shuffledSubarray(
              Array.from({ length: count }, (_, index) => index),
              { minLength: count },
            ),
            fc.uniqueArray(fc.nat({ max: 20 }), { minLength: count, maxLength: count }),
          ),
        ),
        async ([order, indexes]) => {
          const { context, scope, ids } = await organization(order.length);
          await transaction(async (tx) => {
            for (const [index, id] of ids.entries())
              await tx.component.update({ where: { id }, data: { position: 100 + index } });
            for (const [index, id] of ids.entries())
              await tx.component.update({ where: { id }, data: { position: indexes[index]! } });
          });
          const ordered = await orderComponents(
            context,
            scope,
            order.map((index) => ids[index]!),
          );
          expect(ordered.map(({ id, position }) => [id, position])).toEqual(
            order.map((from, position) => [ids[from], position]),
          );
        },
      ),
      { numRuns: 15 },
    );
  });

  test("rejects the order if an ID is repeated, unknown, archived, missing, or of another organization", async () => {
    const [{ context, scope, ids, report }, other] = [await organization(4), await organization(1)];
    await report([ids[3]!], "none");
    await deleteComponent(context, scope, ids[3]!);
    const [a, b, c, archived] = ids as [string, string, string, string];
    const unknown = newId();
    await expect(
      orderComponents(context, scope, [c, c, unknown, other.ids[0]!, archived, a]),
    ).rejects.toMatchObject({
      status: 400,
      extra: {
        errors: [
          { path: "component_ids.1", message: expect.stringContaining(c) },
          { path: "component_ids.2", message: expect.stringContaining(unknown) },
          { path: "component_ids.3", message: expect.stringContaining(other.ids[0]!) },
          { path: "component_ids.4", message: expect.stringContaining(archived) },
          { path: "component_ids", message: expect.stringContaining(b) },
        ],
      },
    });
    expect(await positions(scope)).toEqual([
      ["c0", 0],
      ["c1", 1],
      ["c2", 2],
    ]);
  });

  test("leaves no gaps or repeated positions if components are created concurrently", async () => {
    const { context, scope, ids } = await organization(10);
    const shuffled = () =>
      orderComponents(
        context,
        scope,
        ids.toSorted(() => Math.random() - 0.5),
      );
    const create = () => createComponent(context, scope, { name: "new", description: "" });
    const [orders] = await Promise.all([
      Promise.allSettled([shuffled(), shuffled(), shuffled(), shuffled()]),
      Promise.all(Array.from({ length: 10 }, create)),
    ]);
    // Reordering fails if a component was created first, because `ids` lacks it.
    for (const order of orders)
      expect([undefined, "invalid"]).toContain("reason" in order ? order.reason.kind : undefined);
    const found = (await listComponents(scope)).map(({ position }) => position);
    expect(found).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  test("takes less than 15 seconds for 10,000 components", async () => {
    const { context, scope, ids: first } = await organization(1);
    const ids = [first[0]!, ...(await copyComponent(first[0]!, 9_999))];
    const before = performance.now();
    const ordered = await orderComponents(context, scope, ids.toReversed());
    expect(performance.now() - before).toBeLessThan(15_000);
    expect(ordered.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(ordered.at(-1)!.position).toBe(9_999);
  });
});

async function maintain(scope: OrganizationScope, ids: string[], ms = 0): Promise<string> {
  const id = newId();
  await transaction(async (tx) => {
    const times = {
      scheduledFor: later(ms),
      scheduledUntil: later(ms + 3_600_000),
      startedAt: later(ms),
      createdAt: NOW,
      updatedAt: NOW,
    };
    const components = { create: ids.map((componentId) => ({ componentId })) };
    await tx.maintenance.create({
      data: {
        id,
        organizationId: scope.id,
        title: "Database upgrade",
        status: "in_progress",
        ...times,
        autoStart: true,
        autoComplete: true,
        notify: false,
        components,
      },
    });
    await refreshStatuses(tx, ids, later(ms));
  });
  return id;
}

describe("a status timeline", () => {
  /** Writes to the timeline as the incident commands do. */
  async function update(
    incidentId: string,
    status: IncidentStatus,
    statuses: { id: string; status: ComponentStatus }[],
    ms: number,
  ) {
    await transaction(async (tx) => {
      const { resolvedAt } = await tx.incident.findUniqueOrThrow({
        where: { id: incidentId },
        select: { resolvedAt: true },
      });
      // A later update must not change the resolution time.
      await tx.incident.update({
        where: { id: incidentId },
        data: { status, resolvedAt: status === "resolved" ? (resolvedAt ?? later(ms)) : null },
      });
      for (const { id: componentId, status } of statuses)
        await tx.incidentComponent.updateMany({
          where: { incidentId, componentId },
          data: { status },
        });
      const entries = statuses.map((entry) => ({
        ...entry,
        name: "c",
        old_status: "operational",
        new_status: "operational",
      }));
      await tx.incidentUpdate.create({
        data: {
          id: newId(),
          incidentId,
          status,
          body: "",
          components: JSON.stringify(entries),
          displayAt: later(ms),
          notified: false,
          createdAt: later(ms),
          updatedAt: later(ms),
        },
      });
      const rows = await tx.incidentComponent.findMany({ where: { incidentId } });
      await refreshStatuses(
        tx,
        rows.map(({ componentId }) => componentId),
        later(ms),
      );
    });
  }

  const COMPONENTS = 3;
  const some = fc.subarray([0, 1, 2], { minLength: 1 });
  const command = fc.oneof(
    fc.record({
      kind: fc.constant("set" as const),
      component: fc.nat({ max: COMPONENTS - 1 }),
      status: fc.constantFrom(...componentStatuses),
    }),
    fc.record({
      kind: fc.constant("report" as const),
      components: some,
      impact: fc.constantFrom(...impacts),
    }),
    fc.record({
      kind: fc.constant("update" as const),
      incident: fc.nat(),
      status: fc.constantFrom<IncidentStatus>("investigating", "monitoring", "resolved"),
      statuses: fc.array(fc.constantFrom(...componentStatuses), { maxLength: COMPONENTS }),
    }),
    fc.record({ kind: fc.constant("maintain" as const), components: some }),
    fc.record({ kind: fc.constant("complete" as const), maintenance: fc.nat() }),
  );

  test("is the same after incremental updates and after a rebuild, for any history", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 14 }), async (commands) => {
        const { scope, ids, change, report } = await organization(COMPONENTS);
        const incidents: { id: string; componentIds: string[] }[] = [];
        const maintenances: string[] = [];
        for (const [index, done] of commands.entries()) {
          const ms = (index + 1) * 1_000;
          if (done.kind === "set") await change(ids[done.component]!, { status: done.status }, ms);
          else if (done.kind === "report")
            incidents.push(
              await report(
                done.components.map((index) => ids[index]!),
                done.impact,
                ms,
              ),
            );
          else if (done.kind === "maintain")
            maintenances.push(
              await maintain(
                scope,
                done.components.map((index) => ids[index]!),
                ms,
              ),
            );
          else if (done.kind === "update" && incidents.length > 0) {
            const incident = incidents[done.incident % incidents.length]!;
            const statuses = incident.componentIds
              .slice(0, done.statuses.length)
              .map((id, index) => ({ id, status: done.statuses[index]! }));
            await update(incident.id, done.status, done.status === "resolved" ? [] : statuses, ms);
          } else if (done.kind === "complete" && maintenances.length > 0) {
            const id = maintenances[done.maintenance % maintenances.length]!;
            await transaction(async (tx) => {
              await tx.maintenance.updateMany({
                where: { id, endedAt: null },
                data: { status: "completed", endedAt: later(ms) },
              });
              await refreshStatuses(tx, ids, later(ms));
            });
          }
        }
        const kept = await Promise.all(ids.map(readTimeline));
        await transaction((tx) => rebuildStatusTimelines(tx, ids, later(60_000)));
        expect(await Promise.all(ids.map(readTimeline))).toEqual(kept);
        const rows = await reader().component.findMany({
          where: { id: { in: ids } },
          orderBy: { position: "asc" },
        });
        expect(rows.map(({ recordedStatus }) => recordedStatus)).toEqual(
          kept.map((timeline) => timeline.at(-1)![0]),
        );
      }),
      {
        numRuns: 12,
        examples: [
          [
            [
              { kind: "report", components: [0], impact: "minor" },
              { kind: "update", incident: 0, status: "resolved", statuses: [] },
              { kind: "update", incident: 0, status: "resolved", statuses: [] },
            ],
          ],
        ],
      },
    );
  });

  test("follows corrected start times, even before the component's creation, and deleted incidents", async () => {
    const { ids, change, report } = await organization(2);
    const [id, other] = ids as [string, string];
    await change(id, { status: "degraded_performance" }, 10_000);
    const incident = await report([id], "critical", 20_000);
    await update(incident.id, "resolved", [], 30_000);
    const rebuildBatch = () =>
      transaction((tx) => rebuildStatusTimelines(tx, [id, id, other], later(60_000)));

    await transaction((tx) =>
      tx.incident.update({ where: { id: incident.id }, data: { startedAt: later(-5_000) } }),
    );
    await rebuildBatch();
    expect(await readTimeline(id)).toEqual([
      ["major_outage", -5_000],
      ["degraded_performance", 30_000],
    ]);
    await transaction((tx) => tx.incident.delete({ where: { id: incident.id } }));
    await rebuildBatch();
    expect(await readTimeline(id)).toEqual([
      ["operational", 0],
      ["degraded_performance", 10_000],
    ]);
    expect(await readTimeline(other)).toEqual([["operational", 0]]);
  });

  test("is rebuilt for 200 components while the updates of their incidents are read once", async () => {
    const { ids } = await organization(1);
    const all = [...ids, ...(await copyComponent(ids[0]!, 199))];
    const statements = collectStatements();
    await transaction((tx) => rebuildStatusTimelines(tx, all, later(5_000)));
    vi.restoreAllMocks();
    expect(statements().filter((text) => text.includes("FROM incident_updates"))).toHaveLength(1);
  });

  test("ends with the component's current status, even if its recorded settings imply another one", async () => {
    const { ids } = await organization(1);
    await transaction((tx) =>
      tx.component.update({ where: { id: ids[0]! }, data: { status: "major_outage" } }),
    );
    await transaction((tx) => rebuildStatusTimelines(tx, ids, later(5_000)));
    expect(await readTimeline(ids[0]!)).toEqual([
      ["operational", 0],
      ["major_outage", 5_000],
    ]);
  });

  test("is listed newest first, page by page, each change once", async () => {
    const { scope, ids } = await organization(1);
    const [id] = ids as [string];
    const statuses = ["major_outage", "operational"] as const;
    for (let index = 0; index < 2 * HISTORY_PAGE_SIZE + 5; index++) {
      const change = { id, before: statuses[(index + 1) % 2]!, after: statuses[index % 2]! };
      await transaction((tx) =>
        recordStatusChanges(tx, [change], later(1_000 * Math.floor(index / 3))),
      );
    }
    const seen: StatusHistoryEntry[] = [];
    for (let before: { at: Date; id: string } | undefined, more = true; more;) {
      const { changes, next } = await listStatusHistory(scope, id, before);
      expect(changes.length).toBeLessThanOrEqual(HISTORY_PAGE_SIZE);
      seen.push(...changes);
      before = next ?? undefined;
      more = next !== null;
    }
    expect(seen.map(({ status, at }) => [status, at.getTime() - NOW.getTime()])).toEqual(
      (await readTimeline(id)).toReversed(),
    );
    const other = await organization();
    await expect(listStatusHistory(other.scope, id, undefined)).rejects.toMatchObject({
      status: 404,
    });
  });
});
