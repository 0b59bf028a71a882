import type { PublicStatus } from "@/lib/components/schema";
import { isPostgresql, reader } from "@/lib/db/database";
import { sql } from "@/lib/statements";
import type { OrganizationId } from "@/lib/organizations/scope";
import type { MonthUptime } from "@/lib/public/page/schema";
import { groupRows } from "@/lib/relations";
import {
  type TimelineChange,
  countOutages,
  findDayIndex,
  type Days,
  getMaxIncidentsPerDay,
  groupIncidentsByDay,
  type Downtime,
  sumDowntimeByMonth,
  excludeShortMeasurements,
  listLastDays,
  getCountedFrom,
  getMeasuredSince,
  type MonthlyDowntime,
  type TimedIncident,
  toSeconds,
  calculateUptime,
} from "./rules";
import type { UptimeReport } from "./serialize";

export type ComponentUptime = UptimeReport["components"][number];
/** `months` maps the ID of each component and group to its monthly uptime. The API omits it. */
export type Uptime = UptimeReport & { months: ReadonlyMap<string, MonthUptime[]> };

type ComponentRow = {
  id: string;
  groupId: string | null;
  startDate: string | null;
  createdAt: Date;
};
type IncidentRow = { componentId: string } & TimedIncident;

const toDate = (at: number) => new Date(at * 1_000);

export async function getUptime(
  scope: { id: OrganizationId; timeZone: string },
  { days: count }: { days: number },
  now: Date,
): Promise<Uptime> {
  const db = reader();
  const { timeZone } = scope;
  const days = listLastDays(count, toSeconds(now), timeZone);
  const from = toDate(days.starts[0]!);
  // This is raw SQL, because Prisma compiles its queries on first use, which slows requests.
  const [components, groups, timelines, incidents] = await Promise.all([
    db.$queryRaw<ComponentRow[]>`
      SELECT id, group_id AS "groupId", start_date AS "startDate", created_at AS "createdAt" FROM components
      WHERE organization_id = ${scope.id} AND archived_at IS NULL ORDER BY position, id`,
    db.$queryRaw<
      { id: string }[]
    >`SELECT id FROM component_groups WHERE organization_id = ${scope.id} ORDER BY position, id`,
    findTimelines(scope, from),
    findIncidents(scope, from),
  ]);
  const maxIncidents = getMaxIncidentsPerDay(components.length, count);
  const measured = components.map((component) => {
    const { id } = component;
    return measure(component, days, timelines.get(id) ?? [], incidents.get(id) ?? [], maxIncidents);
  });
  const members = new Map(groups.map(({ id }): [string, Measurement[]] => [id, []]));
  for (const [index, { groupId }] of components.entries())
    if (groupId !== null) members.get(groupId)?.push(measured[index]!);
  const all = [...measured.map((one) => [one.component.id, [one]] as const), ...members];
  return {
    days: count,
    time_zone: timeZone,
    from: from.toISOString(),
    to: toDate(days.now).toISOString(),
    components: measured.map(({ component }) => component),
    groups: [...members].map(([id, some]) => ({
      id,
      uptime: calculateUptime(some.map(({ downtime }) => downtime)),
    })),
    months: new Map(all.map(([id, some]) => [id, calculateMonths(some)])),
  };
}

type Measurement = { component: ComponentUptime; downtime: Downtime; months: MonthlyDowntime[] };

const calculateMonths = (measured: readonly Measurement[]): MonthUptime[] =>
  (measured[0]?.months ?? []).map(({ month }, index) => ({
    month,
    uptime: calculateUptime(measured.map(({ months }) => months[index]!.downtime)),
  }));

function measure(
  row: ComponentRow,
  days: Days,
  changes: readonly TimelineChange[],
  incidents: readonly IncidentRow[],
  maxIncidents: number,
): Measurement {
  const { id, startDate } = row;
  const timelineStart = changes[0]?.at ?? Infinity;
  const starts = { startDate, createdAt: toSeconds(row.createdAt), timelineStart };
  const since = getMeasuredSince(days, starts);
  const from = getCountedFrom(days, since);
  const { downtime: counted, days: outages } = countOutages(changes, days, from);
  const { downtime, months } = excludeShortMeasurements(
    days,
    since,
    counted,
    sumDowntimeByMonth(days, from, outages),
  );
  const incidentsByDay = groupIncidentsByDay(incidents, days, from, maxIncidents);
  const eventDays = [...new Set([...outages.keys(), ...incidentsByDay.keys()])].sort(
    (a, b) => a - b,
  );
  const daysWithEvents = eventDays.map((day) => {
    const outage = outages.get(day);
    const { partial, major } = outage ?? { partial: 0, major: 0 };
    return {
      date: days.dates[day]!,
      partial_outage_seconds: partial,
      major_outage_seconds: major,
      degraded: outage !== undefined && partial + major === 0,
      incident_ids: incidentsByDay.get(day) ?? [],
    };
  });
  const component = {
    id,
    uptime: calculateUptime([downtime]),
    counted_from: from === Infinity ? null : days.dates[findDayIndex(days, from)]!,
    partial_outage_seconds: counted.partial,
    major_outage_seconds: counted.major,
    days: daysWithEvents,
  };
  return { component, downtime, months };
}

/**
 * Reads the status changes of each component since `from`, and the last one before it. Excludes
 * archived components.
 */
async function findTimelines(
  scope: { id: OrganizationId },
  from: Date,
): Promise<Map<string, TimelineChange[]>> {
  const seconds = isPostgresql() ? sql`floor(extract(epoch FROM s.at))` : sql`unixepoch(s.at)`;
  const change = sql`s.status || ' ' || ${seconds}`;
  // The changes of each component are joined into one row, because reading 100,000 rows takes three
  // times as long. The subquery sorts with the index. An ORDER BY in the aggregate would re-sort.
  const rows = await reader().$queryRaw<
    { id: string; before: string | null; changes: string | null }[]
  >`
    SELECT c.id,
      (SELECT ${change} FROM component_status_changes s WHERE s.component_id = c.id AND s.at < ${from}
        ORDER BY s.at DESC, s.id DESC LIMIT 1) AS before,
      (SELECT string_agg(sorted.change, ',') FROM (
        SELECT ${change} AS change FROM component_status_changes s
        WHERE s.component_id = c.id AND s.at >= ${from} ORDER BY s.at, s.id
      ) AS sorted) AS changes
    FROM components c WHERE c.organization_id = ${scope.id} AND c.archived_at IS NULL`;
  return new Map(
    rows.map(({ id, before, changes }) => [
      id,
      [before, changes].flatMap((text) => (text === null ? [] : text.split(",").map(parseChange))),
    ]),
  );
}

function parseChange(text: string): TimelineChange {
  const space = text.indexOf(" ");
  return { status: text.slice(0, space) as PublicStatus, at: Number(text.slice(space + 1)) };
}

async function findIncidents(
  scope: { id: OrganizationId },
  from: Date,
): Promise<Map<string, IncidentRow[]>> {
  const rows = await reader().$queryRaw<IncidentRow[]>`
    SELECT ic.component_id AS "componentId", i.id, i.started_at AS "startedAt", i.resolved_at AS "resolvedAt"
    FROM incidents i JOIN incident_components ic ON ic.incident_id = i.id
    WHERE i.organization_id = ${scope.id} AND i.resolved_at IS NULL
    UNION ALL
    SELECT ic.component_id, i.id, i.started_at, i.resolved_at
    FROM incidents i JOIN incident_components ic ON ic.incident_id = i.id
    WHERE i.organization_id = ${scope.id} AND i.resolved_at >= ${from}`;
  // The rows are sorted here, because SQLite would scan all incidents for an ORDER BY.
  rows.sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime() || (a.id < b.id ? -1 : 1));
  return groupRows(rows, ({ componentId }) => componentId);
}
