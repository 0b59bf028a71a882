import { listGroups } from "@/lib/component-groups/queries";
import { type Component, listComponents } from "@/lib/components/queries";
import { publicStatus } from "@/lib/components/rules";
import type { ComponentStatus } from "@/lib/components/schema";
import { type Prisma, reader } from "@/lib/db";
import { isProblem } from "@/lib/errors";
import type { Impact, IncidentStatus } from "@/lib/incidents/schema";
import { isRunning } from "@/lib/maintenances/rules";
import type { MaintenanceStatus } from "@/lib/maintenances/schema";
import { organizationFields, readOrganization } from "@/lib/organizations/queries";
import { type OrganizationId, visitOrganization } from "@/lib/organizations/scope";
import type { Language } from "@/lib/organizations/schema";
import { serializeOrganization } from "@/lib/organizations/serialize";
import { clocksOf, startOfMonth } from "@/lib/time/rules";
import { type ComponentUptime, getUptime } from "@/lib/uptime/queries";
import { lastDays } from "@/lib/uptime/rules";
import { groupStatus, monthAfter, overallStatus, pastDays, readMonth, withPresent, worstFirst } from "./rules";
import {
  type Feed,
  type FeedEntry,
  FEED_ENTRIES,
  type HistoryPage,
  type IncidentLink,
  type IncidentPage,
  type MaintenancePage,
  PAST_DAYS,
  type PageOrganization,
  type NamedComponent,
  type PublicComponent,
  type PublicIncident,
  type PublicMaintenance,
  type StatusPage,
  type SubscribePage,
  UPTIME_DAYS,
} from "./schema";

type Scope = { id: OrganizationId };

const seconds = (at: Date) => Math.floor(at.getTime() / 1_000);
const moment = (at: number) => new Date(at * 1_000);

/** The organization whose page it is, since when it is there, and the right to read what is public of it; null when there is none. */
async function findPage(orgID: string): Promise<{ scope: Scope; organization: PageOrganization; since: string } | null> {
  try {
    const scope = await visitOrganization(orgID);
    const row = await reader().organization.findUniqueOrThrow({ where: { id: scope.id }, select: organizationFields });
    const { role: _role, page_url: _page, created_at: since, updated_at: _updated, ...organization } = serializeOrganization(readOrganization(row, "viewer"));
    return { scope, organization, since };
  } catch (error) {
    if (isProblem(error) && error.kind === "not_found") return null;
    throw error;
  }
}

/** Whose page it is, without anything on it: what a notice takes. Null when there is no such organization. */
export const getPageOrganization = async (orgID: string): Promise<PageOrganization | null> => (await findPage(orgID))?.organization ?? null;

/** What a stranger who subscribes can choose from; null when there is no such organization. */
export async function getSubscribePage(orgID: string): Promise<SubscribePage | null> {
  const page = await findPage(orgID);
  if (page === null) return null;
  const [components, groups] = await Promise.all([listComponents(page.scope), listGroups(page.scope)]);
  const named = new Map(components.map(({ id, name }) => [id, { id, name }]));
  return {
    organization: page.organization,
    components: components.filter(({ groupId }) => groupId === null).map(({ id }) => named.get(id)!),
    groups: groups.map(({ name, componentIds }) => ({ name, components: componentIds.flatMap((id) => named.get(id) ?? []) })).filter((group) => group.components.length > 0),
  };
}

/** All that the public page shows at `now`; null when there is no such organization. */
export async function getStatusPage(orgID: string, now: Date): Promise<StatusPage | null> {
  const page = await findPage(orgID);
  if (page === null) return null;
  const { scope, organization } = page;
  const past = lastDays(PAST_DAYS, seconds(now), organization.time_zone);
  const from = moment(past.starts[0]!);
  const [components, groups, uptime, firsts, incidents, maintenances] = await Promise.all([
    listComponents(scope),
    listGroups(scope),
    getUptime(scope, { days: UPTIME_DAYS }, now),
    firstRecords(scope),
    findIncidents({ organizationId: scope.id, OR: [{ resolvedAt: null }, { resolvedAt: { gte: from } }] }),
    findMaintenances({ organizationId: scope.id, OR: [{ status: { in: ["scheduled", "in_progress", "verifying"] } }, { status: "completed", endedAt: { gte: from } }] }),
  ]);
  const names = await namesOf(scope, uptime.components);
  const days = lastDays(UPTIME_DAYS, seconds(now), organization.time_zone).dates;
  const dateOf = dates(organization.time_zone);
  const counted = new Map(uptime.components.map((component) => [component.id, component]));
  const shown = new Map(components.map((component) => [component.id, showComponent(component, counted.get(component.id), firsts.get(component.id), names, dateOf, now)]));
  const open = worstFirst(incidents.filter(({ resolved_at }) => resolved_at === null));
  const running = maintenances.filter(({ status }) => isRunning(status));
  const planned = maintenances.filter(({ status }) => status === "scheduled");
  return {
    organization,
    overall: overallStatus({
      components: components.map((component) => ({
        id: component.id,
        name: component.name,
        group: groups.find(({ id }) => id === component.groupId)?.name ?? null,
        status: publicStatus(component.status, component.underMaintenance),
        own: component.ownStatus,
        own_since: (component.statusSetAt ?? component.createdAt).toISOString(),
      })),
      incidents: open,
      maintenances: running,
    }),
    incidents: open,
    maintenances: [...running, ...planned],
    components: components.filter(({ groupId }) => groupId === null).map(({ id }) => shown.get(id)!),
    groups: groups.flatMap((group) => {
      const members = group.componentIds.flatMap((id) => shown.get(id) ?? []);
      if (members.length === 0) return [];
      const { name, description, collapsed } = group;
      const counted = uptime.groups.find(({ id }) => id === group.id);
      return [{ name, description, collapsed, status: groupStatus(members), uptime: counted?.uptime ?? null, months: counted?.months ?? [], components: members }];
    }),
    days,
    past: pastDays(past.dates, dateOf, { incidents, maintenances }),
    generated_at: now.toISOString(),
  };
}

/** A public incident's own page; null when the organization has no such incident. */
export async function getIncidentPage(orgID: string, incidentID: string, now: Date): Promise<IncidentPage | null> {
  const page = await findPage(orgID);
  const [incident] = page === null ? [] : await findIncidents({ organizationId: page.scope.id, id: incidentID });
  return page && incident ? { organization: page.organization, incident, generated_at: now.toISOString() } : null;
}

/** A maintenance's own page; null when the organization has no such maintenance. */
export async function getMaintenancePage(orgID: string, maintenanceID: string, now: Date): Promise<MaintenancePage | null> {
  const page = await findPage(orgID);
  const [maintenance] = page === null ? [] : await findMaintenances({ organizationId: page.scope.id, id: maintenanceID });
  return page && maintenance ? { organization: page.organization, maintenance, generated_at: now.toISOString() } : null;
}

/**
 * What happened in a month, YYYY-MM; in the present one without it. Null when there is no such organization or month: of what lies
 * before the page and all that it tells of, there is none, lest strangers have a page made of every month of the century.
 */
export async function getHistoryPage(orgID: string, wanted: string | undefined, now: Date): Promise<HistoryPage | null> {
  const page = await findPage(orgID);
  if (page === null) return null;
  const { scope, organization, since } = page;
  const dateOf = dates(organization.time_zone);
  const monthOf = (at: Date) => dateOf(at.toISOString()).slice(0, "YYYY-MM".length);
  const present = monthOf(now);
  const month = readMonth(wanted ?? present, present);
  if (month === null) return null;
  const from = moment(startOfMonth(month, organization.time_zone));
  const until = moment(startOfMonth(monthAfter(month, 1), organization.time_zone));
  const within = { gte: from, lt: until };
  const db = reader();
  const [incidents, maintenances, underWay, ...nearest] = await Promise.all([
    findIncidents({ organizationId: scope.id, startedAt: within }),
    findMaintenances({ organizationId: scope.id, OR: [{ endedAt: within }, { endedAt: null, startedAt: within }] }),
    db.maintenance.findMany({ where: { organizationId: scope.id, endedAt: null, startedAt: { not: null } }, select: { startedAt: true } }),
    db.incident.findFirst({ where: { organizationId: scope.id, startedAt: { lt: from } }, orderBy: [{ startedAt: "desc" }, { id: "desc" }], select: { startedAt: true } }),
    db.incident.findFirst({ where: { organizationId: scope.id, startedAt: { gte: until } }, orderBy: [{ startedAt: "asc" }, { id: "asc" }], select: { startedAt: true } }),
    db.maintenance.findFirst({ where: { organizationId: scope.id, endedAt: { lt: from } }, orderBy: { endedAt: "desc" }, select: { endedAt: true } }),
    db.maintenance.findFirst({ where: { organizationId: scope.id, endedAt: { gte: until } }, orderBy: { endedAt: "asc" }, select: { endedAt: true } }),
  ]);
  const others = [...nearest, ...underWay].flatMap((found) => Object.values(found ?? {}).flatMap((at) => (at === null ? [] : [monthOf(at)]))).toSorted();
  const before = others.filter((other) => other < month);
  const entries: HistoryPage["entries"] = [
    ...incidents.map((incident) => ({ kind: "incident" as const, at: incident.started_at, incident })),
    ...maintenances.map((maintenance) => ({ kind: "maintenance" as const, at: maintenance.ended_at ?? maintenance.started_at ?? maintenance.scheduled_for, maintenance })),
  ];
  if (entries.length === 0 && before.length === 0 && month < monthOf(new Date(since)) && month !== present) return null;
  return {
    organization,
    month,
    earlier: before.at(-1) ?? null,
    // Empty months between are in no list: nothing leads to them.
    later: month < present ? (others.find((other) => other > month && other < present) ?? present) : null,
    entries: entries.sort((a, b) => (a.at < b.at ? 1 : -1)),
    generated_at: now.toISOString(),
  };
}

/**
 * What the feeds and the calendar tell of: the newest incidents and maintenances, and with them all that have not ended; of one
 * component where its id is given. Null when there is no such organization or component.
 */
export async function getFeed(orgID: string, componentID: string | null): Promise<Feed | null> {
  const page = await findPage(orgID);
  if (page === null) return null;
  const { scope, organization, since } = page;
  const db = reader();
  let component: NamedComponent | null = null;
  if (componentID !== null) {
    const row = await db.component.findFirst({ where: { id: componentID, organizationId: scope.id, archivedAt: null }, select: namedFields });
    if (row === null) return null;
    const { id: _, ...named } = nameOf(row);
    component = named;
  }
  const of = { organizationId: scope.id, ...(componentID !== null && { components: { some: { componentId: componentID } } }) };
  const latest = { take: FEED_ENTRIES, select: { id: true } };
  const [incidents, maintenances] = await Promise.all([
    Promise.all([
      db.incident.findMany({ where: of, orderBy: [{ startedAt: "desc" }, { id: "desc" }], ...latest }),
      db.incident.findMany({ where: { ...of, resolvedAt: null }, select: { id: true } }),
    ]),
    Promise.all([
      db.maintenance.findMany({ where: of, orderBy: [{ scheduledFor: "desc" }, { id: "desc" }], ...latest }),
      db.maintenance.findMany({ where: { ...of, status: { in: ["scheduled", "in_progress", "verifying"] } }, select: { id: true } }),
    ]),
  ]);
  const idsOf = (rows: { id: string }[][]) => [...new Set(rows.flat().map(({ id }) => id))];
  const entries = await Promise.all([...inTurns(idsOf(incidents), (ids) => incidentEntries(scope, ids)), ...inTurns(idsOf(maintenances), (ids) => maintenanceEntries(scope, ids))]);
  return { organization, component, since, entries: entries.flat().sort((a, b) => compare(b.updated_at, a.updated_at) || compare(b.id, a.id)) };
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

const inTurns = <Of>(ids: readonly string[], ask: (ids: string[]) => Promise<Of>): Promise<Of>[] =>
  Array.from({ length: Math.ceil(ids.length / IDS_AT_ONCE) }, (_, turn) => ask(ids.slice(turn * IDS_AT_ONCE, (turn + 1) * IDS_AT_ONCE)));

async function incidentEntries(scope: Scope, ids: string[]): Promise<FeedEntry[]> {
  const where = { organizationId: scope.id, id: { in: ids } };
  const [rows, record] = await Promise.all([
    reader().incident.findMany({ where, select: { ...incidentFields, createdAt: true, postmortemUpdatedAt: true, updates: { ...incidentFields.updates, select: { ...incidentFields.updates.select, ...editCount } } } }),
    publicRecord(scope, "incident", ids),
  ]);
  return rows.map((row) => {
    const incident = showIncident(row);
    const said = [...incident.updates, ...(incident.postmortem ? [{ at: incident.postmortem.published_at, edited_at: row.postmortemUpdatedAt?.toISOString() ?? null }] : [])];
    return { kind: "incident", id: row.id, incident, created_at: row.createdAt.toISOString(), ...revisionOf(record.get(row.id), row.createdAt, row.updates, said) };
  });
}

async function maintenanceEntries(scope: Scope, ids: string[]): Promise<FeedEntry[]> {
  const where = { organizationId: scope.id, id: { in: ids } };
  const [rows, record] = await Promise.all([
    reader().maintenance.findMany({ where, select: { ...maintenanceFields, createdAt: true, updates: { ...maintenanceFields.updates, select: { ...maintenanceFields.updates.select, ...editCount } } } }),
    publicRecord(scope, "maintenance", ids),
  ]);
  return rows.map((row) => {
    const maintenance = showMaintenance(row);
    return { kind: "maintenance", id: row.id, maintenance, created_at: row.createdAt.toISOString(), ...revisionOf(record.get(row.id), row.createdAt, row.updates, maintenance.updates) };
  });
}

/** Changes in the audit log, and the last of them. */
type Recorded = { count: number; last: Date | null };

/** When something was last changed, and how often it was: what was recorded of it, what was said of it, and what was said in other words. */
function revisionOf(recorded: Recorded | undefined, created: Date, updates: readonly { _count: { earlier: number } }[], said: readonly { at: string; edited_at: string | null }[]): Pick<FeedEntry, "updated_at" | "changes"> {
  const moments = [created, ...(recorded?.last ? [recorded.last] : [])].map((at) => at.toISOString());
  const times = [...moments, ...said.flatMap(({ at, edited_at }) => (edited_at === null ? [at] : [at, edited_at]))];
  const edits = updates.reduce((sum, { _count }) => sum + _count.earlier, 0);
  return { updated_at: times.sort().at(-1)!, changes: (recorded?.count ?? 0) + updates.length + edits };
}

/**
 * What the audit log has of changes that show. An incident's own `updated_at` will not do: it is also that of a postmortem that
 * nobody may know of yet.
 */
async function publicRecord(scope: Scope, subjectType: "incident" | "maintenance", ids: string[]): Promise<Map<string, Recorded>> {
  const wasPublished = { action: "postmortem.deleted", NOT: { before: { contains: '"published_at":null' } } };
  const shows = { OR: [{ subjectType, action: { not: "maintenance.reminded" } }, { action: { in: ["postmortem.published", "postmortem.retracted"] } }, wasPublished] };
  const rows = await reader().auditEntry.groupBy({ by: ["subjectId"], where: { organizationId: scope.id, subjectId: { in: ids }, ...shows }, _count: true, _max: { at: true } });
  return new Map(rows.map(({ subjectId, _count, _max }) => [subjectId, { count: _count, last: _max.at }]));
}

/** The date of a moment, as YYYY-MM-DD on the clocks of a time zone. */
function dates(timeZone: string): (at: string) => string {
  const ahead = clocksOf(timeZone);
  return (at) => {
    const second = Math.floor(Date.parse(at) / 1_000);
    return moment(second + ahead(second)).toISOString().slice(0, "YYYY-MM-DD".length);
  };
}

function showComponent(component: Component, counted: ComponentUptime | undefined, first: Date | undefined, names: ReadonlyMap<string, IncidentLink>, dateOf: (at: string) => string, now: Date): PublicComponent {
  const { id, name, description, startDate, createdAt } = component;
  const began = dateOf((first !== undefined && first < createdAt ? first : createdAt).toISOString());
  const status = publicStatus(component.status, component.underMaintenance);
  const today = dateOf(now.toISOString());
  const days = (counted?.days ?? []).map(({ date, partial, major, degraded, incidentIds }) => ({
    date,
    partial_outage_seconds: partial,
    major_outage_seconds: major,
    degraded,
    incidents: incidentIds.flatMap((incident) => names.get(incident) ?? []),
  }));
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

/** When the record of each component begins; not one row more is read. */
async function firstRecords(scope: Scope): Promise<Map<string, Date>> {
  const rows = await reader().$queryRaw<{ componentId: string; at: Date }[]>`
    SELECT s.component_id AS "componentId", s.at FROM components c JOIN component_status_changes s
      ON s.id = (SELECT x.id FROM component_status_changes x WHERE x.component_id = c.id ORDER BY x.at, x.id LIMIT 1)
    WHERE c.organization_id = ${scope.id} AND c.archived_at IS NULL`;
  return new Map(rows.map(({ componentId, at }) => [componentId, at]));
}

/** Ids in one question to the database. */
const IDS_AT_ONCE = 500;

/** The names of all incidents on the days of these components. */
async function namesOf(scope: Scope, components: readonly ComponentUptime[]): Promise<Map<string, IncidentLink>> {
  const ids = [...new Set(components.flatMap(({ days }) => days.flatMap(({ incidentIds }) => incidentIds)))];
  const names = new Map<string, IncidentLink>();
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
    const rows = await reader().incident.findMany({ where: { organizationId: scope.id, id: { in: ids.slice(start, start + IDS_AT_ONCE) } }, select: { id: true, title: true, impact: true } });
    for (const { id, title, impact } of rows) names.set(id, { id, title, impact: impact as Impact });
  }
  return names;
}

/** When an update was last corrected: of what it said before, nothing is public. */
const edited = { earlier: { select: { replacedAt: true }, orderBy: [{ replacedAt: "desc" }, { id: "desc" }], take: 1 } } satisfies Prisma.IncidentUpdateSelect & Prisma.MaintenanceUpdateSelect;

/** How often an update was corrected. */
const editCount = { _count: { select: { earlier: true } } } as const;

const namedFields = { id: true, name: true, group: { select: { name: true } } } satisfies Prisma.ComponentSelect;
const nameOf = ({ group, ...component }: Prisma.ComponentGetPayload<{ select: typeof namedFields }>) => ({ ...component, group: group?.name ?? null });

const incidentFields = {
  id: true,
  title: true,
  status: true,
  impact: true,
  startedAt: true,
  resolvedAt: true,
  postmortem: true,
  postmortemPublishedAt: true,
  components: { select: { status: true, component: { select: namedFields } }, orderBy: { component: { position: "asc" } } },
  updates: { select: { status: true, body: true, displayAt: true, ...edited }, orderBy: [{ displayAt: "desc" }, { id: "desc" }] },
} satisfies Prisma.IncidentSelect;

/** Incidents as the public sees them, latest start first. */
async function findIncidents(where: Prisma.IncidentWhereInput & { organizationId: OrganizationId }): Promise<PublicIncident[]> {
  const rows = await reader().incident.findMany({ where, select: incidentFields, orderBy: [{ startedAt: "desc" }, { id: "desc" }] });
  return rows.map(showIncident);
}

function showIncident(row: Prisma.IncidentGetPayload<{ select: typeof incidentFields }>): PublicIncident {
  return {
    id: row.id,
    title: row.title,
    status: row.status as IncidentStatus,
    impact: row.impact as Impact,
    started_at: row.startedAt.toISOString(),
    resolved_at: row.resolvedAt?.toISOString() ?? null,
    components: row.components.map(({ status, component }) => ({ ...nameOf(component), status: status as ComponentStatus })),
    updates: row.updates.map(({ status, body, displayAt, earlier }) => ({
      status: status as IncidentStatus,
      body,
      at: displayAt.toISOString(),
      edited_at: earlier[0]?.replacedAt.toISOString() ?? null,
    })),
    postmortem: row.postmortem !== null && row.postmortemPublishedAt !== null ? { body: row.postmortem, published_at: row.postmortemPublishedAt.toISOString() } : null,
  };
}

const maintenanceFields = {
  id: true,
  title: true,
  status: true,
  scheduledFor: true,
  scheduledUntil: true,
  startedAt: true,
  endedAt: true,
  components: { select: { component: { select: namedFields } }, orderBy: { component: { position: "asc" } } },
  updates: { select: { status: true, body: true, createdAt: true, ...edited }, orderBy: [{ createdAt: "desc" }, { id: "desc" }] },
} satisfies Prisma.MaintenanceSelect;

/** Maintenances as the public sees them, the earliest plan first. */
async function findMaintenances(where: Prisma.MaintenanceWhereInput & { organizationId: OrganizationId }): Promise<PublicMaintenance[]> {
  const rows = await reader().maintenance.findMany({ where, select: maintenanceFields, orderBy: [{ scheduledFor: "asc" }, { id: "asc" }] });
  return rows.map(showMaintenance);
}

function showMaintenance(row: Prisma.MaintenanceGetPayload<{ select: typeof maintenanceFields }>): PublicMaintenance {
  return {
    id: row.id,
    title: row.title,
    status: row.status as MaintenanceStatus,
    scheduled_for: row.scheduledFor.toISOString(),
    scheduled_until: row.scheduledUntil.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    ended_at: row.endedAt?.toISOString() ?? null,
    components: row.components.map(({ component }) => nameOf(component)),
    updates: row.updates.map(({ status, body, createdAt, earlier }) => ({
      status: status as MaintenanceStatus,
      body,
      at: createdAt.toISOString(),
      edited_at: earlier[0]?.replacedAt.toISOString() ?? null,
    })),
  };
}

/** Incidents and maintenances that have pages which are published without being asked for: the newest of each kind. */
const MOST_PUBLISHED = 2_000;

/** What there is to have a page, each with the time of its last change; the times in milliseconds. */
export type Listing = {
  languages: readonly Language[];
  /** The month of the moment that was given. */
  present: string;
  /** What pages have in common, in a text that changes with it: the settings, and the names of components and groups. */
  frame: string;
  /** When anything that strangers see last changed. */
  changedAt: number;
  /** `changes`: of each incident and maintenance that names it. */
  components: { id: string; changes: number[] }[];
  /** Newest first; `month` as YYYY-MM on the page's clocks. */
  incidents: { id: string; month: string; changedAt: number; isOpen: boolean }[];
  maintenances: { id: string; month: string; changedAt: number }[];
};

/** All that has a page of its own or a feed, for whoever publishes it; null when there is no such organization. */
export async function getListing(orgID: string, now: Date): Promise<Listing | null> {
  const page = await findPage(orgID);
  if (page === null) return null;
  const { scope, organization } = page;
  const db = reader();
  const newest = { where: { organizationId: scope.id }, take: MOST_PUBLISHED };
  const [settings, components, groups, incidents, maintenances] = await Promise.all([
    db.organization.findUniqueOrThrow({ where: { id: scope.id }, select: { publicChangeMs: true } }),
    db.component.findMany({ where: { organizationId: scope.id, archivedAt: null }, select: { id: true, name: true, groupId: true }, orderBy: { id: "asc" } }),
    db.componentGroup.findMany({ where: { organizationId: scope.id }, select: { id: true, name: true }, orderBy: { id: "asc" } }),
    db.incident.findMany({ ...newest, orderBy: [{ startedAt: "desc" }, { id: "desc" }], select: { id: true, startedAt: true, resolvedAt: true, updatedAt: true, components: { select: { componentId: true } } } }),
    db.maintenance.findMany({
      ...newest,
      orderBy: [{ scheduledFor: "desc" }, { id: "desc" }],
      select: { id: true, startedAt: true, endedAt: true, scheduledFor: true, updatedAt: true, components: { select: { componentId: true } } },
    }),
  ]);
  const dateOf = dates(organization.time_zone);
  const monthOf = (at: Date) => dateOf(at.toISOString()).slice(0, "YYYY-MM".length);
  const changes = new Map(components.map(({ id }): [string, number[]] => [id, []]));
  for (const { updatedAt, components: touched } of [...incidents, ...maintenances]) {
    for (const { componentId } of touched) changes.get(componentId)?.push(updatedAt.getTime());
  }
  return {
    languages: organization.languages,
    present: monthOf(now),
    frame: JSON.stringify([organization, components, groups]),
    changedAt: Number(settings.publicChangeMs),
    components: components.map(({ id }) => ({ id, changes: changes.get(id)! })),
    incidents: incidents.map(({ id, startedAt, resolvedAt, updatedAt }) => ({ id, month: monthOf(startedAt), changedAt: updatedAt.getTime(), isOpen: resolvedAt === null })),
    maintenances: maintenances.map(({ id, startedAt, endedAt, scheduledFor, updatedAt }) => ({ id, month: monthOf(endedAt ?? startedAt ?? scheduledFor), changedAt: updatedAt.getTime() })),
  };
}
