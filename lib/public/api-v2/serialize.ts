import { publicStatus, worstStatus } from "@/lib/components/rules";
import { countedStatus } from "@/lib/public/page/rules";
import type {
  Affected,
  IncidentWithUpdates,
  ListedComponent,
  MaintenanceWithUpdates,
  Page,
  Past,
  Present,
  Update,
} from "./queries";
import {
  type ApiComponent,
  type ApiIncident,
  type ApiMaintenance,
  type ApiPage,
  type ApiStatus,
  type ApiBody,
  postmortemStatus,
} from "./schema";

const orNull = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;

/** `address`: URL of the page; links are built from it. */
export const serializePage = (
  { id, name, timeZone, changedAt }: Page,
  address: string,
): ApiPage => ({
  id,
  name,
  url: address,
  time_zone: timeZone,
  updated_at: changedAt.toISOString(),
});

const statusOf = ({ status, underMaintenance }: ListedComponent) =>
  publicStatus(status, underMaintenance);

/**
 * Without components and incidents, the status is operational: the API has no status for
 * “unknown”.
 */
export function serializeStatus({ components, incidents }: Present): ApiStatus {
  const { status_indicator: indicator, status_description: description } = countedStatus({
    components: components.map((component) => ({ id: component.id, status: statusOf(component) })),
    incidents,
  });
  return { indicator, description };
}

/** Components without a group first, then each non-empty group with its components. */
export function serializeComponents({ page, components, groups }: Present): ApiComponent[] {
  const shown = new Map(components.map((component) => [component.id, component]));
  const row = (
    component: ListedComponent,
    index: number,
    groupId: string | null,
  ): ApiComponent => ({
    id: component.id,
    name: component.name,
    status: statusOf(component),
    created_at: component.createdAt.toISOString(),
    updated_at: component.changedAt.toISOString(),
    position: index + 1,
    description: component.description || null,
    showcase: true,
    start_date: component.startDate,
    group_id: groupId,
    page_id: page.id,
    group: false,
    only_show_if_degraded: false,
  });
  const alone = components
    .filter(({ groupId }) => groupId === null)
    .map((component, index) => row(component, index, null));
  const held = groups
    .map((group) => ({ group, members: group.componentIds.flatMap((id) => shown.get(id) ?? []) }))
    .filter(({ members }) => members.length > 0);
  return [
    ...alone,
    ...held.flatMap(({ group, members }, index): ApiComponent[] => [
      {
        id: group.id,
        name: group.name,
        status: worstStatus(members.map(statusOf)),
        created_at: group.createdAt.toISOString(),
        updated_at: [group.updatedAt, ...members.map(({ changedAt }) => changedAt)]
          .reduce((newest, at) => (at > newest ? at : newest))
          .toISOString(),
        position: alone.length + index + 1,
        description: group.description || null,
        showcase: false,
        start_date: null,
        group_id: null,
        page_id: page.id,
        group: true,
        only_show_if_degraded: false,
        components: members.map(({ id }) => id),
      },
      ...members.map((component, place) => row(component, place, group.id)),
    ]),
  ];
}

const serializeAffected = ({ id, name, old_status, new_status }: Affected) => ({
  code: id,
  name,
  old_status,
  new_status,
});

const serializeUpdate = <Status extends string>(incidentId: string, update: Update<Status>) => ({
  id: update.id,
  status: update.status,
  body: update.body,
  incident_id: incidentId,
  created_at: update.createdAt.toISOString(),
  updated_at: update.updatedAt.toISOString(),
  display_at: update.displayAt.toISOString(),
  affected_components:
    update.components.length === 0 ? null : update.components.map(serializeAffected),
  deliver_notifications: update.notified,
  custom_tweet: null,
  tweet_id: null,
});

type Place = { page: Page; address: string; components: ReadonlyMap<string, ApiComponent> };
const among = ({ components }: Place, ids: readonly string[]): ApiComponent[] =>
  ids.flatMap((id) => components.get(id) ?? []);

/** A published postmortem is an update at its time. As the newest update, it sets the status. */
function serializeIncident(incident: IncidentWithUpdates, place: Place): ApiIncident {
  const { id, postmortem } = incident;
  const updates: Update<ApiIncident["status"]>[] = [...incident.updates];
  if (postmortem !== null) {
    const { body, publishedAt, updatedAt, notified } = postmortem;
    const index = updates.findIndex(({ displayAt }) => displayAt <= publishedAt);
    updates.splice(index === -1 ? updates.length : index, 0, {
      id: `${id}-postmortem`,
      status: postmortemStatus,
      body,
      displayAt: publishedAt,
      notified,
      components: [],
      createdAt: publishedAt,
      updatedAt,
    });
  }
  return {
    id,
    name: incident.title,
    status:
      incident.status === "resolved" && updates[0]?.status === postmortemStatus
        ? postmortemStatus
        : incident.status,
    created_at: incident.createdAt.toISOString(),
    updated_at: incident.updatedAt.toISOString(),
    monitoring_at: orNull(updates.find(({ status }) => status === "monitoring")?.displayAt),
    resolved_at: orNull(incident.resolvedAt),
    impact: incident.impact,
    shortlink: `${place.address}/incidents/${id}`,
    started_at: incident.startedAt.toISOString(),
    page_id: place.page.id,
    incident_updates: updates.map((update) => serializeUpdate(id, update)),
    components: among(place, incident.componentIds),
  };
}

function serializeMaintenance(maintenance: MaintenanceWithUpdates, place: Place): ApiMaintenance {
  const { id, scheduledFor, scheduledUntil } = maintenance;
  return {
    id,
    name: maintenance.title,
    status: maintenance.status,
    created_at: maintenance.createdAt.toISOString(),
    updated_at: maintenance.updatedAt.toISOString(),
    monitoring_at: null,
    resolved_at: orNull(maintenance.endedAt),
    impact: "maintenance",
    shortlink: `${place.address}/maintenances/${id}`,
    started_at: (maintenance.startedAt ?? scheduledFor).toISOString(),
    page_id: place.page.id,
    incident_updates: maintenance.updates.map((update) => serializeUpdate(id, update)),
    components: among(place, maintenance.componentIds),
    scheduled_for: scheduledFor.toISOString(),
    scheduled_until: scheduledUntil.toISOString(),
  };
}

const placeOf = (present: Present, address: string): Place => ({
  page: present.page,
  address,
  components: new Map(serializeComponents(present).map((component) => [component.id, component])),
});

/** Bodies of current data, by path below `/api/v2/`. `address` is the URL of the page. */
export const presentBodies = {
  "summary.json": (present: Present, address: string): ApiBody<"summary.json"> => {
    const place = placeOf(present, address);
    return {
      page: serializePage(present.page, address),
      components: serializeComponents(present),
      incidents: present.incidents.map((incident) => serializeIncident(incident, place)),
      scheduled_maintenances: [...present.active, ...present.upcoming].map((maintenance) =>
        serializeMaintenance(maintenance, place),
      ),
      status: serializeStatus(present),
    };
  },
  "status.json": (present: Present, address: string): ApiBody<"status.json"> => ({
    page: serializePage(present.page, address),
    status: serializeStatus(present),
  }),
  "components.json": (present: Present, address: string): ApiBody<"components.json"> => ({
    page: serializePage(present.page, address),
    components: serializeComponents(present),
  }),
  "incidents/unresolved.json": (present: Present, address: string) =>
    serializeIncidents(present, present.incidents, address),
  "scheduled-maintenances/upcoming.json": (present: Present, address: string) =>
    serializeMaintenances(present, present.upcoming, address),
  "scheduled-maintenances/active.json": (present: Present, address: string) =>
    serializeMaintenances(present, present.active, address),
};

/** Bodies that include past incidents or maintenance. */
export const pastBodies = {
  "incidents.json": (present: Present, past: Past, address: string) =>
    serializeIncidents(present, past.incidents, address),
  "incidents/resolved.json": (present: Present, past: Past, address: string) =>
    serializeIncidents(present, past.resolved, address),
  "scheduled-maintenances.json": (present: Present, past: Past, address: string) =>
    serializeMaintenances(present, past.maintenances, address),
};

function serializeIncidents(
  present: Present,
  incidents: readonly IncidentWithUpdates[],
  address: string,
): ApiBody<"incidents.json"> {
  const place = placeOf(present, address);
  return {
    page: serializePage(present.page, address),
    incidents: incidents.map((incident) => serializeIncident(incident, place)),
  };
}

function serializeMaintenances(
  present: Present,
  maintenances: readonly MaintenanceWithUpdates[],
  address: string,
): ApiBody<"scheduled-maintenances.json"> {
  const place = placeOf(present, address);
  return {
    page: serializePage(present.page, address),
    scheduled_maintenances: maintenances.map((maintenance) =>
      serializeMaintenance(maintenance, place),
    ),
  };
}
