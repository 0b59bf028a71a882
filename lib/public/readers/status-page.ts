import { getPublicStatus, getWorstStatus, createNamedComponent } from "@/lib/components/rules";
import { listComponents } from "@/lib/components/queries";
import { type ComponentGroup, listGroups } from "@/lib/component-groups/queries";
import { reader } from "@/lib/db/database";
import type { Impact } from "@/lib/incidents/schema";
import { isRunning } from "@/lib/maintenances/values";
import type { OrganizationId } from "@/lib/organizations/scope";
import {
  takeWorst,
  hasNoEvents,
  getOverallStatus,
  listCurrentMaintenances,
  type ComponentWithStatus,
  addOngoingOutage,
  sortByImpact,
} from "@/lib/public/page/rules";
import {
  MAX_INCIDENTS_PER_BAR,
  type IncidentLink,
  MAX_CURRENT,
  MAX_PAGE_UPDATES,
  type PublicComponent,
  type PublicGroup,
  type StatusPage,
  type SubscribePage,
  UPTIME_DAYS,
} from "@/lib/public/page/schema";
import { toLocalDate } from "@/lib/time/rules";
import { parseTranslations } from "@/lib/translations/rules";
import { type ComponentUptime, getUptime, type Uptime } from "@/lib/uptime/queries";
import { listLastDays } from "@/lib/uptime/rules";
import type { ContentComponent, PublicContent } from "./public-content";
import { withNewestUpdates } from "./public-events";
import { findPublicOrganization } from "./public-organization";
import { groupRows } from "@/lib/relations";

export async function getStatusPage(content: PublicContent, now: Date): Promise<StatusPage> {
  const { organization, components, groups, incidents, maintenances } = content;
  const timeZone = organization.time_zone;
  const days = listLastDays(UPTIME_DAYS, Math.floor(now.getTime() / 1_000), timeZone);
  const [uptime, links] = await Promise.all([
    getUptime({ id: content.id, timeZone }, { days: UPTIME_DAYS }, now),
    readIncidentLinks(content.id, new Date(days.starts[0]! * 1_000)),
  ]);
  const measured = new Map(uptime.components.map((component) => [component.id, component]));
  const toDate = (at: Date) => toLocalDate(at, timeZone);
  const today = toDate(now);
  const shown = new Map(
    components.map((component) => [
      component.id,
      {
        ...showComponent(component, measured.get(component.id), links, today),
        months: uptime.months.get(component.id) ?? [],
      },
    ]),
  );
  const open = incidents.filter(({ resolved_at }) => resolved_at === null);
  const current = listCurrentMaintenances(maintenances);
  const running = current.filter(({ status }) => isRunning(status));
  const incidentsById = new Map(incidents.map((incident) => [incident.id, incident]));
  const maintenancesById = new Map(maintenances.map((one) => [one.id, one]));
  const starts = [...shown.values()].flatMap(({ counted_from }) => counted_from ?? []);
  const [since] = [today, toDate(new Date(content.createdAt)), ...starts].toSorted();
  // Past days start with the organization's creation, the first day with measured uptime, or the
  // first event, whichever is earliest.
  const lastIndex = content.past.findLastIndex((day) => day.date >= since! || !hasNoEvents(day));
  return {
    organization,
    overall: getOverallStatus({
      components: toComponentsWithStatus(content),
      incidents: open,
      maintenances: running,
    }),
    incidents: sortByImpact(open).slice(0, MAX_CURRENT).map(limitUpdates),
    more_incidents: Math.max(0, open.length - MAX_CURRENT),
    maintenances: current.slice(0, MAX_CURRENT).map(limitUpdates),
    more_maintenances: Math.max(0, current.length - MAX_CURRENT),
    components: components
      .filter(({ groupId }) => groupId === null)
      .map(({ id }) => shown.get(id)!),
    groups: groups
      .map((group) => showGroup(group, shown, uptime))
      .filter((group) => group.components.length > 0),
    days: days.dates,
    past: content.past.slice(0, lastIndex + 1).map((day) => ({
      ...day,
      incidents: day.incidents.map(({ id }) => limitUpdates(incidentsById.get(id)!)),
      maintenances: day.maintenances.map(({ id }) => limitUpdates(maintenancesById.get(id)!)),
    })),
  };
}

const limitUpdates = <Event extends { updates: readonly unknown[]; more_updates: number }>(
  event: Event,
): Event => withNewestUpdates(event, MAX_PAGE_UPDATES);

function toComponentsWithStatus({ components, groups }: PublicContent): ComponentWithStatus[] {
  const groupsById = new Map(groups.map((group) => [group.id, group]));
  return components.map((component) => ({
    id: component.id,
    ...createNamedComponent(component, groupsById.get(component.groupId ?? "") ?? null),
    status: getPublicStatus(component.status, component.isUnderMaintenance),
    own: component.ownStatus,
    own_since: (component.statusSetAt ?? component.createdAt).toISOString(),
  }));
}

function showComponent(
  component: ContentComponent,
  measured: ComponentUptime | undefined,
  links: ReadonlyMap<string, IncidentLink>,
  today: string,
): Omit<PublicComponent, "months"> {
  const { id, name, description, translations } = component;
  const { uptime = null, counted_from = null } = measured ?? {};
  const status = getPublicStatus(component.status, component.isUnderMaintenance);
  const days = (measured?.days ?? []).map(({ incident_ids: ids, ...outages }) => {
    const incidents = ids.flatMap((incident) => links.get(incident) ?? []);
    const { shown, more } = takeWorst(incidents, MAX_INCIDENTS_PER_BAR);
    return { ...outages, incidents: shown, more_incidents: more };
  });
  return {
    id,
    name,
    description,
    translations,
    status,
    uptime,
    counted_from,
    days: counted_from === null ? days : addOngoingOutage(days, today, status),
  };
}

function showGroup(
  { id, name, description, translations, collapsed, componentIds }: ComponentGroup,
  shown: ReadonlyMap<string, PublicComponent>,
  { groups, months: monthsById }: Uptime,
): PublicGroup {
  const components = componentIds.flatMap((member) => shown.get(member) ?? []);
  const { uptime = null } = groups.find((group) => group.id === id) ?? {};
  const months = monthsById.get(id) ?? [];
  const status = getWorstStatus(components.map((component) => component.status));
  return { name, description, translations, collapsed, status, uptime, months, components };
}

async function readIncidentLinks(
  organizationId: OrganizationId,
  from: Date,
): Promise<Map<string, IncidentLink>> {
  const rows = await reader().incident.findMany({
    where: { organizationId, OR: [{ resolvedAt: null }, { resolvedAt: { gte: from } }] },
    select: { id: true, title: true, translations: true, impact: true },
  });
  return new Map(
    rows.map(({ impact, ...row }) => [
      row.id,
      { ...row, translations: parseTranslations(row.translations), impact: impact as Impact },
    ]),
  );
}

/** Returns the data of the subscription form, or null if there is no public page. */
export async function getSubscribePage(orgID: string): Promise<SubscribePage | null> {
  const found = await findPublicOrganization(orgID);
  if (found === null) return null;
  const [components, groups] = await Promise.all([listComponents(found), listGroups(found)]);
  const membersByGroup = groupRows(components, ({ groupId }) => groupId);
  const listMembers = (group: string | null) =>
    (membersByGroup.get(group) ?? []).map(({ id, name, translations }) => ({
      ...{ id, name, translations },
    }));
  return {
    organization: found.organization,
    components: listMembers(null),
    groups: groups
      .map(({ id, name, translations }) => ({ name, translations, components: listMembers(id) }))
      .filter((group) => group.components.length > 0),
  };
}
