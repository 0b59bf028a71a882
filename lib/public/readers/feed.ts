import { isRunning } from "@/lib/maintenances/rules";
import { worstFirst } from "@/lib/public/page/rules";
import {
  type Feed,
  FEED_ENTRIES,
  FEED_UPDATES,
  type PublicIncident,
  type PublicMaintenance,
} from "@/lib/public/page/schema";
import { compare, type PublicContent, unique } from "./content";
import {
  findNamedComponent,
  type ListedIncident,
  type ListedMaintenance,
  listIncidents,
  listMaintenances,
  loadIncidents,
  loadMaintenances,
  withNewestUpdates,
} from "./events";
import { findPublicOrganization } from "./organization";

/** The newest incidents and maintenance and all that are open. */
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

/** Of one component. Returns null if the organization or the component doesn't exist. */
export async function getComponentFeed(orgID: string, componentID: string): Promise<Feed | null> {
  const found = await findPublicOrganization(orgID);
  const component = found && (await findNamedComponent(found.id, componentID));
  if (component === null) return null;
  const { id: organizationId, organization, createdAt } = found!;
  const where = { organizationId, components: { some: { componentId: componentID } } };
  const [newest, open, latest, current] = await Promise.all([
    listIncidents(where, FEED_ENTRIES),
    listIncidents({ ...where, resolvedAt: null }),
    listMaintenances(where, "desc", FEED_ENTRIES),
    listMaintenances({ ...where, endedAt: null }, "desc"),
  ]);
  const [incidents, maintenances] = await Promise.all([
    loadIncidents(selectIncidents(unique(newest, open))),
    loadMaintenances(selectMaintenances(unique(latest, current))),
  ]);
  return { organization, component, since: createdAt, entries: toEntries(incidents, maintenances) };
}

/** The newest and the worst open ones, from a list with the latest start first. */
const selectIncidents = <Incident extends ListedIncident>(incidents: readonly Incident[]) =>
  unique(
    incidents.slice(0, FEED_ENTRIES),
    worstFirst(incidents.filter(({ resolved_at }) => resolved_at === null)).slice(0, FEED_ENTRIES),
  );

/** The newest, the running and the next ones, from a list with the latest schedule first. */
function selectMaintenances<Maintenance extends ListedMaintenance>(
  maintenances: readonly Maintenance[],
): Maintenance[] {
  const current = maintenances
    .filter(({ ended_at }) => ended_at === null)
    .toReversed()
    .sort((a, b) => Number(isRunning(b.status)) - Number(isRunning(a.status)));
  return unique(maintenances.slice(0, FEED_ENTRIES), current.slice(0, FEED_ENTRIES));
}

const toEntries = (
  incidents: readonly PublicIncident[],
  maintenances: readonly PublicMaintenance[],
): Feed["entries"] =>
  [
    ...incidents.map((incident) => ({ kind: "incident" as const, ...incident })),
    ...maintenances.map((maintenance) => ({ kind: "maintenance" as const, ...maintenance })),
  ]
    .map((entry) => withNewestUpdates<Feed["entries"][number]>(entry, FEED_UPDATES))
    .sort((a, b) => compare(b.updated_at, a.updated_at) || compare(b.id, a.id));
