import { expect, test } from "vitest";
import { later, createMembership, NOW } from "@/e2e/support/database-fixtures";
import { createGroup } from "@/lib/component-groups/commands";
import { changeComponent, createComponent } from "@/lib/components/commands";
import { newComponent } from "@/lib/components/schema";
import {
  changeIncident,
  createIncident,
  deletePostmortem,
  deleteIncidentUpdate,
  postIncidentUpdate,
  resolveIncident,
  savePostmortem,
} from "@/lib/incidents/commands";
import { newIncident, newIncidentUpdate } from "@/lib/incidents/schema";
import {
  createMaintenance,
  deleteMaintenanceUpdate,
  transitionMaintenance,
  postMaintenanceUpdate,
} from "@/lib/maintenances/commands";
import { newMaintenance, newMaintenanceUpdate } from "@/lib/maintenances/schema";
import { changeOrganization } from "@/lib/organizations/commands";
import { writeCalendar } from "@/lib/public/calendar/calendar";
import { writeAtom } from "@/lib/public/feeds/atom";
import { createFeedData } from "@/lib/public/feeds/feed-data";
import { writeRss } from "@/lib/public/feeds/rss";
import { type Feed, MAX_FEED_ENTRIES } from "@/lib/public/page/schema";
import { changeUpdate } from "@/lib/updates/commands";
import { listUpdates } from "@/lib/updates/queries";
import { readPublicContent } from "./public-content";
import * as feedReader from "./feed";
import {
  getHistoryPage,
  getIncidentPage,
  getMaintenancePage,
  getPastEvents,
} from "./event-history";
import * as pageReader from "./status-page";
import { getSubscribePage } from "./status-page";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (ms: number) => later(ms).toISOString();

async function getStatusPage(orgID: string, now: Date) {
  const content = await readPublicContent(orgID, now);
  return content && pageReader.getStatusPage(content, now);
}

async function getFeed(orgID: string, componentID: string | null): Promise<Feed | null> {
  if (componentID !== null) return feedReader.getComponentFeed(orgID, componentID);
  const content = await readPublicContent(orgID, NOW);
  return content && feedReader.getFeed(content);
}

function writeFeed(feed: Feed): string {
  const site = { orgID: feed.organization.id, origin: "https://status.example.com", base: "" };
  const content = createFeedData(feed, site, "/history", "status.example.com");
  return [
    writeAtom(content, site.origin),
    writeRss(content, site.origin),
    writeCalendar(feed, NOW, site),
  ].join();
}

async function tenant() {
  const { context, scope } = await createMembership();
  const component = async (input: Record<string, unknown>) =>
    createComponent(context, scope, newComponent.parse(input));
  const report = (input: Record<string, unknown>) =>
    createIncident(
      context,
      scope,
      newIncident.parse({ title: "API is down", impact: "major", ...input }),
    );
  return {
    context,
    scope,
    component,
    report,
    page: async (now = NOW) => (await getStatusPage(scope.id, now))!,
  };
}

test("an unknown organization has no page, and a page shows only its organization's data", async () => {
  const [mine, others] = [await tenant(), await tenant()];
  const incident = await others.report({});
  const maintenance = await createMaintenance(
    others.context,
    others.scope,
    newMaintenance.parse({
      title: "Disk replacement",
      scheduled_for: at(DAY),
      scheduled_until: at(2 * DAY),
    }),
  );
  for (const id of ["unknown-organization", "", "../etc", mine.scope.id.toUpperCase()])
    expect(await getStatusPage(id, NOW)).toBeNull();
  expect(await getIncidentPage(mine.scope.id, incident.id)).toBeNull();
  expect(await getMaintenancePage(mine.scope.id, maintenance.id)).toBeNull();
  expect(await getIncidentPage(others.scope.id, incident.id)).toMatchObject({
    incident: { id: incident.id },
  });
  expect(await getMaintenancePage(others.scope.id, maintenance.id)).toMatchObject({
    maintenance: { id: maintenance.id },
  });
  expect(await getHistoryPage(mine.scope.id, "2027-01", NOW)).toBeNull();
  expect((await mine.page()).incidents).toEqual([]);
});

test("a page has its components by group, the overall status, and its causes", async () => {
  const { context, scope, component, report, page } = await tenant();
  const group = await createGroup(context, scope, {
    name: "Europe",
    description: "eu",
    collapsed: true,
  });
  await createGroup(context, scope, { name: "Empty group", description: "", collapsed: false });
  const api = await component({
    name: "API",
    description: "api.acme.example",
    start_date: "2026-11-19",
  });
  const site = await component({ name: "Site", group_id: group.id });
  const archived = await component({ name: "Fax" });
  await changeComponent(context, scope, archived.id, { archived: true });
  const { id } = await report({ component_ids: [site.id], body: "We are investigating." });
  const shown = await page(later(2 * HOUR));
  expect(JSON.parse(JSON.stringify(shown))).toEqual(shown);
  expect(shown).toMatchObject({
    organization: { id: scope.id, time_zone: "Etc/UTC" },
    overall: {
      indicator: "major",
      sentence: "Partial System Outage",
      causes: [
        { kind: "incident", id, since: at(0), components: [{ name: "Site", group: "Europe" }] },
      ],
    },
    components: [
      {
        id: api.id,
        name: "API",
        status: "operational",
        uptime: 100,
        counted_from: "2026-11-19",
        days: [],
      },
    ],
    groups: [
      {
        name: "Europe",
        collapsed: true,
        status: "partial_outage",
        components: [
          {
            id: site.id,
            counted_from: "2026-11-20",
            days: [
              {
                date: "2026-11-20",
                partial_outage_seconds: 7_200,
                incidents: [{ id, title: "API is down", impact: "major" }],
              },
            ],
          },
        ],
      },
    ],
  });
  const months = (percent: number) => [
    ...["2026-08", "2026-09", "2026-10"].map((month) => ({ month, uptime: null })),
    { month: "2026-11", uptime: percent },
  ];
  expect([shown.components[0]!.months, shown.groups[0]!.months]).toEqual([
    months(100),
    months(shown.groups[0]!.uptime!),
  ]);
  expect(shown.groups).toHaveLength(1);
  expect(shown.days).toHaveLength(90);
  expect(shown.days.at(-1)).toBe("2026-11-20");
  // Uptime measurement started the day before `now`.
  expect(shown.past.map(({ date }) => date)).toEqual(["2026-11-20", "2026-11-19"]);
});

test("a component status that a member sets is shown in today's uptime immediately", async () => {
  const { context, scope, component, page } = await tenant();
  const { id } = await component({ name: "API" });
  await component({ name: "Starts tomorrow", start_date: "2026-11-21", status: "major_outage" });
  const days = async (now: Date) => (await page(now)).components.map(({ days }) => days);
  await changeComponent({ ...context, now: later(HOUR) }, scope, id, {
    status: "degraded_performance",
  });
  const slow = [
    {
      date: "2026-11-20",
      partial_outage_seconds: 0,
      major_outage_seconds: 0,
      degraded: true,
      incidents: [],
      more_incidents: 0,
    },
  ];
  expect(await days(later(HOUR))).toEqual([slow, []]);
  expect(await days(later(2 * HOUR))).toEqual([slow, []]);
  await changeComponent({ ...context, now: later(2 * HOUR) }, scope, id, { status: "operational" });
  expect(await days(later(3 * HOUR))).toEqual([slow, []]);
  await changeComponent({ ...context, now: later(3 * HOUR) }, scope, id, {
    status: "major_outage",
  });
  expect(await days(later(3 * HOUR))).toEqual([
    [{ ...slow[0], major_outage_seconds: 1, degraded: false }],
    [],
  ]);
});

test("days on a page start at midnight in its time zone", async () => {
  const { context, scope, report, page } = await tenant();
  await changeOrganization(context, scope, { time_zone: "Pacific/Kiritimati" });
  // In this time zone, November 1 starts at 10:00 UTC on October 31.
  const first = await report({
    started_at: "2026-10-31T10:00:00Z",
    resolved_at: "2026-10-31T10:30:00Z",
    status: "resolved",
  });
  const last = await report({
    started_at: "2026-10-31T09:59:59Z",
    resolved_at: "2026-10-31T10:30:00Z",
    status: "resolved",
  });
  const now = new Date("2026-11-10T12:00:00Z");
  const past = (await page(now)).past;
  expect(past[0]!.date).toBe("2026-11-11");
  const day = (date: string) => past.find((one) => one.date === date);
  expect(day("2026-11-01")).toMatchObject({
    incidents: [{ id: first.id }],
    ongoing: [{ id: last.id }],
  });
  expect(day("2026-10-31")).toMatchObject({ incidents: [{ id: last.id }], ongoing: [] });
  const november = await getHistoryPage(scope.id, undefined, now);
  expect(november).toMatchObject({
    month: "2026-11",
    earlier: "2026-10",
    later: null,
    entries: [{ kind: "incident", id: first.id }],
  });
  expect(await getHistoryPage(scope.id, "2026-10", now)).toMatchObject({
    month: "2026-10",
    earlier: null,
    later: "2026-11",
    entries: [{ id: last.id }],
  });
});

test("past days start on the day of the page's creation, or of an earlier event", async () => {
  const { report, page } = await tenant();
  const listPast = async (now: Date) => (await page(now)).past.map(({ date }) => date);
  expect(await listPast(later(2 * DAY))).toEqual(["2026-11-22", "2026-11-21", "2026-11-20"]);
  await report({
    started_at: later(-2 * DAY).toISOString(),
    resolved_at: later(-2 * DAY + HOUR).toISOString(),
    status: "resolved",
  });
  expect(await listPast(later(1))).toEqual(["2026-11-20", "2026-11-19", "2026-11-18"]);
});

test("pages contain no drafts, earlier messages, or authors", async () => {
  const { context, scope, report, page } = await tenant();
  const { id } = await report({ body: "The password was swordfish." });
  const subject = { kind: "incident", id } as const;
  const { updates } = await listUpdates(scope, subject);
  await changeUpdate({ ...context, now: later(HOUR) }, scope, subject, updates[0]!.id, {
    body: "A password was weak.",
  });
  await resolveIncident({ ...context, now: later(2 * HOUR) }, scope, id, {
    body: "",
    notify: true,
  });
  await savePostmortem(context, scope, id, { body: "Draft: it was Bob.", notify: true });
  const whole = async () =>
    JSON.stringify([
      await page(later(DAY)),
      await getIncidentPage(scope.id, id),
      await getHistoryPage(scope.id, undefined, later(DAY)),
    ]);
  const shown = await whole();
  for (const secret of ["swordfish", "Bob", context.actor.userId, "Ada"])
    expect(shown).not.toContain(secret);
  expect(shown).toContain(`"edited_at":"${at(HOUR)}"`);
  await savePostmortem({ ...context, now: later(3 * HOUR) }, scope, id, {
    body: "A password was weak.",
    published: true,
    notify: true,
  });
  expect((await getIncidentPage(scope.id, id))!.incident.postmortem).toEqual({
    body: "A password was weak.",
    format: "plain",
    translations: {},
    published_at: at(3 * HOUR),
    updated_at: at(3 * HOUR),
    notified: true,
  });
});

test("maintenance is listed until it ends, and then on the past day on which it ended", async () => {
  const { context, scope, page } = await tenant();
  const plan = (title: string, from: number, until: number) =>
    createMaintenance(
      context,
      scope,
      newMaintenance.parse({ title, scheduled_for: at(from), scheduled_until: at(until) }),
    );
  await plan("Later", 3 * DAY, 4 * DAY);
  await plan("Sooner", 2 * DAY, 4 * DAY);
  await plan("In progress", 0, DAY);
  await plan("Past", -2 * DAY, -DAY);
  const shown = await page();
  expect(shown.maintenances.map(({ title }) => title)).toEqual(["In progress", "Sooner", "Later"]);
  expect(
    shown.past.flatMap(({ date, maintenances }) => maintenances.map(({ title }) => [date, title])),
  ).toEqual([["2026-11-19", "Past"]]);
});

test("a feed entry has only public data, and the time of its last public change", async () => {
  const { context, scope, component, report } = await tenant();
  const api = await component({ name: "API" });
  const { id } = await report({ component_ids: [api.id], body: "The password was swordfish." });
  const only = async (componentID: string | null = null) =>
    (await getFeed(scope.id, componentID))!.entries[0]!;
  const versions = [await only()];
  const expectSameFeed = async (what: Promise<unknown>) => {
    await what;
    expect(await only()).toEqual(versions.at(-1));
  };
  const expectUpdatedFeed = async (what: Promise<unknown>) => {
    await what;
    const [before, after] = [versions.at(-1)!, await only()];
    expect(after.updated_at > before.updated_at).toBe(true);
    versions.push(after);
  };
  const subject = { kind: "incident", id } as const;
  const { updates } = await listUpdates(scope, subject);
  const hour = (n: number) => ({ ...context, now: later(n * HOUR) });
  await expectUpdatedFeed(
    changeUpdate(hour(1), scope, subject, updates[0]!.id, { body: "A password was weak." }),
  );
  await expectUpdatedFeed(changeIncident(hour(2), scope, id, { title: "Logins fail" }));
  await expectUpdatedFeed(resolveIncident(hour(3), scope, id, { body: "", notify: true }));
  await expectSameFeed(
    savePostmortem(hour(4), scope, id, { body: "Draft: it was Bob.", notify: true }),
  );
  await expectSameFeed(deletePostmortem(hour(5), scope, id));
  await expectSameFeed(
    savePostmortem(hour(6), scope, id, { body: "Draft: it was Bob.", notify: true }),
  );
  const shown = [await getFeed(scope.id, null), await getFeed(scope.id, api.id)]
    .map((feed) => writeFeed(feed!))
    .join();
  for (const secret of ["swordfish", "Bob", context.actor.userId, "Ada", updates[0]!.id])
    expect(shown).not.toContain(secret);
  await expectUpdatedFeed(
    savePostmortem(hour(7), scope, id, {
      body: "A password was weak.",
      published: true,
      notify: true,
    }),
  );
  expect(versions.at(-1)).toMatchObject({
    kind: "incident",
    updated_at: at(7 * HOUR),
    created_at: at(0),
    title: "Logins fail",
    postmortem: { body: "A password was weak." },
  });
  await expectUpdatedFeed(
    savePostmortem(hour(8), scope, id, { body: "The password was too weak.", notify: true }).then(
      () => changeIncident(hour(8), scope, id, { impact: "minor" }),
    ),
  );
  await expectUpdatedFeed(deletePostmortem(hour(9), scope, id));
  expect(versions.at(-1)).toMatchObject({
    updated_at: at(9 * HOUR),
    postmortem: null,
  });
});

test.each(["unchanged", "changed"] as const)(
  "deleting an incident update (status %s) advances the feed entry's updated_at, even after edits",
  async (status) => {
    const { context, scope, report } = await tenant();
    const hour = (n: number) => ({ ...context, now: later(n * HOUR) });
    const { id } = await report({});
    const resolves = status === "changed";
    const { id: posted } = await postIncidentUpdate(
      hour(1),
      scope,
      id,
      newIncidentUpdate.parse({
        body: "We found the cause.",
        ...(resolves && { status: "resolved" }),
      }),
    );
    for (const n of [2, 3, 4])
      await changeUpdate(hour(n), scope, { kind: "incident", id }, posted, { body: `Edit ${n}.` });
    const before = (await getFeed(scope.id, null))!.entries[0]!;
    await deleteIncidentUpdate(hour(5), scope, id, posted);
    const after = (await getFeed(scope.id, null))!.entries[0]!;
    expect([before.updated_at, after.updated_at]).toEqual([at(4 * HOUR), at(5 * HOUR)]);
    expect((await readPublicContent(scope.id, NOW))!.incidents[0]!.updated_at).toBe(at(5 * HOUR));
  },
);

test.each(["unchanged", "changed"] as const)(
  "deleting a maintenance update (status %s) advances the feed entry's updated_at, even after edits",
  async (status) => {
    const { context, scope } = await tenant();
    const hour = (n: number) => ({ ...context, now: later(n * HOUR) });
    const { id } = await createMaintenance(
      context,
      scope,
      newMaintenance.parse({
        title: "Disk replacement",
        scheduled_for: at(DAY),
        scheduled_until: at(2 * DAY),
      }),
    );
    const starts = status === "changed";
    await postMaintenanceUpdate(
      hour(1),
      scope,
      id,
      newMaintenanceUpdate.parse({
        body: "We found the cause.",
        ...(starts && { status: "in_progress" }),
      }),
    );
    const subject = { kind: "maintenance", id } as const;
    const posted = (await listUpdates(scope, subject)).updates[0]!.id;
    for (const n of [2, 3, 4])
      await changeUpdate(hour(n), scope, subject, posted, { body: `Edit ${n}.` });
    const before = (await getFeed(scope.id, null))!.entries[0]!;
    await deleteMaintenanceUpdate(hour(5), scope, id, posted);
    const after = (await getFeed(scope.id, null))!.entries[0]!;
    expect([before.updated_at, after.updated_at]).toEqual([at(4 * HOUR), at(5 * HOUR)]);
    expect((await getPastEvents(scope.id)).maintenances[0]!.updated_at).toBe(at(5 * HOUR));
  },
);

test("a feed has the latest change first, and the feed of a component has only that component's entries", async () => {
  const [mine, others] = [await tenant(), await tenant()];
  const [api, site] = [
    await mine.component({ name: "API" }),
    await mine.component({ name: "Site" }),
  ];
  await others.report({});
  const plan = (title: string, from: number, ids: string[]) =>
    createMaintenance(
      { ...mine.context, now: later(HOUR) },
      mine.scope,
      newMaintenance.parse({
        title,
        scheduled_for: at(from),
        scheduled_until: at(from + DAY),
        component_ids: ids,
      }),
    );
  const incident = await mine.report({ component_ids: [api.id, site.id] });
  const disks = await plan("Disks", DAY, [site.id]);
  const ids = async (componentID: string | null) =>
    (await getFeed(mine.scope.id, componentID))?.entries.map(({ id }) => id) ?? null;
  expect(await ids(null)).toEqual([disks.id, incident.id]);
  expect(await ids(api.id)).toEqual([incident.id]);
  expect(await ids(site.id)).toEqual([disks.id, incident.id]);
  expect(await getFeed(mine.scope.id, api.id)).toMatchObject({
    component: { name: "API", group: null },
    since: at(0),
  });
  await transitionMaintenance(
    { ...mine.context, now: later(2 * HOUR) },
    mine.scope,
    disks.id,
    "cancel",
  );
  expect((await getFeed(mine.scope.id, null))!.entries[0]).toMatchObject({
    id: disks.id,
    updated_at: at(2 * HOUR),
    status: "cancelled",
  });
  await changeComponent(mine.context, mine.scope, api.id, { archived: true });
  for (const [org, component] of [
    [mine.scope.id, api.id],
    [others.scope.id, site.id],
    [mine.scope.id, "unknown"],
    ["unknown-organization", null],
  ] as const)
    expect(await getFeed(org, component)).toBeNull();
});

test("a feed has the newest 50 incidents, and older incidents that are unresolved", async () => {
  const { scope, report } = await tenant();
  const ongoing = await report({ started_at: "2026-01-01T00:00:00Z" });
  const createPastTimes = (n: number) => ({
    started_at: at(-n * HOUR),
    resolved_at: at(-n * HOUR + 60_000),
    status: "resolved",
  });
  for (let n = MAX_FEED_ENTRIES + 1; n > 0; n--)
    await report({ title: `Incident ${n}`, ...createPastTimes(n) });
  const { entries } = (await getFeed(scope.id, null))!;
  const titles = entries.map((entry) => entry.kind === "incident" && entry.title);
  expect(entries).toHaveLength(MAX_FEED_ENTRIES + 1);
  expect(entries.map(({ id }) => id)).toContain(ongoing.id);
  expect(titles).toContain("Incident 1");
  expect(titles).not.toContain(`Incident ${MAX_FEED_ENTRIES + 1}`);
});

test("history starts with the month of the page's creation, or of an earlier event", async () => {
  const { scope, report } = await tenant();
  const hasMonth = async (month: string | undefined, now = NOW) =>
    (await getHistoryPage(scope.id, month, now)) !== null;
  expect([
    await hasMonth(undefined),
    await hasMonth("2026-11"),
    await hasMonth("2026-10"),
    await hasMonth("1970-01"),
  ]).toEqual([true, true, false, false]);
  // The current month exists even if the server's clock is behind the page's creation.
  expect(await hasMonth(undefined, new Date("2026-10-01T00:00:00Z"))).toBe(true);
  await report({
    started_at: "2026-07-05T08:00:00Z",
    resolved_at: "2026-07-05T09:00:00Z",
    status: "resolved",
  });
  expect([await hasMonth("2026-09"), await hasMonth("2026-07"), await hasMonth("2026-06")]).toEqual(
    [true, true, false],
  );
});

test("the subscription form lists the components of the page", async () => {
  const { context, scope, component, page } = await tenant();
  const group = await createGroup(context, scope, {
    name: "Europe",
    description: "",
    collapsed: false,
  });
  await createGroup(context, scope, { name: "Empty group", description: "", collapsed: false });
  await component({ name: "API" });
  await component({ name: "Site", group_id: group.id });
  const archived = await component({ name: "Fax" });
  await changeComponent(context, scope, archived.id, { archived: true });
  const { organization, components, groups } = await page();
  const translations = {};
  const named = (of: { id: string; name: string }[]) =>
    of.map(({ id, name }) => ({ id, name, translations }));
  expect(await getSubscribePage(scope.id)).toEqual({
    organization,
    components: named(components),
    groups: groups.map(({ name, components }) => ({
      name,
      translations,
      components: named(components),
    })),
  });
  expect(await getSubscribePage("unknown-organization")).toBeNull();
});
