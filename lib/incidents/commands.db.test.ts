import fc from "fast-check";
import type { TimeCursor } from "@/lib/cursor";
import { describe, expect, test } from "vitest";
import { later, createMembership, NOW } from "@/e2e/support/database-fixtures";
import { createComponent } from "@/lib/components/commands";
import { listComponents } from "@/lib/components/queries";
import type { ComponentStatus } from "@/lib/components/schema";
import { reader, transaction } from "@/lib/db/database";
import { newId } from "@/lib/ids";
import type { OrganizationScope } from "@/lib/organizations/scope";
import { createIncident } from "./commands";
import { listIncidents, INCIDENTS_PAGE_SIZE } from "./queries";
import {
  type Impact,
  impacts,
  type IncidentFilter,
  type IncidentStatus,
  newIncident,
} from "./schema";

async function organization(components = 0) {
  const { context, scope } = await createMembership();
  const ids: string[] = [];
  for (let i = 0; i < components; i++)
    ids.push((await createComponent(context, scope, { name: `c${i}`, description: "" })).id);
  const report = (input: Record<string, unknown> = {}, now = NOW) =>
    createIncident(
      { ...context, now },
      scope,
      newIncident.parse({ title: "API is down", impact: "major", ...input }),
    );
  return { context, scope, ids, report };
}

const findRows = (scope: OrganizationScope) =>
  reader().incident.findMany({
    where: { organizationId: scope.id },
    include: { updates: true, components: true, events: true },
  });

describe("creating an incident", () => {
  test("writes the incident, its update, component statuses, timeline, and event together", async () => {
    const { scope, ids, report, context } = await organization(2);
    const incident = await report({ component_ids: ids, body: "Looking into it." }, later(1_000));
    const [row] = await findRows(scope);
    expect(row).toMatchObject({
      id: incident.id,
      title: "API is down",
      status: "investigating",
      impact: "major",
      startedAt: later(1_000),
      resolvedAt: null,
      updates: [
        {
          status: "investigating",
          body: "Looking into it.",
          createdAt: later(1_000),
          authorId: context.actor.userId,
        },
      ],
      components: [{ status: "partial_outage" }, { status: "partial_outage" }],
    });
    const affected = ids.map((id, index) => ({
      id,
      name: `c${index}`,
      old_status: "operational",
      new_status: "partial_outage",
    }));
    expect(JSON.parse(row!.updates[0]!.components)).toEqual(
      affected.map((component) => ({ ...component, status: "partial_outage" })),
    );
    expect(row!.events).toHaveLength(1);
    expect(row!.events[0]).toMatchObject({
      kind: "incident.created",
      organizationId: scope.id,
      createdAt: later(1_000),
    });
    expect(JSON.parse(row!.events[0]!.payload)).toEqual({
      incident: {
        id: incident.id,
        organization_id: scope.id,
        title: "API is down",
        translations: {},
        status: "investigating",
        impact: "major",
        started_at: "2026-11-20T09:30:01.000Z",
        resolved_at: null,
        created_at: "2026-11-20T09:30:01.000Z",
        updated_at: "2026-11-20T09:30:01.000Z",
        component_ids: ids,
      },
      updates: [
        {
          id: row!.updates[0]!.id,
          status: "investigating",
          body: "Looking into it.",
          format: "plain",
          translations: {},
          notified: true,
          created_at: "2026-11-20T09:30:01.000Z",
          updated_at: "2026-11-20T09:30:01.000Z",
        },
      ],
      components: affected.map((component, position) => ({
        ...component,
        description: "",
        translations: {},
        position,
        created_at: NOW.toISOString(),
        updated_at: NOW.toISOString(),
      })),
      page: { status_indicator: "major", status_description: "Partial System Outage" },
    });
    const timeline = await reader().componentStatusChange.findMany({
      where: { componentId: ids[0]! },
      orderBy: { at: "asc" },
    });
    expect(timeline.map(({ status, at }) => [status, at])).toEqual([
      ["operational", NOW],
      ["partial_outage", later(1_000)],
    ]);
  });

  test("uses the default message of the status if none is given", async () => {
    const { scope, report } = await organization();
    for (const status of ["investigating", "identified", "monitoring", "resolved"])
      await report({ status, title: status });
    const texts = Object.fromEntries(
      (await findRows(scope)).map(({ title, updates }) => [title, updates[0]!.body]),
    );
    expect(texts).toEqual({
      investigating: "We are currently investigating this issue.",
      identified: "The issue has been identified and a fix is being implemented.",
      monitoring: "A fix has been implemented and we are monitoring the results.",
      resolved: "This incident has been resolved.",
    });
  });

  test("notifies no one with notify: false", async () => {
    const { scope, report } = await organization();
    await report({ notify: false });
    expect((await findRows(scope))[0]!.events).toEqual([]);
  });

  test("reports all errors at once", async () => {
    const { ids, report } = await organization(1);
    const input = {
      started_at: later(60_000).toISOString(),
      template_id: "none",
      component_ids: [ids[0], "x"],
      components: [{ id: "y", status: "operational" }],
    };
    const errors = ["template_id", "started_at", "component_ids.1", "components.0.id"].map(
      (path) => ({ path, message: expect.stringMatching(/./) }),
    );
    await expect(report(input)).rejects.toMatchObject({ kind: "invalid", extra: { errors } });
  });

  test("reports all components that are unknown or of another organization, and writes nothing", async () => {
    const [{ scope, ids, report }, other] = [await organization(1), await organization(1)];
    const unknown = newId();
    await expect(report({ component_ids: [unknown, ids[0], other.ids[0]] })).rejects.toMatchObject({
      kind: "invalid",
      status: 400,
      extra: {
        errors: [
          { path: "component_ids.0", message: expect.stringContaining(unknown) },
          { path: "component_ids.2", message: expect.stringContaining(other.ids[0]!) },
        ],
      },
    });
    expect(await findRows(scope)).toEqual([]);
    expect(await reader().notificationEvent.count({ where: { organizationId: scope.id } })).toBe(0);
    expect((await listComponents(scope))[0]!.status).toBe("operational");
  });

  test("returns each component once, by position", async () => {
    const { ids, report } = await organization(3);
    expect((await report({ component_ids: [ids[2], ids[0], ids[2]] })).componentIds).toEqual([
      ids[0],
      ids[2],
    ]);
  });

  test("returns components by position after they were reordered", async () => {
    const { scope, ids, report } = await organization(3);
    const [first, second, third] = ids as [string, string, string];
    for (const [position, id] of [
      [101, third],
      [102, first],
      [103, second],
    ] as const) {
      await transaction((tx) => tx.component.update({ where: { id }, data: { position } }));
    }
    expect((await report({ component_ids: ids })).componentIds).toEqual([third, first, second]);
    expect(
      (await listIncidents(scope, {})).incidents.map(({ componentIds }) => componentIds),
    ).toEqual([[third, first, second]]);
    for (const [position, id] of [
      [201, second],
      [202, third],
      [203, first],
    ] as const) {
      await transaction((tx) => tx.component.update({ where: { id }, data: { position } }));
    }
    expect((await listIncidents(scope, {})).incidents[0]!.componentIds).toEqual([
      second,
      third,
      first,
    ]);
  });

  test("succeeds 50 times concurrently on the same components, and changes their status once", async () => {
    const { scope, ids, report } = await organization(3);
    await Promise.all(Array.from({ length: 50 }, () => report({ component_ids: ids })));
    expect(await reader().incident.count({ where: { organizationId: scope.id } })).toBe(50);
    expect(
      await reader().componentStatusChange.count({ where: { componentId: { in: ids } } }),
    ).toBe(6);
  });
});

test("a resolved incident does not affect component status", async () => {
  const { scope, ids, report } = await organization(1);
  expect(await report({ status: "resolved", component_ids: ids })).toMatchObject({
    status: "resolved",
    resolvedAt: NOW,
  });
  expect((await listComponents(scope))[0]!.status).toBe("operational");
  expect(await reader().componentStatusChange.count({ where: { componentId: ids[0]! } })).toBe(1);
});

describe("the effective status of components", () => {
  const meaning: [Impact, ComponentStatus][] = [
    ["none", "operational"],
    ["minor", "degraded_performance"],
    ["major", "partial_outage"],
    ["critical", "major_outage"],
  ];
  test.each(meaning)("in an incident with impact %s is %s", async (impact, status) => {
    const { scope, ids, report } = await organization(2);
    await report({ impact, component_ids: [ids[0]] });
    expect((await listComponents(scope)).map((component) => component.status)).toEqual([
      status,
      "operational",
    ]);
  });

  test("is the worst of several incidents, and the timeline follows it", async () => {
    const { scope, ids, report } = await organization(1);
    const seen: string[] = [];
    for (const impact of ["minor", "none", "critical", "major"]) {
      await report({ impact, component_ids: ids });
      seen.push((await listComponents(scope))[0]!.status);
    }
    expect(seen).toEqual([
      "degraded_performance",
      "degraded_performance",
      "major_outage",
      "major_outage",
    ]);
    const timeline = await reader().componentStatusChange.findMany({
      where: { componentId: ids[0]! },
      orderBy: { id: "asc" },
    });
    expect(timeline.map(({ status }) => status)).toEqual([
      "operational",
      "degraded_performance",
      "major_outage",
    ]);
  });

  test("is the component's own status if that is worse", async () => {
    const { scope, ids, report } = await organization(1);
    await transaction((tx) =>
      tx.component.update({ where: { id: ids[0]! }, data: { status: "major_outage" } }),
    );
    await report({ impact: "minor", component_ids: ids });
    expect((await listComponents(scope))[0]!.status).toBe("major_outage");
  });
});

describe("the list of incidents", () => {
  async function seed(scope: OrganizationScope, starts: number[], componentId?: string) {
    const statuses: IncidentStatus[] = ["investigating", "identified", "monitoring", "resolved"];
    const rows = starts.map((start, index) => {
      const status = statuses[index % 4]!;
      const startedAt = later(start);
      return {
        id: newId(),
        title: `i${index}`,
        status,
        impact: impacts[index % 3]!,
        startedAt,
        resolvedAt: status === "resolved" ? startedAt : null,
      };
    });
    await transaction(async (tx) => {
      await tx.incident.createMany({
        data: rows.map((row) => ({
          ...row,
          organizationId: scope.id,
          createdAt: NOW,
          updatedAt: NOW,
        })),
      });
      const marked = componentId === undefined ? [] : rows.filter((_, index) => index % 3 === 0);
      await tx.incidentComponent.createMany({
        data: marked.map(({ id }) => ({
          incidentId: id,
          componentId: componentId!,
          status: "operational",
        })),
      });
    });
    // Returns the expected order: newest start first, then the larger ID.
    return rows.sort(
      (a, b) => b.startedAt.getTime() - a.startedAt.getTime() || (a.id < b.id ? 1 : -1),
    );
  }

  async function walk(scope: OrganizationScope, filter: Omit<IncidentFilter, "before"> = {}) {
    const pages: string[][] = [];
    let before: TimeCursor | null = null;
    do {
      const page: Awaited<ReturnType<typeof listIncidents>> = await listIncidents(scope, {
        ...filter,
        ...(before && { before }),
      });
      pages.push(page.incidents.map(({ id }) => id));
      before = page.next;
    } while (before !== null);
    return pages;
  }

  test("has every incident once, in order, for any start times", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 0, maxLength: 120 }),
        async (starts) => {
          const { scope } = await organization();
          const expected = await seed(scope, starts);
          const pages = await walk(scope);
          expect(pages.flat()).toEqual(expected.map(({ id }) => id));
          expect(pages.slice(0, -1).every((page) => page.length === INCIDENTS_PAGE_SIZE)).toBe(
            true,
          );
        },
      ),
      { numRuns: 15 },
    );
  });

  test("filters by status and component on every page", async () => {
    const { scope, ids } = await organization(1);
    const rows = await seed(
      scope,
      Array.from({ length: 400 }, (_, index) => index % 7),
      ids[0],
    );
    const marked = new Set(
      rows.filter(({ title }) => Number(title.slice(1)) % 3 === 0).map(({ id }) => id),
    );
    expect((await walk(scope, { status: "resolved" })).flat()).toEqual(
      rows.filter(({ status }) => status === "resolved").map(({ id }) => id),
    );
    expect((await walk(scope, { component_id: ids[0]! })).flat()).toEqual(
      rows.filter(({ id }) => marked.has(id)).map(({ id }) => id),
    );
    expect((await walk(scope, { status: "identified", component_id: ids[0]! })).flat()).toEqual(
      rows
        .filter(({ id, status }) => marked.has(id) && status === "identified")
        .map(({ id }) => id),
    );
    expect((await walk(scope, { component_id: newId() })).flat()).toEqual([]);
  });

  test("filters by impact, unresolved, and title, alone and combined, on every page", async () => {
    const { scope } = await organization();
    const rows = await seed(
      scope,
      Array.from({ length: 300 }, (_, index) => index % 11),
    );
    const listIds = (fits: (row: (typeof rows)[number]) => boolean) =>
      rows.filter(fits).map(({ id }) => id);
    expect((await walk(scope, { impact: "major" })).flat()).toEqual(
      listIds(({ impact }) => impact === "major"),
    );
    expect((await walk(scope, { status: "unresolved" })).flat()).toEqual(
      listIds(({ status }) => status !== "resolved"),
    );
    expect((await walk(scope, { q: "I2" })).flat()).toEqual(
      listIds(({ title }) => title.includes("i2")),
    );
    expect((await walk(scope, { q: "i1", status: "unresolved", impact: "none" })).flat()).toEqual(
      listIds(
        ({ title, status, impact }) =>
          title.includes("i1") && status !== "resolved" && impact === "none",
      ),
    );
  });

  test.each([
    ["api", ["The API is down"]],
    ["THE", ["The API is down", "50% of the requests_fail"]],
    ["%", ["50% of the requests_fail"]],
    ["_", ["50% of the requests_fail"]],
    ["s_f", ["50% of the requests_fail"]],
    ["Überlast", ["Überlast \\ 'Ost'"]],
    ["überlast", ["Überlast \\ 'Ost'"]],
    ["ÜBERLAST", ["Überlast \\ 'Ost'"]],
    ["\\ 'O", ["Überlast \\ 'Ost'"]],
    ["downs", []],
    ["", ["The API is down", "50% of the requests_fail", "Überlast \\ 'Ost'"]],
  ])("finds titles that contain %j", async (q, expected) => {
    const { scope, report } = await organization();
    for (const title of ["Überlast \\ 'Ost'", "50% of the requests_fail", "The API is down"])
      await report({ title });
    expect(
      (await listIncidents(scope, { q })).incidents.map(({ title }) => title).toSorted(),
    ).toEqual(expected.toSorted());
  });

  test("has a next page only if there are more incidents", async () => {
    const { scope } = await organization();
    await seed(scope, Array(INCIDENTS_PAGE_SIZE).fill(0));
    expect((await listIncidents(scope, {})).next).toBeNull();
  });
});
