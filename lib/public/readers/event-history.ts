import { reader } from "@/lib/db/database";
import type { OrganizationId } from "@/lib/organizations/scope";
import { compareText, parseMonth } from "@/lib/public/page/rules";
import {
  MAX_FEED_ENTRIES,
  type FeedEntry,
  MAX_HISTORY_ENTRIES,
  type HistoryPage,
  type IncidentPage,
  type MaintenancePage,
  type PublicIncident,
  type PublicMaintenance,
} from "@/lib/public/page/schema";
import { addMonths, getDayStart, toLocalDate } from "@/lib/time/rules";
import {
  type ListedIncident,
  type ListedMaintenance,
  listPublicIncidents,
  listPublicMaintenances,
  loadIncidents,
  loadMaintenances,
  withNewestUpdates,
} from "./public-events";
import { findPublicOrganization } from "./public-organization";

export async function getIncidentPage(orgID: string, id: string): Promise<IncidentPage | null> {
  const found = await findPublicOrganization(orgID);
  const listed = found && (await listPublicIncidents({ organizationId: found.id, id }));
  const [incident] = await loadIncidents(listed ?? []);
  return found && incident ? { organization: found.organization, incident } : null;
}

export async function getMaintenancePage(
  orgID: string,
  id: string,
): Promise<MaintenancePage | null> {
  const found = await findPublicOrganization(orgID);
  const listed = found && (await listPublicMaintenances({ organizationId: found.id, id }));
  const [maintenance] = await loadMaintenances(listed ?? []);
  return found && maintenance ? { organization: found.organization, maintenance } : null;
}

/**
 * Returns the events of a month (YYYY-MM, by default the current one). Returns null if the
 * organization, the month, or the part doesn't exist. The first month is that of the organization's
 * creation or of the first event, whichever is earlier.
 */
export async function getHistoryPage(
  orgID: string,
  requested: string | undefined,
  now: Date,
  part = 1,
): Promise<HistoryPage | null> {
  const found = await findPublicOrganization(orgID);
  if (found === null) return null;
  const { id: organizationId, organization } = found;
  const toMonth = (at: Date) => toLocalDate(at, organization.time_zone).slice(0, "YYYY-MM".length);
  const present = toMonth(now);
  const month = parseMonth(requested ?? present, present);
  if (month === null) return null;
  const getStart = (start: string) => getDayStart(`${start}-01`, organization.time_zone);
  const [from, until] = [getStart(month), getStart(addMonths(month, 1))];
  const within = { gte: from, lt: until };
  const [incidents, maintenances, others] = await Promise.all([
    listPublicIncidents({ organizationId, startedAt: within }),
    listPublicMaintenances({
      organizationId,
      OR: [{ endedAt: within }, { endedAt: null, startedAt: within }],
    }),
    listNearestTimes(organizationId, from, until),
  ]);
  const months = others.map(toMonth).toSorted();
  const earlier = months.filter((other) => other < month).at(-1) ?? null;
  const entries = [
    ...incidents.map((incident) => ({ at: incident.started_at, incident })),
    ...maintenances.map((maintenance) => ({
      at: maintenance.ended_at ?? maintenance.started_at ?? maintenance.scheduled_for,
      maintenance,
    })),
  ].sort((a, b) => compareText(b.at, a.at));
  const isBeforeAll = earlier === null && month < toMonth(new Date(found.createdAt));
  if (entries.length === 0 && isBeforeAll && month !== present) return null;
  const parts = Math.max(1, Math.ceil(entries.length / MAX_HISTORY_ENTRIES));
  if (part > parts) return null;
  return {
    organization,
    month,
    part,
    parts,
    earlier,
    // This link skips months without events, except for the current month.
    later:
      month < present
        ? (months.find((other) => other > month && other < present) ?? present)
        : null,
    entries: await withUpdates(
      entries.slice((part - 1) * MAX_HISTORY_ENTRIES, part * MAX_HISTORY_ENTRIES),
    ),
  };
}

type ListedEntry = { incident: ListedIncident } | { maintenance: ListedMaintenance };

async function withUpdates(entries: readonly ListedEntry[]): Promise<FeedEntry[]> {
  const [incidents, maintenances] = await Promise.all([
    loadIncidents(entries.flatMap((entry) => ("incident" in entry ? [entry.incident] : []))),
    loadMaintenances(
      entries.flatMap((entry) => ("maintenance" in entry ? [entry.maintenance] : [])),
    ),
  ]);
  return entries.map((entry) =>
    withNewestUpdates<FeedEntry>(
      "incident" in entry
        ? { kind: "incident", ...incidents.shift()! }
        : { kind: "maintenance", ...maintenances.shift()! },
      1,
    ),
  );
}

/** Returns the times of the nearest events outside a month, and of all maintenance in progress. */
async function listNearestTimes(id: OrganizationId, from: Date, until: Date): Promise<Date[]> {
  const rows = await reader().$queryRaw<{ at: Date | string | null }[]>`
    SELECT MAX(started_at) AS at FROM incidents WHERE organization_id = ${id} AND started_at < ${from}
    UNION ALL SELECT MIN(started_at) FROM incidents
      WHERE organization_id = ${id} AND started_at >= ${until}
    UNION ALL SELECT MAX(ended_at) FROM maintenances
      WHERE organization_id = ${id} AND ended_at < ${from}
    UNION ALL SELECT MIN(ended_at) FROM maintenances
      WHERE organization_id = ${id} AND ended_at >= ${until}
    UNION ALL SELECT started_at FROM maintenances
      WHERE organization_id = ${id} AND ended_at IS NULL AND started_at IS NOT NULL`;
  return rows.flatMap(({ at }) => (at === null ? [] : [new Date(at)]));
}

export type PastEvents = { resolved: PublicIncident[]; maintenances: PublicMaintenance[] };

/** Returns the newest 50 resolved incidents, and the newest 50 maintenances except canceled ones. */
export async function getPastEvents(organizationId: OrganizationId): Promise<PastEvents> {
  const [resolved, maintenances] = await Promise.all([
    listPublicIncidents({ organizationId, resolvedAt: { not: null } }, MAX_FEED_ENTRIES),
    listPublicMaintenances(
      { organizationId, status: { not: "cancelled" } },
      "desc",
      MAX_FEED_ENTRIES,
    ),
  ]);
  return {
    resolved: await loadIncidents(resolved),
    maintenances: await loadMaintenances(maintenances),
  };
}
