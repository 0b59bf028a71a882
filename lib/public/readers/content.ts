import { type ComponentGroup, listGroups } from "@/lib/component-groups/queries";
import { type Component, listComponents } from "@/lib/components/queries";
import { reader } from "@/lib/db/database";
import type { OrganizationId } from "@/lib/organizations/scope";
import { pastDays } from "@/lib/public/page/rules";
import {
  FEED_ENTRIES,
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
  listIncidents,
  listMaintenances,
  loadIncidents,
  loadMaintenances,
} from "./events";
import { findPublicOrganization, type PublicOrganization } from "./organization";

/** `recordedSince`: when its status timeline begins; `changedAt`: when its content last changed. */
export type ContentComponent = Component & { recordedSince: Date; changedAt: Date };

/** Public data of the present and of the last days. Page, API v2, feeds and badge show parts of it. */
export type PublicContent = PublicOrganization & {
  /** By position, without archived ones. */
  components: ContentComponent[];
  /** By position. */
  groups: ComponentGroup[];
  /** Unresolved and recently resolved incidents, latest start first. */
  recentIncidents: ListedIncident[];
  /** Scheduled, running and recently ended maintenance, by scheduled start. */
  recentMaintenances: ListedMaintenance[];
  past: PastDay<ListedIncident, ListedMaintenance>[];
  /** Every unresolved incident, those of past days, and the newest 50; latest start first. */
  incidents: PublicIncident[];
  /** All scheduled and running maintenance, that of past days, and the newest 50; latest first. */
  maintenances: PublicMaintenance[];
};

/** Reads everything at `now`. Returns null if there is no such organization. */
export async function readPublicContent(orgID: string, now: Date): Promise<PublicContent | null> {
  // Read first: what changes meanwhile must have a later time than `changedAt`.
  const found = await findPublicOrganization(orgID);
  if (found === null) return null;
  const { id: organizationId, organization } = found;
  const days = listLastDays(PAST_DAYS, Math.floor(now.getTime() / 1_000), organization.time_zone);
  const since = new Date(days.starts[0]! * 1_000);
  const [components, timelines, groups, recentIncidents, newest, recentMaintenances, latest] =
    await Promise.all([
      listComponents({ id: organizationId }),
      readTimelineBounds(organizationId),
      listGroups({ id: organizationId }),
      listIncidents({
        organizationId,
        OR: [{ resolvedAt: null }, { resolvedAt: { gte: since } }],
      }),
      listIncidents({ organizationId }, FEED_ENTRIES),
      listMaintenances({
        organizationId,
        OR: [
          { status: { in: ["scheduled", "in_progress", "verifying"] } },
          { endedAt: { gte: since } },
        ],
      }),
      listMaintenances({ organizationId }, "desc", FEED_ENTRIES),
    ]);
  const past = pastDays(days.dates, (at) => toLocalDate(new Date(at), organization.time_zone), {
    incidents: recentIncidents,
    maintenances: recentMaintenances.filter(({ status }) => status === "completed"),
  });
  const [incidents, maintenances] = await Promise.all([
    loadIncidents(
      unique(
        recentIncidents.filter(({ resolved_at }) => resolved_at === null),
        past.flatMap((day) => day.incidents),
        newest,
      ),
    ),
    loadMaintenances(
      unique(
        recentMaintenances.filter(({ ended_at }) => ended_at === null),
        past.flatMap((day) => day.maintenances),
        latest,
      ),
    ),
  ]);
  return {
    ...found,
    components: components.map((component) => {
      const { id, createdAt, updatedAt } = component;
      const timeline = timelines.get(id);
      const [recordedSince, lastChange] = [timeline?.first ?? createdAt, timeline?.last];
      const changedAt = lastChange !== undefined && lastChange > updatedAt ? lastChange : updatedAt;
      return { ...component, recordedSince, changedAt };
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

/** Without repetitions, by ID. */
export const unique = <Of extends { id: string }>(...lists: (readonly Of[])[]): Of[] => [
  ...new Map(lists.flat().map((item) => [item.id, item])).values(),
];

const compareLatest = (a: string, b: string, aId: string, bId: string): number =>
  compare(b, a) || compare(bId, aId);
export const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** When the status timeline of each component begins, and when it last changed. */
async function readTimelineBounds(
  organizationId: OrganizationId,
): Promise<Map<string, { first: Date; last: Date }>> {
  type Row = { componentId: string; first: Date | string | null; last: Date | string | null };
  const rows = await reader().$queryRaw<Row[]>`
    SELECT c.id AS "componentId",
      (SELECT MIN(s.at) FROM component_status_changes s WHERE s.component_id = c.id) AS first,
      (SELECT MAX(s.at) FROM component_status_changes s WHERE s.component_id = c.id) AS last
    FROM components c WHERE c.organization_id = ${organizationId} AND c.archived_at IS NULL`;
  return new Map(
    rows.flatMap(({ componentId, first, last }) =>
      first === null || last === null
        ? []
        : [[componentId, { first: new Date(first), last: new Date(last) }] as const],
    ),
  );
}
