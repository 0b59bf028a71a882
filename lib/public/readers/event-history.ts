import { reader } from "@/lib/db/database";
import { MAX_LISTED } from "@/lib/public/api-v2/schema";
import { compareText, parseMonth } from "@/lib/public/page/rules";
import {
  type FeedEntry,
  HISTORY_ENTRIES,
  type HistoryPage,
  type IncidentPage,
  type MaintenancePage,
  type PublicIncident,
  type PublicMaintenance,
} from "@/lib/public/page/schema";
import { addMonths, getMonthStart, toLocalDate } from "@/lib/time/rules";
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
  const getStart = (start: string) =>
    new Date(getMonthStart(start, organization.time_zone) * 1_000);
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
  const parts = Math.max(1, Math.ceil(entries.length / HISTORY_ENTRIES));
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
    entries: await withUpdates(entries.slice((part - 1) * HISTORY_ENTRIES, part * HISTORY_ENTRIES)),
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
async function listNearestTimes(organizationId: string, from: Date, until: Date): Promise<Date[]> {
  const db = reader();
  const [running, ...nearest] = await Promise.all([
    db.maintenance.findMany({
      where: { organizationId, endedAt: null, startedAt: { not: null } },
      select: { startedAt: true },
    }),
    db.incident.findFirst({
      where: { organizationId, startedAt: { lt: from } },
      orderBy: [{ startedAt: "desc" }, { id: "desc" }],
      select: { startedAt: true },
    }),
    db.incident.findFirst({
      where: { organizationId, startedAt: { gte: until } },
      orderBy: [{ startedAt: "asc" }, { id: "asc" }],
      select: { startedAt: true },
    }),
    db.maintenance.findFirst({
      where: { organizationId, endedAt: { lt: from } },
      orderBy: { endedAt: "desc" },
      select: { endedAt: true },
    }),
    db.maintenance.findFirst({
      where: { organizationId, endedAt: { gte: until } },
      orderBy: { endedAt: "asc" },
      select: { endedAt: true },
    }),
  ]);
  return [...running, ...nearest].flatMap((row) =>
    Object.values(row ?? {}).flatMap((at) => at ?? []),
  );
}

/**
 * The newest 50 incidents, resolved incidents, and maintenances, each sorted by start (maintenance
 * by scheduled start), latest first. Canceled maintenance is omitted.
 */
export type PastEvents = {
  incidents: PublicIncident[];
  resolved: PublicIncident[];
  maintenances: PublicMaintenance[];
};

/**
 * Returns the newest incidents, resolved incidents, and maintenance of a page, or null if the
 * organization has no public page.
 */
export async function getPastEvents(orgID: string): Promise<PastEvents | null> {
  const found = await findPublicOrganization(orgID);
  if (found === null) return null;
  const organizationId = found.id;
  const [incidents, resolved, maintenances] = await Promise.all([
    listPublicIncidents({ organizationId }, MAX_LISTED),
    listPublicIncidents({ organizationId, resolvedAt: { not: null } }, MAX_LISTED),
    listPublicMaintenances({ organizationId, status: { not: "cancelled" } }, "desc", MAX_LISTED),
  ]);
  return {
    incidents: await loadIncidents(incidents),
    resolved: await loadIncidents(resolved),
    maintenances: await loadMaintenances(maintenances),
  };
}
