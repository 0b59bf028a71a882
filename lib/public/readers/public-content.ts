import { type ComponentGroup, listGroups } from "@/lib/component-groups/queries";
import { type Component, listComponents } from "@/lib/components/queries";
import { reader } from "@/lib/db/database";
import type { OrganizationId } from "@/lib/organizations/scope";
import { compareText, groupEventsByDay } from "@/lib/public/page/rules";
import {
  MAX_FEED_ENTRIES,
  PAST_DAYS,
  type PastDay,
  type PublicIncident,
  type PublicMaintenance,
} from "@/lib/public/page/schema";
import { toLocalDate } from "@/lib/time/rules";
import { listLastDays } from "@/lib/uptime/rules";
import {
  type ListedIncident,
  type ListedMaintenance,
  listPublicIncidents,
  listPublicMaintenances,
  loadIncidents,
  loadMaintenances,
} from "./public-events";
import { findPublicOrganization, type PublicOrganization } from "./public-organization";

/** `changedAt` is the time of the last public change. */
export type ContentComponent = Component & { changedAt: Date };

export type PublicContent = PublicOrganization & {
  components: ContentComponent[];
  groups: ComponentGroup[];
  recentIncidents: ListedIncident[];
  recentMaintenances: ListedMaintenance[];
  past: PastDay<ListedIncident, ListedMaintenance>[];
  /**
   * Unresolved incidents, the `incidents` of each day in `past`, and the newest 50, sorted by
   * start, latest first.
   */
  incidents: PublicIncident[];
  /**
   * Maintenances that have not ended, those in `past`, and the newest 50, sorted by scheduled
   * start, latest first.
   */
  maintenances: PublicMaintenance[];
};

/**
 * Reads the content that a page, its feeds, and its API share. Uptime is read separately. Returns
 * null if the organization has no public page.
 */
export async function readPublicContent(orgID: string, now: Date): Promise<PublicContent | null> {
  // The organization is read first, so that the content includes all changes up to `changedAt`.
  const found = await findPublicOrganization(orgID);
  if (found === null) return null;
  const { id: organizationId, organization } = found;
  const days = listLastDays(PAST_DAYS, Math.floor(now.getTime() / 1_000), organization.time_zone);
  const since = new Date(days.starts[0]! * 1_000);
  const [components, statusChanges, groups, events] = await Promise.all([
    listComponents({ id: organizationId }),
    readLastStatusChanges(organizationId),
    listGroups({ id: organizationId }),
    readEvents(organizationId, since),
  ]);
  const [recentIncidents, newest, recentMaintenances, latest] = events;
  const past = groupEventsByDay(
    days.dates,
    (at) => toLocalDate(new Date(at), organization.time_zone),
    {
      incidents: recentIncidents,
      maintenances: recentMaintenances.filter(({ status }) => status === "completed"),
    },
  );
  const [incidents, maintenances] = await Promise.all([
    loadIncidents(
      removeDuplicates(
        recentIncidents.filter(({ resolved_at }) => resolved_at === null),
        past.flatMap((day) => day.incidents),
        newest,
      ),
    ),
    loadMaintenances(
      removeDuplicates(
        recentMaintenances.filter(({ ended_at }) => ended_at === null),
        past.flatMap((day) => day.maintenances),
        latest,
      ),
    ),
  ]);
  return {
    ...found,
    components: components.map((component) => {
      const { updatedAt } = component;
      const statusChangedAt = statusChanges.get(component.id) ?? updatedAt;
      return { ...component, changedAt: statusChangedAt > updatedAt ? statusChangedAt : updatedAt };
    }),
    groups,
    recentIncidents,
    recentMaintenances,
    past,
    incidents: incidents.sort((a, b) => compareLatest(a.started_at, b.started_at, a.id, b.id)),
    maintenances: maintenances.sort((a, b) =>
      compareLatest(a.scheduled_for, b.scheduled_for, a.id, b.id),
    ),
  };
}

/**
 * Reads incidents that are unresolved or ended after `since`, the newest 50 incidents, and the same
 * for maintenance.
 */
const readEvents = (organizationId: OrganizationId, since: Date) =>
  Promise.all([
    listPublicIncidents({
      organizationId,
      OR: [{ resolvedAt: null }, { resolvedAt: { gte: since } }],
    }),
    listPublicIncidents({ organizationId }, MAX_FEED_ENTRIES),
    listPublicMaintenances({
      organizationId,
      OR: [
        { status: { in: ["scheduled", "in_progress", "verifying"] } },
        { endedAt: { gte: since } },
      ],
    }),
    listPublicMaintenances({ organizationId }, "desc", MAX_FEED_ENTRIES),
  ]);

export const removeDuplicates = <Of extends { id: string }>(...lists: (readonly Of[])[]): Of[] => [
  ...new Map(lists.flat().map((item) => [item.id, item])).values(),
];

const compareLatest = (a: string, b: string, aId: string, bId: string): number =>
  compareText(b, a) || compareText(bId, aId);

async function readLastStatusChanges(organizationId: OrganizationId): Promise<Map<string, Date>> {
  const rows = await reader().$queryRaw<{ id: string; at: Date | string | null }[]>`
    SELECT c.id,
      (SELECT MAX(s.at) FROM component_status_changes s WHERE s.component_id = c.id) AS at
    FROM components c WHERE c.organization_id = ${organizationId} AND c.archived_at IS NULL`;
  return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, new Date(at)] as const])));
}
