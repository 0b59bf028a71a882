import { publicStatus } from "@/lib/components/rules";
import { listComponents } from "@/lib/components/queries";
import { listGroups } from "@/lib/component-groups/queries";
import { reader } from "@/lib/db/database";
import type { Impact } from "@/lib/incidents/schema";
import { isRunning } from "@/lib/maintenances/rules";
import type { OrganizationId } from "@/lib/organizations/scope";
import {
  capped,
  groupStatus,
  overallStatus,
  type RatedComponent,
  withPresent,
  worstFirst,
} from "@/lib/public/page/rules";
import {
  DAY_NAMES,
  type IncidentLink,
  MOST_CURRENT,
  PAGE_UPDATES,
  type PublicComponent,
  type StatusPage,
  type SubscribePage,
  UPTIME_DAYS,
} from "@/lib/public/page/schema";
import { toLocalDate } from "@/lib/time/rules";
import { type ComponentUptime, getUptime } from "@/lib/uptime/queries";
import { listLastDays } from "@/lib/uptime/rules";
import type { ContentComponent, PublicContent } from "./content";
import { withNewestUpdates } from "./events";
import { findPublicOrganization } from "./organization";

/** Everything on the page at `now`. */
export async function getStatusPage(content: PublicContent, now: Date): Promise<StatusPage> {
  const { organization, components, groups, incidents, maintenances } = content;
  const days = listLastDays(UPTIME_DAYS, Math.floor(now.getTime() / 1_000), organization.time_zone);
  const [uptime, links] = await Promise.all([
    getUptime(content, { days: UPTIME_DAYS }, now),
    readIncidentLinks(content.id, new Date(days.starts[0]! * 1_000)),
  ]);
  const measured = new Map(uptime.components.map((component) => [component.id, component]));
  const dateOf = (at: Date) => toLocalDate(at, organization.time_zone);
  const shown = new Map(
    components.map((component) => [
      component.id,
      showComponent(component, measured.get(component.id), links, dateOf, now),
    ]),
  );
  const open = incidents.filter(({ resolved_at }) => resolved_at === null);
  const current = maintenances.filter(({ ended_at }) => ended_at === null).toReversed();
  const running = current.filter(({ status }) => isRunning(status));
  const scheduled = current.filter(({ status }) => !isRunning(status));
  const incidentsById = new Map(incidents.map((incident) => [incident.id, incident]));
  const maintenancesById = new Map(maintenances.map((one) => [one.id, one]));
  return {
    organization,
    overall: overallStatus({ components: rate(content), incidents: open, maintenances: running }),
    incidents: worstFirst(open).slice(0, MOST_CURRENT).map(onPage),
    more_incidents: Math.max(0, open.length - MOST_CURRENT),
    maintenances: [...running, ...scheduled].slice(0, MOST_CURRENT).map(onPage),
    more_maintenances: Math.max(0, current.length - MOST_CURRENT),
    components: components
      .filter(({ groupId }) => groupId === null)
      .map(({ id }) => shown.get(id)!),
    groups: groups.flatMap((group) => {
      const members = group.componentIds.flatMap((id) => shown.get(id) ?? []);
      if (members.length === 0) return [];
      const { name, description, collapsed } = group;
      const measured = uptime.groups.find(({ id }) => id === group.id);
      return [
        {
          name,
          description,
          collapsed,
          status: groupStatus(members),
          uptime: measured?.uptime ?? null,
          months: measured?.months ?? [],
          components: members,
        },
      ];
    }),
    days: days.dates,
    past: content.past.map((day) => ({
      ...day,
      incidents: day.incidents.map(({ id }) => onPage(incidentsById.get(id)!)),
      maintenances: day.maintenances.map(({ id }) => onPage(maintenancesById.get(id)!)),
    })),
    generated_at: now.toISOString(),
  };
}

const onPage = <Event extends { updates: readonly unknown[]; more_updates: number }>(
  event: Event,
): Event => withNewestUpdates(event, PAGE_UPDATES);

/** What the page status depends on. */
function rate({ components, groups }: PublicContent): RatedComponent[] {
  const groupNames = new Map(groups.map(({ id, name }) => [id, name]));
  return components.map((component) => ({
    id: component.id,
    name: component.name,
    group: groupNames.get(component.groupId ?? "") ?? null,
    status: publicStatus(component.status, component.underMaintenance),
    own: component.ownStatus,
    own_since: (component.statusSetAt ?? component.createdAt).toISOString(),
  }));
}

function showComponent(
  component: ContentComponent,
  measured: ComponentUptime | undefined,
  links: ReadonlyMap<string, IncidentLink>,
  dateOf: (at: Date) => string,
  now: Date,
): PublicComponent {
  const { id, name, description, recordedSince, createdAt } = component;
  const countedFrom =
    component.startDate ?? dateOf(recordedSince < createdAt ? recordedSince : createdAt);
  const status = publicStatus(component.status, component.underMaintenance);
  const today = dateOf(now);
  const days = (measured?.days ?? []).map(({ date, partial, major, degraded, incidentIds }) => {
    const incidents = capped(
      incidentIds.flatMap((incident) => links.get(incident) ?? []),
      DAY_NAMES,
    );
    return {
      date,
      partial_outage_seconds: partial,
      major_outage_seconds: major,
      degraded,
      incidents: incidents.shown,
      more_incidents: incidents.more,
    };
  });
  return {
    id,
    name,
    description,
    status,
    uptime: measured?.uptime ?? null,
    counted_from: countedFrom,
    days: countedFrom > today ? days : withPresent(days, today, status),
    months: measured?.months ?? [],
  };
}

/** The titles of all incidents that were open after a time. */
async function readIncidentLinks(
  organizationId: OrganizationId,
  from: Date,
): Promise<Map<string, IncidentLink>> {
  const rows = await reader().incident.findMany({
    where: { organizationId, OR: [{ resolvedAt: null }, { resolvedAt: { gte: from } }] },
    select: { id: true, title: true, impact: true },
  });
  return new Map(
    rows.map(({ id, title, impact }) => [id, { id, title, impact: impact as Impact }]),
  );
}

/** What a subscriber can choose from. Returns null if there is no such organization. */
export async function getSubscribePage(orgID: string): Promise<SubscribePage | null> {
  const found = await findPublicOrganization(orgID);
  if (found === null) return null;
  const [components, groups] = await Promise.all([listComponents(found), listGroups(found)]);
  const named = new Map(components.map(({ id, name }) => [id, { id, name }]));
  return {
    organization: found.organization,
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
