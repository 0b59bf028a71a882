import { compareText, listCurrentMaintenances, sortByImpact } from "@/lib/public/page/rules";
import {
  type Feed,
  MAX_FEED_ENTRIES,
  MAX_FEED_UPDATES,
  type PublicIncident,
  type PublicMaintenance,
} from "@/lib/public/page/schema";
import { type PublicContent, removeDuplicates } from "./public-content";
import {
  findNamedComponent,
  type ListedIncident,
  type ListedMaintenance,
  listPublicIncidents,
  listPublicMaintenances,
  loadIncidents,
  loadMaintenances,
  withNewestUpdates,
} from "./public-events";
import { findPublicOrganization } from "./public-organization";

/**
 * Returns the feed of a page. It contains the newest 50 incidents and the newest 50 maintenances,
 * and up to 50 of each that have not ended.
 */
export const getFeed = ({
  organization,
  createdAt,
  incidents,
  maintenances,
}: PublicContent): Feed => ({
  organization,
  component: null,
  since: createdAt,
  entries: toEntries(selectIncidents(incidents), selectMaintenances(maintenances)),
});

/** Returns the feed of a component, or null if there is no public page or no such component. */
export async function getComponentFeed(orgID: string, componentID: string): Promise<Feed | null> {
  const found = await findPublicOrganization(orgID);
  const component = found && (await findNamedComponent(found.id, componentID));
  if (component === null) return null;
  const { id: organizationId, organization, createdAt } = found!;
  const where = { organizationId, components: { some: { componentId: componentID } } };
  const [newest, open, latest, current] = await Promise.all([
    listPublicIncidents(where, MAX_FEED_ENTRIES),
    listPublicIncidents({ ...where, resolvedAt: null }),
    listPublicMaintenances(where, "desc", MAX_FEED_ENTRIES),
    listPublicMaintenances({ ...where, endedAt: null }, "desc"),
  ]);
  const [incidents, maintenances] = await Promise.all([
    loadIncidents(selectIncidents(removeDuplicates(newest, open))),
    loadMaintenances(selectMaintenances(removeDuplicates(latest, current))),
  ]);
  return { organization, component, since: createdAt, entries: toEntries(incidents, maintenances) };
}

/**
 * Selects the first 50 incidents, and up to 50 unresolved ones with the worst impact. `incidents`
 * must be sorted by start, latest first.
 */
const selectIncidents = <Incident extends ListedIncident>(incidents: readonly Incident[]) =>
  removeDuplicates(
    incidents.slice(0, MAX_FEED_ENTRIES),
    sortByImpact(incidents.filter(({ resolved_at }) => resolved_at === null)).slice(
      0,
      MAX_FEED_ENTRIES,
    ),
  );

/**
 * Selects the first 50 maintenances, and up to 50 that are in progress or scheduled next.
 * `maintenances` must be sorted by scheduled start, latest first.
 */
function selectMaintenances<Maintenance extends ListedMaintenance>(
  maintenances: readonly Maintenance[],
): Maintenance[] {
  const current = listCurrentMaintenances(maintenances).slice(0, MAX_FEED_ENTRIES);
  return removeDuplicates(maintenances.slice(0, MAX_FEED_ENTRIES), current);
}

const toEntries = (
  incidents: readonly PublicIncident[],
  maintenances: readonly PublicMaintenance[],
): Feed["entries"] =>
  [
    ...incidents.map((incident) => ({ kind: "incident" as const, ...incident })),
    ...maintenances.map((maintenance) => ({ kind: "maintenance" as const, ...maintenance })),
  ]
    .map((entry) => withNewestUpdates<Feed["entries"][number]>(entry, MAX_FEED_UPDATES))
    .sort((a, b) => compareText(b.updated_at, a.updated_at) || compareText(b.id, a.id));
