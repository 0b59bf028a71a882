import type { PublicStatus } from "@/lib/components/schema";
import { reader } from "@/lib/db";
import type { OrganizationId } from "@/lib/organizations/scope";
import { type Change, countedFrom, countOutages, type Days, daysOfIncident, type Downtime, downtimeByMonth, lastDays, type MonthOfUptime, uptime } from "./rules";

/** Outages and incidents of one component on one day. */
export type Day = { date: string; partial: number; major: number; incidentIds: string[] };
/** `uptime` is in percent, null where nothing was counted yet; `days` are those on which there was something. */
export type ComponentUptime = { id: string; uptime: number | null; partial: number; major: number; days: Day[]; months: MonthUptime[] };
/** `months` are all that the days touch, oldest first, as YYYY-MM. */
export type MonthUptime = { month: string; uptime: number | null };
export type Uptime = { days: number; timeZone: string; from: Date; to: Date; components: ComponentUptime[]; groups: { id: string; uptime: number | null; months: MonthUptime[] }[] };

type ComponentRow = { id: string; groupId: string | null; startDate: string | null; createdAt: Date };
type IncidentRow = { componentId: string; id: string; startedAt: Date; resolvedAt: Date | null };

const second = (at: Date) => Math.floor(at.getTime() / 1_000);
const moment = (at: number) => new Date(at * 1_000);

/** The uptime of all components that are not archived, in their order, and of all groups, over the last days of the page's time zone. */
export async function getUptime(scope: { id: OrganizationId }, { days: count }: { days: number }, now: Date): Promise<Uptime> {
  const db = reader();
  const organization = await db.organization.findUnique({ where: { id: scope.id }, select: { timeZone: true } });
  const timeZone = organization?.timeZone ?? "Etc/UTC";
  const days = lastDays(count, second(now), timeZone);
  const from = moment(days.starts[0]!);
  const [components, groups, changes, incidents] = await Promise.all([
    db.component.findMany({
      where: { organizationId: scope.id, archivedAt: null },
      select: { id: true, groupId: true, startDate: true, createdAt: true },
      orderBy: [{ position: "asc" }, { id: "asc" }],
    }),
    db.componentGroup.findMany({ where: { organizationId: scope.id }, select: { id: true }, orderBy: [{ position: "asc" }, { id: "asc" }] }),
    findChanges(scope, from),
    findIncidents(scope, from),
  ]);
  const measured = components.map((component) => measure(component, days, changes.get(component.id) ?? [], incidents.get(component.id) ?? []));
  const members = new Map(groups.map(({ id }): [string, Measured[]] => [id, []]));
  for (const [index, { groupId }] of components.entries()) if (groupId !== null) members.get(groupId)?.push(measured[index]!);
  return {
    days: count,
    timeZone,
    from,
    to: moment(days.now),
    components: measured.map(({ component }) => component),
    groups: groups.map(({ id }) => {
      const measured = members.get(id)!;
      const months = measured[0]?.months.map(({ month }, index) => ({ month, uptime: uptime(measured.map(({ months }) => months[index]!.downtime)) })) ?? [];
      return { id, uptime: uptime(measured.map(({ downtime }) => downtime)), months };
    }),
  };
}

type Measured = { component: ComponentUptime; downtime: Downtime; months: MonthOfUptime[] };

function measure(row: ComponentRow, days: Days, changes: Change[], incidents: IncidentRow[]): Measured {
  const { id, startDate } = row;
  const from = countedFrom(days, { startDate, createdAt: second(row.createdAt), recordedFrom: changes[0]?.at ?? Infinity });
  const { downtime, days: outages } = from === null ? { downtime: { partial: 0, major: 0, period: 0 }, days: new Map() } : countOutages(changes, days, from);
  const months = downtimeByMonth(days, from ?? Infinity, outages);
  const told = { id, uptime: uptime([downtime]), partial: downtime.partial, major: downtime.major, months: months.map(({ month, downtime }) => ({ month, uptime: uptime([downtime]) })) };
  if (from === null) return { component: { ...told, days: [] }, downtime, months };
  const incidentIds = new Map<number, string[]>();
  for (const incident of incidents) {
    const times = { startedAt: second(incident.startedAt), resolvedAt: incident.resolvedAt && second(incident.resolvedAt) };
    for (const day of daysOfIncident(days, from, times)) {
      const known = incidentIds.get(day);
      if (known === undefined) incidentIds.set(day, [incident.id]);
      else known.push(incident.id);
    }
  }
  const eventful = [...new Set([...outages.keys(), ...incidentIds.keys()])].sort((a, b) => a - b);
  const eventfulDays = eventful.map((day) => ({ date: days.dates[day]!, partial: 0, major: 0, ...outages.get(day), incidentIds: incidentIds.get(day) ?? [] }));
  return { component: { ...told, days: eventfulDays }, downtime, months };
}

/** The words of the record that count, by their first letters. */
const outages: Partial<Record<string, PublicStatus>> = { p: "partial_outage", m: "major_outage" };
const LETTER_AND_TIME = "p2026-11-20 09:30:00".length;

/**
 * The record of each component from `from` on, and the last change before that, which says what it was then; all else than an
 * outage as operational. One row and one text per component: what makes a row costs more than what is in it.
 */
async function findChanges(scope: { id: OrganizationId }, from: Date): Promise<Map<string, Change[]>> {
  const rows = await reader().$queryRaw<{ componentId: string; changes: string }[]>`
    SELECT r.component_id AS "componentId", string_agg(r.change, ',' ORDER BY r.at, r.id) AS changes FROM (
      SELECT s.component_id, s.at, s.id, substr(s.status, 1, 1) || substr(CAST(s.at AS TEXT), 1, 19) AS change
      FROM components c JOIN component_status_changes s ON s.component_id = c.id
      WHERE c.organization_id = ${scope.id} AND c.archived_at IS NULL AND s.at >= ${from}
      UNION ALL
      SELECT s.component_id, s.at, s.id, substr(s.status, 1, 1) || substr(CAST(s.at AS TEXT), 1, 19) AS change
      FROM components c JOIN component_status_changes s
        ON s.id = (SELECT x.id FROM component_status_changes x WHERE x.component_id = c.id AND x.at < ${from} ORDER BY x.at DESC, x.id DESC LIMIT 1)
      WHERE c.organization_id = ${scope.id} AND c.archived_at IS NULL
    ) r GROUP BY r.component_id`;
  return new Map(rows.map(({ componentId, changes }) => [componentId, readChanges(changes)]));
}

/** Changes as the query writes them: `p2026-11-20 09:30:00,o2026-…`, with a T or a blank before the hour. */
function readChanges(text: string): Change[] {
  const changes: Change[] = [];
  for (let start = 0; start < text.length; start += LETTER_AND_TIME + 1) {
    const at = Date.parse(`${text.slice(start + 1, start + 11)}T${text.slice(start + 12, start + LETTER_AND_TIME)}Z`) / 1_000;
    changes.push({ at, status: outages[text[start]!] ?? "operational" });
  }
  return changes;
}

/** The incidents that went on at `from` or began after it, by component, in the order of their start. */
async function findIncidents(scope: { id: OrganizationId }, from: Date): Promise<Map<string, IncidentRow[]>> {
  const rows = await reader().$queryRaw<IncidentRow[]>`
    SELECT ic.component_id AS "componentId", i.id, i.started_at AS "startedAt", i.resolved_at AS "resolvedAt"
    FROM incidents i JOIN incident_components ic ON ic.incident_id = i.id
    WHERE i.organization_id = ${scope.id} AND i.resolved_at IS NULL
    UNION ALL
    SELECT ic.component_id, i.id, i.started_at, i.resolved_at
    FROM incidents i JOIN incident_components ic ON ic.incident_id = i.id
    WHERE i.organization_id = ${scope.id} AND i.resolved_at >= ${from}`;
  // Asked for in order, SQLite would walk through all incidents of the organization to spare itself the sort.
  rows.sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime() || (a.id < b.id ? -1 : 1));
  const incidents = new Map<string, IncidentRow[]>();
  for (const row of rows) {
    const known = incidents.get(row.componentId);
    if (known === undefined) incidents.set(row.componentId, [row]);
    else known.push(row);
  }
  return incidents;
}
