import { listGroups } from "@/lib/component-groups/queries";
import { type Component, listComponents } from "@/lib/components/queries";
import { publicStatus } from "@/lib/components/rules";
import type { ComponentStatus } from "@/lib/components/schema";
import { listed, type Prisma, reader, sql } from "@/lib/db";
import { isProblem } from "@/lib/errors";
import type { Impact, IncidentStatus } from "@/lib/incidents/schema";
import { isRunning } from "@/lib/maintenances/rules";
import type { MaintenanceStatus } from "@/lib/maintenances/schema";
import { organizationFields, toOrganization } from "@/lib/organizations/queries";
import { type OrganizationId, getPublicOrganization } from "@/lib/organizations/scope";
import { serializeOrganization } from "@/lib/organizations/serialize";
import { groupRows, readByIds, readChildren } from "@/lib/relations";
import { createOffsetLookup, getMonthStart } from "@/lib/time/rules";
import { type ComponentUptime, getUptime } from "@/lib/uptime/queries";
import { listLastDays } from "@/lib/uptime/rules";
import {
  capped,
  groupStatus,
  monthAfter,
  overallStatus,
  pastDays,
  readMonth,
  withPresent,
  worstFirst,
} from "./rules";
import {
  DAY_NAMES,
  type Feed,
  type FeedEntry,
  FEED_ENTRIES,
  FEED_UPDATES,
  HISTORY_ENTRIES,
  type HistoryPage,
  type IncidentLink,
  type IncidentPage,
  type MaintenancePage,
  MOST_CURRENT,
  PAGE_UPDATES,
  PAST_DAYS,
  type PageOrganization,
  type NamedComponent,
  type PublicComponent,
  type PublicIncident,
  type PublicMaintenance,
  type PublicUpdate,
  type StatusPage,
  type SubscribePage,
  UPTIME_DAYS,
} from "./schema";

type Scope = { id: OrganizationId };

const seconds = (at: Date) => Math.floor(at.getTime() / 1_000);
const moment = (at: number) => new Date(at * 1_000);

/** Returns null if there is no such organization. `since`: when it was created. */
async function findPage(
  orgID: string,
): Promise<{ scope: Scope; organization: PageOrganization; since: string } | null> {
  try {
    const scope = await getPublicOrganization(orgID);
    const row = await reader().organization.findUniqueOrThrow({
      where: { id: scope.id },
      select: organizationFields,
    });
    const {
      role: _role,
      page_url: _page,
      created_at: since,
      updated_at: _updated,
      ...organization
    } = serializeOrganization(toOrganization(row, "viewer"));
    return { scope, organization, since };
  } catch (error) {
    if (isProblem(error) && error.kind === "not_found") return null;
    throw error;
  }
}

/** What a subscriber can choose from. Returns null if there is no such organization. */
export async function getSubscribePage(orgID: string): Promise<SubscribePage | null> {
  const page = await findPage(orgID);
  if (page === null) return null;
  const [components, groups] = await Promise.all([
    listComponents(page.scope),
    listGroups(page.scope),
  ]);
  const named = new Map(components.map(({ id, name }) => [id, { id, name }]));
  return {
    organization: page.organization,
    components: components
      .filter(({ groupId }) => groupId === null)
      .map(({ id }) => named.get(id)!),
    groups: groups
      .map(({ name, componentIds }) => ({
        name,
        components: componentIds.flatMap((id) => named.get(id) ?? []),
      }))
      .filter((group) => group.components.length > 0),
  };
}

/** Everything on the page at `now`. Returns null if there is no such organization. */
export async function getStatusPage(orgID: string, now: Date): Promise<StatusPage | null> {
  const page = await findPage(orgID);
  if (page === null) return null;
  const { scope, organization } = page;
  const past = listLastDays(PAST_DAYS, seconds(now), organization.time_zone);
  const measured = listLastDays(UPTIME_DAYS, seconds(now), organization.time_zone);
  const from = moment(past.starts[0]!);
  const [
    components,
    groups,
    uptime,
    firsts,
    names,
    open,
    affected,
    resolved,
    maintenances,
    worked,
    completed,
  ] = await Promise.all([
    listComponents(scope),
    listGroups(scope),
    getUptime(scope, { days: UPTIME_DAYS }, now),
    firstRecords(scope),
    namesOf(scope, moment(measured.starts[0]!)),
    listIncidents({ organizationId: scope.id, resolvedAt: null }),
    affectedByOpen(scope),
    listIncidents({ organizationId: scope.id, resolvedAt: { gte: from } }),
    listMaintenances({
      organizationId: scope.id,
      status: { in: ["scheduled", "in_progress", "verifying"] },
    }),
    affectedByRunning(scope),
    listMaintenances({ organizationId: scope.id, status: "completed", endedAt: { gte: from } }),
  ]);
  const running = maintenances.filter(({ status }) => isRunning(status));
  const dateOf = dates(organization.time_zone);
  const counted = new Map(uptime.components.map((component) => [component.id, component]));
  const shown = new Map(
    components.map((component) => [
      component.id,
      showComponent(
        component,
        counted.get(component.id),
        firsts.get(component.id),
        names,
        dateOf,
        now,
      ),
    ]),
  );
  const groupNames = new Map(groups.map(({ id, name }) => [id, name]));
  const rated = components.map((component) => ({
    id: component.id,
    name: component.name,
    group: groupNames.get(component.groupId ?? "") ?? null,
    status: publicStatus(component.status, component.underMaintenance),
    own: component.ownStatus,
    own_since: (component.statusSetAt ?? component.createdAt).toISOString(),
  }));
  const named = new Map(rated.map((component) => [component.id, component]));
  const overall = overallStatus({
    components: rated,
    incidents: open.map((incident) => ({
      ...incident,
      components: (affected.get(incident.id) ?? []).flatMap(({ componentId, status }) => {
        const component = named.get(componentId);
        return component === undefined ? [] : [{ ...component, status: status as ComponentStatus }];
      }),
    })),
    maintenances: running.map((maintenance) => ({
      ...maintenance,
      components: (worked.get(maintenance.id) ?? []).flatMap(
        ({ componentId }) => named.get(componentId) ?? [],
      ),
    })),
  });
  const current = worstFirst(open).slice(0, MOST_CURRENT);
  const announced = [
    ...running,
    ...maintenances.filter(({ status }) => status === "scheduled"),
  ].slice(0, MOST_CURRENT);
  const days = pastDays(past.dates, dateOf, {
    incidents: [...open, ...resolved].sort(latestFirst),
    maintenances: completed,
  });
  const [incidentOf, maintenanceOf] = await Promise.all([
    loadIncidents(
      scope,
      [...current, ...days.flatMap((day) => day.incidents)].map(idOf),
      PAGE_UPDATES,
    ),
    loadMaintenances(
      scope,
      [...announced, ...days.flatMap((day) => day.maintenances)].map(idOf),
      PAGE_UPDATES,
    ),
  ]);
  return {
    organization,
    overall,
    incidents: current.flatMap(incidentOf),
    more_incidents: open.length - current.length,
    maintenances: announced.flatMap(maintenanceOf),
    more_maintenances: maintenances.length - announced.length,
    components: components
      .filter(({ groupId }) => groupId === null)
      .map(({ id }) => shown.get(id)!),
    groups: groups.flatMap((group) => {
      const members = group.componentIds.flatMap((id) => shown.get(id) ?? []);
      if (members.length === 0) return [];
      const { name, description, collapsed } = group;
      const counted = uptime.groups.find(({ id }) => id === group.id);
      return [
        {
          name,
          description,
          collapsed,
          status: groupStatus(members),
          uptime: counted?.uptime ?? null,
          months: counted?.months ?? [],
          components: members,
        },
      ];
    }),
    days: measured.dates,
    past: days.map((day) => ({
      ...day,
      incidents: day.incidents.flatMap(incidentOf),
      maintenances: day.maintenances.flatMap(maintenanceOf),
    })),
    generated_at: now.toISOString(),
  };
}

const idOf = ({ id }: { id: string }) => id;

/** An incident with all updates. Returns null if the organization has no such incident. */
export async function getIncidentPage(
  orgID: string,
  incidentID: string,
  now: Date,
): Promise<IncidentPage | null> {
  const page = await findPage(orgID);
  const [incident] =
    page === null ? [] : (await loadIncidents(page.scope, [incidentID]))(incidentID);
  return page && incident
    ? { organization: page.organization, incident, generated_at: now.toISOString() }
    : null;
}

/** A maintenance with all updates. Returns null if the organization has no such maintenance. */
export async function getMaintenancePage(
  orgID: string,
  maintenanceID: string,
  now: Date,
): Promise<MaintenancePage | null> {
  const page = await findPage(orgID);
  const [maintenance] =
    page === null ? [] : (await loadMaintenances(page.scope, [maintenanceID]))(maintenanceID);
  return page && maintenance
    ? { organization: page.organization, maintenance, generated_at: now.toISOString() }
    : null;
}

/**
 * The events of a month (YYYY-MM; by default the current one). Returns null for a month before the
 * first event: visitors could otherwise have any month rendered.
 */
export async function getHistoryPage(
  orgID: string,
  wanted: string | undefined,
  now: Date,
  part = 1,
): Promise<HistoryPage | null> {
  const page = await findPage(orgID);
  if (page === null) return null;
  const { scope, organization, since } = page;
  const dateOf = dates(organization.time_zone);
  const monthOf = (at: Date) => dateOf(at.toISOString()).slice(0, "YYYY-MM".length);
  const present = monthOf(now);
  const month = readMonth(wanted ?? present, present);
  if (month === null) return null;
  const from = moment(getMonthStart(month, organization.time_zone));
  const until = moment(getMonthStart(monthAfter(month, 1), organization.time_zone));
  const within = { gte: from, lt: until };
  const db = reader();
  const [incidents, maintenances, underWay, ...nearest] = await Promise.all([
    listIncidents({ organizationId: scope.id, startedAt: within }),
    listMaintenances({
      organizationId: scope.id,
      OR: [{ endedAt: within }, { endedAt: null, startedAt: within }],
    }),
    db.maintenance.findMany({
      where: { organizationId: scope.id, endedAt: null, startedAt: { not: null } },
      select: { startedAt: true },
    }),
    db.incident.findFirst({
      where: { organizationId: scope.id, startedAt: { lt: from } },
      orderBy: [{ startedAt: "desc" }, { id: "desc" }],
      select: { startedAt: true },
    }),
    db.incident.findFirst({
      where: { organizationId: scope.id, startedAt: { gte: until } },
      orderBy: [{ startedAt: "asc" }, { id: "asc" }],
      select: { startedAt: true },
    }),
    db.maintenance.findFirst({
      where: { organizationId: scope.id, endedAt: { lt: from } },
      orderBy: { endedAt: "desc" },
      select: { endedAt: true },
    }),
    db.maintenance.findFirst({
      where: { organizationId: scope.id, endedAt: { gte: until } },
      orderBy: { endedAt: "asc" },
      select: { endedAt: true },
    }),
  ]);
  const others = [...nearest, ...underWay]
    .flatMap((found) =>
      Object.values(found ?? {}).flatMap((at) => (at === null ? [] : [monthOf(at)])),
    )
    .toSorted();
  const before = others.filter((other) => other < month);
  const all = [
    ...incidents.map(({ id, started_at }) => ({ kind: "incident" as const, id, at: started_at })),
    ...maintenances.map(({ id, scheduled_for, started_at, ended_at }) => ({
      kind: "maintenance" as const,
      id,
      at: ended_at ?? started_at ?? scheduled_for,
    })),
  ].sort((a, b) => compare(b.at, a.at));
  if (
    all.length === 0 &&
    before.length === 0 &&
    month < monthOf(new Date(since)) &&
    month !== present
  )
    return null;
  const parts = Math.max(1, Math.ceil(all.length / HISTORY_ENTRIES));
  if (part > parts) return null;
  const shown = all.slice((part - 1) * HISTORY_ENTRIES, part * HISTORY_ENTRIES);
  const idsOf = (kind: FeedEntry["kind"]) => shown.filter((entry) => entry.kind === kind).map(idOf);
  const [incidentOf, maintenanceOf] = await Promise.all([
    loadIncidents(scope, idsOf("incident"), 1),
    loadMaintenances(scope, idsOf("maintenance"), 1),
  ]);
  return {
    organization,
    month,
    part,
    parts,
    earlier: before.at(-1) ?? null,
    // No page links to empty months in between.
    later:
      month < present
        ? (others.find((other) => other > month && other < present) ?? present)
        : null,
    entries: shown.flatMap(({ kind, id, at }): HistoryPage["entries"] =>
      kind === "incident"
        ? incidentOf(id).map((incident) => ({ kind, at, incident }))
        : maintenanceOf(id).map((maintenance) => ({ kind, at, maintenance })),
    ),
    generated_at: now.toISOString(),
  };
}

/**
 * The newest incidents and maintenance and all that are open; of one component if given. Returns
 * null if the organization or the component doesn't exist.
 */
export async function getFeed(orgID: string, componentID: string | null): Promise<Feed | null> {
  const page = await findPage(orgID);
  if (page === null) return null;
  const { scope, organization, since } = page;
  const db = reader();
  let component: NamedComponent | null = null;
  if (componentID !== null) {
    const row = await db.component.findFirst({
      where: { id: componentID, organizationId: scope.id, archivedAt: null },
      select: namedFields,
    });
    if (row === null) return null;
    const { id: _, ...named } = nameOf(row);
    component = named;
  }
  const of = {
    organizationId: scope.id,
    ...(componentID !== null && { components: { some: { componentId: componentID } } }),
  };
  const [newest, open, latest, current] = await Promise.all([
    db.incident.findMany({
      where: of,
      orderBy: [{ startedAt: "desc" }, { id: "desc" }],
      take: FEED_ENTRIES,
      select: { id: true },
    }),
    listIncidents({ ...of, resolvedAt: null }),
    db.maintenance.findMany({
      where: of,
      orderBy: [{ scheduledFor: "desc" }, { id: "desc" }],
      take: FEED_ENTRIES,
      select: { id: true },
    }),
    listMaintenances({ ...of, status: { in: ["scheduled", "in_progress", "verifying"] } }),
  ]);
  const runningFirst = current.toSorted(
    (a, b) => Number(isRunning(b.status)) - Number(isRunning(a.status)),
  );
  const idsOf = (...rows: { id: string }[][]) => [...new Set(rows.flat().map(idOf))];
  const entries = await Promise.all([
    incidentEntries(scope, idsOf(newest, worstFirst(open).slice(0, FEED_ENTRIES))),
    maintenanceEntries(scope, idsOf(latest, runningFirst.slice(0, FEED_ENTRIES))),
  ]);
  return {
    organization,
    component,
    since,
    entries: entries
      .flat()
      .sort((a, b) => compare(b.updated_at, a.updated_at) || compare(b.id, a.id)),
  };
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

async function incidentEntries(scope: Scope, ids: string[]): Promise<FeedEntry[]> {
  const [rows, incidentOf, record, edits] = await Promise.all([
    readByIds(ids, (some) =>
      reader().incident.findMany({
        where: { organizationId: scope.id, id: { in: some } },
        select: { id: true, createdAt: true, postmortemUpdatedAt: true, deletedChanges: true },
      }),
    ),
    loadIncidents(scope, ids, FEED_UPDATES),
    publicRecord(scope, "incident", ids),
    readEdits("incident", ids),
  ]);
  return rows.flatMap(({ id, createdAt, postmortemUpdatedAt, deletedChanges }) =>
    incidentOf(id).map((incident): FeedEntry => {
      const updates = [
        ...incident.updates,
        ...(incident.postmortem
          ? [
              {
                at: incident.postmortem.published_at,
                edited_at: postmortemUpdatedAt?.toISOString() ?? null,
              },
            ]
          : []),
      ];
      return {
        kind: "incident",
        id,
        incident,
        created_at: createdAt.toISOString(),
        ...revisionOf(incident, createdAt, updates, record.get(id), edits.get(id), {
          count: deletedChanges,
          last: null,
        }),
      };
    }),
  );
}

async function maintenanceEntries(scope: Scope, ids: string[]): Promise<FeedEntry[]> {
  const [rows, maintenanceOf, record, edits] = await Promise.all([
    readByIds(ids, (some) =>
      reader().maintenance.findMany({
        where: { organizationId: scope.id, id: { in: some } },
        select: { id: true, createdAt: true, deletedChanges: true },
      }),
    ),
    loadMaintenances(scope, ids, FEED_UPDATES),
    publicRecord(scope, "maintenance", ids),
    readEdits("maintenance", ids),
  ]);
  return rows.flatMap(({ id, createdAt, deletedChanges }) =>
    maintenanceOf(id).map((maintenance): FeedEntry => ({
      kind: "maintenance",
      id,
      maintenance,
      created_at: createdAt.toISOString(),
      ...revisionOf(maintenance, createdAt, maintenance.updates, record.get(id), edits.get(id), {
        count: deletedChanges,
        last: null,
      }),
    })),
  );
}

type Changes = { count: number; last: Date | null };

/** When something last changed, and how often, by audit entries, updates and edits. */
function revisionOf(
  { updates, more_updates }: Pick<PublicIncident | PublicMaintenance, "updates" | "more_updates">,
  created: Date,
  timed: readonly { at: string; edited_at: string | null }[],
  ...others: (Changes | undefined)[]
): Pick<FeedEntry, "updated_at" | "changes"> {
  const moments = [created, ...others.flatMap((changes) => changes?.last ?? [])].map((at) =>
    at.toISOString(),
  );
  const times = [
    ...moments,
    ...timed.flatMap(({ at, edited_at }) => (edited_at === null ? [at] : [at, edited_at])),
  ];
  return {
    updated_at: times.sort().at(-1)!,
    changes: others.reduce(
      (sum, changes) => sum + (changes?.count ?? 0),
      updates.length + more_updates,
    ),
  };
}

/**
 * The audit entries of public changes. `updated_at` of an incident also changes with an
 * unpublished postmortem.
 */
async function publicRecord(
  scope: Scope,
  subjectType: FeedEntry["kind"],
  ids: string[],
): Promise<Map<string, Changes>> {
  const wasPublished = {
    action: "postmortem.deleted",
    NOT: { before: { contains: '"published_at":null' } },
  };
  const shows = {
    OR: [
      { subjectType, action: { not: "maintenance.reminded" } },
      { action: { in: ["postmortem.published", "postmortem.retracted"] } },
      wasPublished,
    ],
  };
  const rows = await readByIds(ids, async (some) =>
    reader().auditEntry.groupBy({
      by: ["subjectId"],
      where: { organizationId: scope.id, subjectId: { in: some }, ...shows },
      _count: true,
      _max: { at: true },
    }),
  );
  return new Map(
    rows.map(({ subjectId, _count, _max }) => [subjectId, { count: _count, last: _max.at }]),
  );
}

/** Formats a time as YYYY-MM-DD in a time zone. */
function dates(timeZone: string): (at: string) => string {
  const ahead = createOffsetLookup(timeZone);
  return (at) => {
    const second = Math.floor(Date.parse(at) / 1_000);
    return moment(second + ahead(second))
      .toISOString()
      .slice(0, "YYYY-MM-DD".length);
  };
}

function showComponent(
  component: Component,
  counted: ComponentUptime | undefined,
  first: Date | undefined,
  names: ReadonlyMap<string, IncidentLink>,
  dateOf: (at: string) => string,
  now: Date,
): PublicComponent {
  const { id, name, description, startDate, createdAt } = component;
  const began = dateOf(
    (first !== undefined && first < createdAt ? first : createdAt).toISOString(),
  );
  const status = publicStatus(component.status, component.underMaintenance);
  const today = dateOf(now.toISOString());
  const days = (counted?.days ?? []).map(({ date, partial, major, degraded, incidentIds }) => {
    const { shown: incidents, more: more_incidents } = capped(
      incidentIds.flatMap((incident) => names.get(incident) ?? []),
      DAY_NAMES,
    );
    return {
      date,
      partial_outage_seconds: partial,
      major_outage_seconds: major,
      degraded,
      incidents,
      more_incidents,
    };
  });
  return {
    id,
    name,
    description,
    status,
    uptime: counted?.uptime ?? null,
    counted_from: startDate ?? began,
    days: (startDate ?? began) > today ? days : withPresent(days, today, status),
    months: counted?.months ?? [],
  };
}

/** When the status timeline of each component begins. Reads one row per component. */
async function firstRecords(scope: Scope): Promise<Map<string, Date>> {
  const rows = await reader().$queryRaw<{ componentId: string; at: Date }[]>`
    SELECT s.component_id AS "componentId", s.at FROM components c JOIN component_status_changes s
      ON s.id = (SELECT x.id FROM component_status_changes x WHERE x.component_id = c.id ORDER BY x.at, x.id LIMIT 1)
    WHERE c.organization_id = ${scope.id} AND c.archived_at IS NULL`;
  return new Map(rows.map(({ componentId, at }) => [componentId, at]));
}

/** The titles of all incidents that were open after a time. */
async function namesOf(scope: Scope, from: Date): Promise<Map<string, IncidentLink>> {
  const rows = await reader().incident.findMany({
    where: { organizationId: scope.id, OR: [{ resolvedAt: null }, { resolvedAt: { gte: from } }] },
    select: { id: true, title: true, impact: true },
  });
  return new Map(
    rows.map(({ id, title, impact }) => [id, { id, title, impact: impact as Impact }]),
  );
}

const namedFields = {
  id: true,
  name: true,
  group: { select: { name: true } },
} satisfies Prisma.ComponentSelect;
const nameOf = ({
  group,
  ...component
}: Prisma.ComponentGetPayload<{ select: typeof namedFields }>) => ({
  ...component,
  group: group?.name ?? null,
});

/** Without components and updates, so that thousands are read in one query. */
type ListedIncident = Pick<
  PublicIncident,
  "id" | "title" | "impact" | "started_at" | "resolved_at"
>;

/** Latest start first. */
async function listIncidents(
  where: Prisma.IncidentWhereInput & { organizationId: OrganizationId },
): Promise<ListedIncident[]> {
  const rows = await reader().incident.findMany({
    where,
    orderBy: [{ startedAt: "desc" }, { id: "desc" }],
    select: { id: true, title: true, impact: true, startedAt: true, resolvedAt: true },
  });
  return rows.map(({ startedAt, resolvedAt, impact, ...row }) => ({
    ...row,
    impact: impact as Impact,
    started_at: startedAt.toISOString(),
    resolved_at: resolvedAt?.toISOString() ?? null,
  }));
}

const latestFirst = (a: ListedIncident, b: ListedIncident) =>
  compare(b.started_at, a.started_at) || compare(b.id, a.id);

/** Without components and updates. */
type ListedMaintenance = Pick<
  PublicMaintenance,
  "id" | "title" | "status" | "scheduled_for" | "started_at" | "ended_at"
>;

/** Earliest schedule first. */
async function listMaintenances(
  where: Prisma.MaintenanceWhereInput & { organizationId: OrganizationId },
): Promise<ListedMaintenance[]> {
  const rows = await reader().maintenance.findMany({
    where,
    orderBy: [{ scheduledFor: "asc" }, { id: "asc" }],
    select: {
      id: true,
      title: true,
      status: true,
      scheduledFor: true,
      startedAt: true,
      endedAt: true,
    },
  });
  return rows.map(({ scheduledFor, startedAt, endedAt, status, ...row }) => ({
    ...row,
    status: status as MaintenanceStatus,
    scheduled_for: scheduledFor.toISOString(),
    started_at: startedAt?.toISOString() ?? null,
    ended_at: endedAt?.toISOString() ?? null,
  }));
}

/** The statuses that unresolved incidents set for components, by incident ID. */
async function affectedByOpen(
  scope: Scope,
): Promise<Map<string, { componentId: string; status: string }[]>> {
  const rows = await reader().incidentComponent.findMany({
    where: { incident: { organizationId: scope.id, resolvedAt: null } },
    select: { incidentId: true, componentId: true, status: true },
    orderBy: { component: { position: "asc" } },
  });
  return groupRows(rows, ({ incidentId }) => incidentId);
}

/** The components of running maintenance, by maintenance ID. */
async function affectedByRunning(scope: Scope): Promise<Map<string, { componentId: string }[]>> {
  const running = { organizationId: scope.id, status: { in: ["in_progress", "verifying"] } };
  const rows = await reader().maintenanceComponent.findMany({
    where: { maintenance: running },
    select: { maintenanceId: true, componentId: true },
    orderBy: { component: { position: "asc" } },
  });
  return groupRows(rows, ({ maintenanceId }) => maintenanceId);
}

const updateTables = {
  incident: {
    updates: sql`incident_updates`,
    texts: sql`incident_update_texts`,
    parent: sql`incident_id`,
    at: sql`display_at`,
  },
  maintenance: {
    updates: sql`maintenance_updates`,
    texts: sql`maintenance_update_texts`,
    parent: sql`maintenance_id`,
    at: sql`created_at`,
  },
};

type UpdateRow = {
  parentId: string;
  status: string;
  body: string;
  at: Date | string;
  total: number | bigint;
  editedAt: Date | string | null;
};

/**
 * The newest updates of each parent with their total number. Former texts of an update are never
 * public.
 */
async function readUpdates(
  kind: FeedEntry["kind"],
  parentIds: readonly string[],
  most: number,
): Promise<
  (parentId: string) => Pick<PublicIncident | PublicMaintenance, "more_updates"> & {
    updates: PublicUpdate<string>[];
  }
> {
  const { updates, texts, parent, at } = updateTables[kind];
  const of = await readChildren(
    parentIds,
    (ids) => reader().$queryRaw<UpdateRow[]>`
      SELECT n.parent AS "parentId", n.status, n.body, n.at, n.total,
        (SELECT MAX(t.replaced_at) FROM ${texts} t WHERE t.update_id = n.id) AS "editedAt"
      FROM (
        SELECT id, ${parent} AS parent, status, body, ${at} AS at, COUNT(*) OVER (PARTITION BY ${parent}) AS total,
          ROW_NUMBER() OVER (PARTITION BY ${parent} ORDER BY ${at} DESC, id DESC) AS place
        FROM ${updates} WHERE ${parent} IN (${listed(ids)})
      ) n WHERE n.place <= CAST(${most} AS INTEGER) ORDER BY n.parent, n.place`,
    ({ parentId }) => parentId,
  );
  const iso = (time: Date | string) => new Date(time).toISOString();
  return (parentId) => {
    const rows = of(parentId);
    return {
      updates: rows.map(({ status, body, at, editedAt }) => ({
        status,
        body,
        at: iso(at),
        edited_at: editedAt === null ? null : iso(editedAt),
      })),
      more_updates: Number(rows[0]?.total ?? 0) - rows.length,
    };
  };
}

/** When updates were edited, by the ID of their parent. */
async function readEdits(
  kind: FeedEntry["kind"],
  parentIds: readonly string[],
): Promise<Map<string, Changes>> {
  const { updates, texts, parent } = updateTables[kind];
  const rows = await readByIds(
    parentIds,
    (ids) =>
      reader().$queryRaw<{ parentId: string; count: number | bigint; last: Date | string }[]>`
      SELECT u.${parent} AS "parentId", COUNT(*) AS count, MAX(t.replaced_at) AS last
      FROM ${texts} t JOIN ${updates} u ON u.id = t.update_id
      WHERE u.${parent} IN (${listed(ids)}) GROUP BY u.${parent}`,
  );
  return new Map(
    rows.map(({ parentId, count, last }) => [
      parentId,
      { count: Number(count), last: new Date(last) },
    ]),
  );
}

const ALL_UPDATES = 2_147_483_647;

const incidentFields = {
  ...{ id: true, title: true, status: true, impact: true, startedAt: true, resolvedAt: true },
  ...{ postmortem: true, postmortemPublishedAt: true },
} satisfies Prisma.IncidentSelect;

/**
 * Loads public incidents with their newest updates. Returns a lookup by ID that gives none or one.
 */
async function loadIncidents(
  scope: Scope,
  ids: readonly string[],
  updates: number = ALL_UPDATES,
): Promise<(id: string | { id: string }) => PublicIncident[]> {
  const db = reader();
  const [rows, componentsOf, updatesOf] = await Promise.all([
    readByIds(ids, (some) =>
      db.incident.findMany({
        where: { organizationId: scope.id, id: { in: some } },
        select: incidentFields,
      }),
    ),
    readChildren(
      ids,
      (some) =>
        db.incidentComponent.findMany({
          where: { incidentId: { in: some } },
          select: { incidentId: true, status: true, component: { select: namedFields } },
          orderBy: { component: { position: "asc" } },
        }),
      ({ incidentId }) => incidentId,
    ),
    readUpdates("incident", ids, updates),
  ]);
  return lookUp(
    rows.map(
      ({
        postmortem: body,
        postmortemPublishedAt,
        startedAt,
        resolvedAt,
        ...row
      }): PublicIncident => ({
        ...row,
        status: row.status as IncidentStatus,
        impact: row.impact as Impact,
        started_at: startedAt.toISOString(),
        resolved_at: resolvedAt?.toISOString() ?? null,
        components: componentsOf(row.id).map(({ status, component }) => ({
          ...nameOf(component),
          status: status as ComponentStatus,
        })),
        ...(updatesOf(row.id) as Pick<PublicIncident, "updates" | "more_updates">),
        postmortem:
          body !== null && postmortemPublishedAt !== null
            ? { body, published_at: postmortemPublishedAt.toISOString() }
            : null,
      }),
    ),
  );
}

const maintenanceFields = {
  id: true,
  title: true,
  status: true,
  scheduledFor: true,
  scheduledUntil: true,
  startedAt: true,
  endedAt: true,
} satisfies Prisma.MaintenanceSelect;

/**
 * Loads public maintenance with its newest updates. Returns a lookup by ID that gives none or one.
 */
async function loadMaintenances(
  scope: Scope,
  ids: readonly string[],
  updates: number = ALL_UPDATES,
): Promise<(id: string | { id: string }) => PublicMaintenance[]> {
  const db = reader();
  const [rows, componentsOf, updatesOf] = await Promise.all([
    readByIds(ids, (some) =>
      db.maintenance.findMany({
        where: { organizationId: scope.id, id: { in: some } },
        select: maintenanceFields,
      }),
    ),
    readChildren(
      ids,
      (some) =>
        db.maintenanceComponent.findMany({
          where: { maintenanceId: { in: some } },
          select: { maintenanceId: true, component: { select: namedFields } },
          orderBy: { component: { position: "asc" } },
        }),
      ({ maintenanceId }) => maintenanceId,
    ),
    readUpdates("maintenance", ids, updates),
  ]);
  return lookUp(
    rows.map(({ scheduledFor, scheduledUntil, startedAt, endedAt, ...row }): PublicMaintenance => ({
      ...row,
      status: row.status as MaintenanceStatus,
      scheduled_for: scheduledFor.toISOString(),
      scheduled_until: scheduledUntil.toISOString(),
      started_at: startedAt?.toISOString() ?? null,
      ended_at: endedAt?.toISOString() ?? null,
      components: componentsOf(row.id).map(({ component }) => nameOf(component)),
      ...(updatesOf(row.id) as Pick<PublicMaintenance, "updates" | "more_updates">),
    })),
  );
}

function lookUp<Of extends { id: string }>(
  rows: readonly Of[],
): (id: string | { id: string }) => Of[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (wanted) => {
    const found = byId.get(typeof wanted === "string" ? wanted : wanted.id);
    return found === undefined ? [] : [found];
  };
}

/** An incident or a maintenance with a page of its own; `changedAt` in milliseconds since 1970. */
export type RecentEntry = { id: string; changedAt: number; isOpen: boolean };

/** Bounds what one organization can have published ahead of requests. */
const MAX_RECENT = 200;

/**
 * Incidents and maintenances that are open, planned, or ended within the days that the page shows:
 * the newest first, 200 of each at most. Null if there is no such organization.
 */
export async function listRecent(
  orgID: string,
  now: Date,
): Promise<{ incidents: RecentEntry[]; maintenances: RecentEntry[] } | null> {
  const page = await findPage(orgID);
  if (page === null) return null;
  const { scope, organization } = page;
  const from = moment(listLastDays(PAST_DAYS, seconds(now), organization.time_zone).starts[0]!);
  const [incidents, maintenances] = await Promise.all([
    reader().incident.findMany({
      where: {
        organizationId: scope.id,
        OR: [{ resolvedAt: null }, { resolvedAt: { gte: from } }],
      },
      take: MAX_RECENT,
      orderBy: [{ startedAt: "desc" }, { id: "desc" }],
      select: { id: true, resolvedAt: true, updatedAt: true },
    }),
    reader().maintenance.findMany({
      where: {
        organizationId: scope.id,
        OR: [{ endedAt: null, status: { not: "cancelled" } }, { endedAt: { gte: from } }],
      },
      take: MAX_RECENT,
      orderBy: [{ scheduledFor: "desc" }, { id: "desc" }],
      select: { id: true, endedAt: true, updatedAt: true },
    }),
  ]);
  return {
    incidents: incidents.map(({ id, resolvedAt, updatedAt }) => ({
      id,
      changedAt: updatedAt.getTime(),
      isOpen: resolvedAt === null,
    })),
    maintenances: maintenances.map(({ id, endedAt, updatedAt }) => ({
      id,
      changedAt: updatedAt.getTime(),
      isOpen: endedAt === null,
    })),
  };
}
