import { expect, test } from "vitest";
import { createMembership, copyComponent, NOW } from "@/e2e/support/database-fixtures";
import { createGroup } from "@/lib/component-groups/commands";
import { changeComponent, createComponent } from "@/lib/components/commands";
import type { NewComponent } from "@/lib/components/schema";
import { transaction } from "@/lib/db/database";
import { newId } from "@/lib/ids";
import type { OrganizationId, OrganizationScope } from "@/lib/organizations/scope";
import { getUptime } from "./queries";

const NINETY_DAYS = { days: 90 };
const HOUR = 3_600;
const DAY_MS = 24 * HOUR * 1_000;

async function organization(timeZone = "Etc/UTC") {
  const { context, scope } = await createMembership();
  await transaction((tx) =>
    tx.organization.update({ where: { id: scope.id }, data: { timeZone } }),
  );
  const old = { ...context, now: new Date("2026-01-01T00:00:00.000Z") };
  const create = async (input: Partial<NewComponent> = {}, from = old) =>
    (await createComponent(from, scope, { name: "c", description: "", ...input })).id;
  return { context, scope: { ...scope, timeZone }, create };
}

const insertChanges = (componentId: string, changes: [string, string][]) =>
  transaction((tx) =>
    tx.componentStatusChange.createMany({
      data: changes.map(([at, status]) => ({ id: newId(), componentId, status, at: new Date(at) })),
    }),
  );

async function insertIncident(
  scope: OrganizationScope,
  componentIds: string[],
  startedAt: string,
  resolvedAt: string | null,
): Promise<string> {
  const id = newId();
  const times = {
    startedAt: new Date(startedAt),
    resolvedAt: resolvedAt === null ? null : new Date(resolvedAt),
    createdAt: NOW,
    updatedAt: NOW,
  };
  const components = {
    create: componentIds.map((componentId) => ({ componentId, status: "partial_outage" })),
  };
  const status = resolvedAt === null ? "investigating" : "resolved";
  await transaction((tx) =>
    tx.incident.create({
      data: {
        id,
        organizationId: scope.id,
        title: "API is down",
        status,
        impact: "major",
        ...times,
        components,
      },
    }),
  );
  return id;
}

const listDates = (first: string, last: string) =>
  Array.from({ length: (Date.parse(last) - Date.parse(first)) / DAY_MS + 1 }, (_, day) =>
    new Date(Date.parse(first) + day * DAY_MS).toISOString().slice(0, 10),
  );

const toDay = (date: string, partial: number, major: number, incident_ids: string[] = []) => ({
  date,
  partial_outage_seconds: partial,
  major_outage_seconds: major,
  incident_ids,
});

test("uptime lists outages to the second and incidents by day of the organization's time zone", async () => {
  const { scope, create } = await organization("Europe/Berlin");
  const [id, withoutOutage] = [await create(), await create()];
  await insertChanges(id, [
    ["2026-10-24T20:00:00.000Z", "major_outage"],
    ["2026-10-26T00:00:00.000Z", "under_maintenance"],
    ["2026-10-26T05:00:00.000Z", "degraded_performance"],
    ["2026-11-19T22:59:58.999Z", "partial_outage"],
    ["2026-11-19T23:00:03.001Z", "operational"],
  ]);
  const weekend = await insertIncident(
    scope,
    [id],
    "2026-10-24T20:00:00.000Z",
    "2026-10-25T23:00:00.000Z",
  );
  const unresolved = await insertIncident(scope, [id], "2026-11-19T22:59:58.000Z", null);
  await insertIncident(scope, [id], "2026-02-01T00:00:00.000Z", "2026-02-02T00:00:00.000Z");
  const uptime = await getUptime(scope, NINETY_DAYS, NOW);
  const period = (NOW.getTime() - Date.parse("2026-08-22T22:00:00.000Z")) / 1_000;
  expect(uptime).toMatchObject({
    days: 90,
    time_zone: "Europe/Berlin",
    from: "2026-08-22T22:00:00.000Z",
    to: NOW.toISOString(),
    groups: [],
    components: [
      {
        id,
        uptime: Math.floor(10_000 * (1 - (28 * HOUR + 0.3 * 5) / period)) / 100,
        partial_outage_seconds: 5,
        major_outage_seconds: 28 * HOUR,
        days: [
          toDay("2026-10-24", 0, 2 * HOUR, [weekend]),
          toDay("2026-10-25", 0, 25 * HOUR, [weekend]),
          { ...toDay("2026-10-26", 0, HOUR), degraded: false },
          ...listDates("2026-10-27", "2026-11-18").map((date) => ({
            ...toDay(date, 0, 0),
            degraded: true,
          })),
          toDay("2026-11-19", 2, 0, [unresolved]),
          toDay("2026-11-20", 3, 0, [unresolved]),
        ],
      },
      {
        id: withoutOutage,
        uptime: 100,
        partial_outage_seconds: 0,
        major_outage_seconds: 0,
        days: [],
      },
    ],
  });
});

test("uptime in New York across the end of daylight saving time matches a manual calculation", async () => {
  const { context, scope, create } = await organization("America/New_York");
  const group = (
    await createGroup(context, scope, { name: "All", description: "", collapsed: false })
  ).id;
  const [old, started, archived] = [
    await create({ group_id: group }),
    await create({ group_id: group, start_date: "2026-11-01" }, { ...context, now: NOW }),
    await create({ group_id: group }),
  ];
  for (const id of [old, started, archived]) {
    // In New York, this is from 22:00 on October 31 (daylight saving time) to 01:30 on November 2.
    await insertChanges(id, [
      ["2026-11-01T02:00:00.000Z", "major_outage"],
      ["2026-11-02T06:30:00.000Z", "operational"],
    ]);
  }
  // In New York, this outage starts 1.5 seconds before midnight and ends 3 seconds after it.
  await insertChanges(old, [
    ["2026-11-11T04:59:58.500Z", "partial_outage"],
    ["2026-11-11T05:00:03.000Z", "operational"],
  ]);
  await changeComponent({ ...context, now: NOW }, scope, archived, { archived: true });
  const { from, components, groups } = await getUptime(scope, { days: 30 }, NOW);
  expect(from).toBe("2026-10-22T04:00:00.000Z");
  // NOW is 09:30 UTC on November 20, which is 29 days and 5.5 hours after the first day's start,
  // and 19 days and 5.5 hours after the start of November 1.
  const periods = [29 * 24 * HOUR + 5.5 * HOUR, 19 * 24 * HOUR + 5.5 * HOUR] as const;
  const percent = (down: number, period: number) => Math.floor(10_000 * (1 - down / period)) / 100;
  const night = [toDay("2026-11-01", 0, 25 * HOUR), toDay("2026-11-02", 0, 1.5 * HOUR)];
  expect(components).toMatchObject([
    {
      id: old,
      uptime: percent(28.5 * HOUR + 0.3 * 5, periods[0]),
      partial_outage_seconds: 5,
      major_outage_seconds: 28.5 * HOUR,
      days: [
        toDay("2026-10-31", 0, 2 * HOUR),
        ...night,
        toDay("2026-11-10", 2, 0),
        toDay("2026-11-11", 3, 0),
      ],
    },
    {
      id: started,
      uptime: percent(26.5 * HOUR, periods[1]),
      partial_outage_seconds: 0,
      major_outage_seconds: 26.5 * HOUR,
      days: night,
    },
  ]);
  expect(groups).toMatchObject([
    { id: group, uptime: percent(55 * HOUR + 0.3 * 5, periods[0] + periods[1]) },
  ]);
});

test("an outage that started before the first day counts from that day's start", async () => {
  const { scope, create } = await organization();
  const id = await create();
  await insertChanges(id, [
    ["2026-02-01T00:00:00.000Z", "operational"],
    ["2026-03-01T00:00:00.000Z", "major_outage"],
    ["2026-03-01T00:00:00.000Z", "partial_outage"],
  ]);
  const measureSince = async (days: number) => {
    const { components, from } = await getUptime(scope, { days }, NOW);
    return [
      from,
      components[0]!.uptime,
      components[0]!.partial_outage_seconds,
      components[0]!.days.length,
    ];
  };
  expect(await measureSince(1)).toEqual(["2026-11-20T00:00:00.000Z", 70, 9.5 * HOUR, 1]);
  expect(await measureSince(2)).toEqual(["2026-11-19T00:00:00.000Z", 70, 33.5 * HOUR, 2]);
  expect(await measureSince(365)).toEqual([
    "2025-11-21T00:00:00.000Z",
    expect.any(Number),
    (NOW.getTime() - Date.parse("2026-03-01T00:00:00.000Z")) / 1_000,
    265,
  ]);
});

test("uptime measurement starts at the start date, the creation, or the first status change", async () => {
  const { context, scope, create } = await organization();
  const yesterday = { ...context, now: new Date("2026-11-19T09:30:00.000Z") };
  const created = await create({ status: "major_outage" }, yesterday);
  const backfilled = await create({}, yesterday);
  const started = await create({ start_date: "2026-11-20" }, yesterday);
  const future = await create({ start_date: "2026-11-21" }, { ...context, now: NOW });
  const justNow = await create({}, { ...context, now: NOW });
  await insertChanges(backfilled, [["2026-11-18T09:30:00.000Z", "major_outage"]]);
  await insertChanges(started, [["2026-11-19T10:00:00.000Z", "major_outage"]]);
  const early = await insertIncident(scope, [started, future], "2026-11-01T00:00:00.000Z", null);
  const { components } = await getUptime(scope, NINETY_DAYS, NOW);
  expect(components).toMatchObject([
    { id: created, uptime: 0, major_outage_seconds: 24 * HOUR },
    { id: backfilled, uptime: 50, major_outage_seconds: 24 * HOUR },
    {
      id: started,
      uptime: null,
      major_outage_seconds: 9.5 * HOUR,
      days: [{ date: "2026-11-20", incident_ids: [early] }],
    },
    { id: future, uptime: null, major_outage_seconds: 0, days: [] },
    { id: justNow, uptime: null, major_outage_seconds: 0, days: [] },
  ]);
});

test("a group's uptime is the average of components measured for 24 hours, weighted by period", async () => {
  const { context, scope, create } = await organization();
  const groups: string[] = [];
  for (const name of ["mixed", "empty", "new"])
    groups.push(
      (await createGroup(context, scope, { name, description: "", collapsed: false })).id,
    );
  const at = (iso: string) => ({ ...context, now: new Date(iso) });
  await create({ group_id: groups[0]!, status: "major_outage" }, at("2026-11-19T09:30:00.000Z"));
  await create({ group_id: groups[0]! }, at("2026-11-17T09:30:00.000Z"));
  await create({ group_id: groups[0]!, status: "major_outage" }, at("2026-11-19T09:30:01.000Z"));
  await create({ group_id: groups[2]! }, at("2026-11-20T09:30:00.000Z"));
  const archived = await create(
    { group_id: groups[0]!, status: "major_outage" },
    at("2026-11-20T06:30:00.000Z"),
  );
  await changeComponent(context, scope, archived, { archived: true });
  const uptime = await getUptime(scope, NINETY_DAYS, NOW);
  expect(uptime.groups).toMatchObject([
    { id: groups[0], uptime: 75 },
    { id: groups[1], uptime: null },
    { id: groups[2], uptime: null },
  ]);
  expect(uptime.components).toHaveLength(4);
});

test("a component has outages but no uptime percentage until it has been measured for 24 hours", async () => {
  const { context, scope, create } = await organization();
  const created = new Date("2026-11-19T23:50:00.000Z");
  await create({ status: "major_outage" }, { ...context, now: created });
  const measureAfter = async (hours: number, days = 90) =>
    (await getUptime(scope, { days }, new Date(created.getTime() + hours * HOUR * 1_000)))
      .components[0]!;
  expect(await measureAfter(0.5)).toMatchObject({
    uptime: null,
    major_outage_seconds: HOUR / 2,
    counted_from: "2026-11-19",
    days: [
      { date: "2026-11-19", major_outage_seconds: 600 },
      { date: "2026-11-20", major_outage_seconds: 1_200 },
    ],
  });
  expect(await measureAfter(23.99)).toMatchObject({ uptime: null });
  expect(await measureAfter(24)).toMatchObject({ uptime: 0, counted_from: "2026-11-19" });
  const shortDay = await measureAfter(30, 1);
  expect(shortDay, "the last 5 h 50 min of a component measured for 30 h").toMatchObject({
    uptime: 0,
  });
});

test("the first month has no uptime percentage unless 24 hours of it were measured", async () => {
  const { context, scope, create } = await organization();
  await create({}, { ...context, now: new Date("2026-10-31T22:00:00.000Z") });
  await create({}, { ...context, now: new Date("2026-10-30T22:00:00.000Z") });
  const readMonths = async (now: string) => {
    const { components, months } = await getUptime(scope, { days: 3 }, new Date(now));
    return components.map(({ id }) => months.get(id));
  };
  expect(await readMonths("2026-11-01T08:00:00.000Z")).toEqual([
    [
      { month: "2026-10", uptime: null },
      { month: "2026-11", uptime: null },
    ],
    [
      { month: "2026-10", uptime: 100 },
      { month: "2026-11", uptime: 100 },
    ],
  ]);
  expect(await readMonths("2026-11-02T08:00:00.000Z")).toMatchObject([
    [
      { month: "2026-10", uptime: null },
      { month: "2026-11", uptime: 100 },
    ],
    [{}, {}],
  ]);
});

test("an organization without data has no components in its uptime", async () => {
  const unused = { id: "unused" as OrganizationId, timeZone: "Etc/UTC" };
  expect(await getUptime(unused, NINETY_DAYS, NOW)).toMatchObject({
    time_zone: "Etc/UTC",
    components: [],
    groups: [],
  });
});

test("uptime of 10,000 components is calculated within 15 seconds and omits days without events", async () => {
  const { scope, create } = await organization();
  await copyComponent(await create(), 9_999);
  const before = performance.now();
  const { components } = await getUptime(scope, { days: 365 }, NOW);
  expect(performance.now() - before).toBeLessThan(15_000);
  expect(components).toHaveLength(10_000);
  expect(components.every(({ uptime, days }) => uptime === 100 && days.length === 0)).toBe(true);
});

test("uptime with 30,000 incidents on a day is calculated within 10 seconds and lists all of them", async () => {
  const { scope, create } = await organization();
  const id = await create();
  const first = await insertIncident(
    scope,
    [id],
    "2026-11-19T10:00:00.000Z",
    "2026-11-19T11:00:00.000Z",
  );
  await transaction(async (tx) => {
    await tx.$executeRaw`
      INSERT INTO incidents (id, organization_id, title, status, impact, started_at, resolved_at,
        created_at, updated_at)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 29999)
      SELECT CONCAT(x.id, '-', n.i), x.organization_id, x.title, x.status, x.impact, x.started_at,
        x.resolved_at, x.created_at, x.updated_at FROM incidents x, n WHERE x.id = ${first}`;
    await tx.$executeRaw`
      INSERT INTO incident_components (incident_id, component_id, status)
      SELECT id, ${id}, 'partial_outage' FROM incidents WHERE organization_id = ${scope.id} AND id <> ${first}`;
  });
  const before = performance.now();
  const { components } = await getUptime(scope, { days: 2 }, NOW);
  expect(performance.now() - before).toBeLessThan(10_000);
  expect(components[0]!.days).toHaveLength(1);
  expect(new Set(components[0]!.days[0]!.incident_ids).size).toBe(30_000);
});
