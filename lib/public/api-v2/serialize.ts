import { publicStatus, worstStatus } from "@/lib/components/rules";
import { countedStatus } from "@/lib/public/page/rules";
import type {
  AffectedComponent,
  PublicIncident,
  PublicMaintenance,
  PublicUpdate,
} from "@/lib/public/page/schema";
import type { ContentComponent, PublicContent } from "@/lib/public/readers/content";
import type { PastEvents } from "@/lib/public/readers/history";
import {
  type ApiBody,
  type ApiComponent,
  type ApiIncident,
  type ApiMaintenance,
  type ApiPage,
  type ApiStatus,
  postmortemStatus,
} from "./schema";

/** `address`: URL of the page; links are built from it. */
export const serializePage = (
  { organization: { id, name, time_zone }, changedAt }: PublicContent,
  address: string,
): ApiPage => ({ id, name, url: address, time_zone, updated_at: changedAt });

const statusOf = ({ status, underMaintenance }: ContentComponent) =>
  publicStatus(status, underMaintenance);

const unresolved = ({ incidents }: PublicContent) =>
  incidents.filter(({ resolved_at }) => resolved_at === null);

/** Scheduled or running, earliest schedule first. */
const current = ({ maintenances }: PublicContent) =>
  maintenances.filter(({ ended_at }) => ended_at === null).toReversed();

/**
 * Without components and incidents, the status is operational: the API has no status for
 * “unknown”.
 */
export function serializeStatus(content: PublicContent): ApiStatus {
  const { status_indicator: indicator, status_description: description } = countedStatus({
    components: content.components.map((component) => ({
      id: component.id,
      status: statusOf(component),
    })),
    incidents: unresolved(content),
  });
  return { indicator, description };
}

/** Components without a group first, then each non-empty group with its components. */
export function serializeComponents({
  organization,
  components,
  groups,
}: PublicContent): ApiComponent[] {
  const shown = new Map(components.map((component) => [component.id, component]));
  const row = (
    component: ContentComponent,
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
    page_id: organization.id,
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
        page_id: organization.id,
        group: true,
        only_show_if_degraded: false,
        components: members.map(({ id }) => id),
      },
      ...members.map((component, place) => row(component, place, group.id)),
    ]),
  ];
}

const serializeAffected = ({ id, name, old_status, new_status }: AffectedComponent) => ({
  code: id,
  name,
  old_status,
  new_status,
});

const serializeUpdate = <Status extends string>(
  incidentId: string,
  update: PublicUpdate<Status>,
) => ({
  id: update.id,
  status: update.status,
  body: update.body,
  incident_id: incidentId,
  created_at: update.created_at,
  updated_at: update.edited_at ?? update.created_at,
  display_at: update.at,
  affected_components: update.affected.length === 0 ? null : update.affected.map(serializeAffected),
  deliver_notifications: update.notified,
  custom_tweet: null,
  tweet_id: null,
});

type Place = { pageId: string; address: string; components: ReadonlyMap<string, ApiComponent> };
const among = ({ components }: Place, listed: readonly { id: string }[]): ApiComponent[] =>
  listed.flatMap(({ id }) => components.get(id) ?? []);

/** A published postmortem is an update at its time. As the newest update, it sets the status. */
function serializeIncident(incident: PublicIncident, place: Place): ApiIncident {
  const { id, postmortem } = incident;
  const updates: PublicUpdate<ApiIncident["status"]>[] = [...incident.updates];
  if (postmortem !== null) {
    const { body, published_at, updated_at, notified } = postmortem;
    const index = updates.findIndex(({ at }) => at <= published_at);
    updates.splice(index === -1 ? updates.length : index, 0, {
      id: `${id}-postmortem`,
      status: postmortemStatus,
      body,
      at: published_at,
      edited_at: updated_at,
      created_at: published_at,
      notified,
      affected: [],
    });
  }
  return {
    id,
    name: incident.title,
    status:
      incident.status === "resolved" && updates[0]?.status === postmortemStatus
        ? postmortemStatus
        : incident.status,
    created_at: incident.created_at,
    updated_at: incident.updated_at,
    monitoring_at: updates.find(({ status }) => status === "monitoring")?.at ?? null,
    resolved_at: incident.resolved_at,
    impact: incident.impact,
    shortlink: `${place.address}/incidents/${id}`,
    started_at: incident.started_at,
    page_id: place.pageId,
    incident_updates: updates.map((update) => serializeUpdate(id, update)),
    components: among(place, incident.components),
  };
}

function serializeMaintenance(maintenance: PublicMaintenance, place: Place): ApiMaintenance {
  const { id, status, scheduled_for, scheduled_until } = maintenance;
  return {
    id,
    name: maintenance.title,
    // No list has a canceled one.
    status: status as ApiMaintenance["status"],
    created_at: maintenance.created_at,
    updated_at: maintenance.updated_at,
    monitoring_at: null,
    resolved_at: maintenance.ended_at,
    impact: "maintenance",
    shortlink: `${place.address}/maintenances/${id}`,
    started_at: maintenance.started_at ?? scheduled_for,
    page_id: place.pageId,
    incident_updates: maintenance.updates.map(
      (update) => serializeUpdate(id, update) as ApiMaintenance["incident_updates"][number],
    ),
    components: among(place, maintenance.components),
    scheduled_for,
    scheduled_until,
  };
}

const placeOf = (content: PublicContent, address: string): Place => ({
  pageId: content.organization.id,
  address,
  components: new Map(serializeComponents(content).map((component) => [component.id, component])),
});

/** Bodies of current data, by path below `/api/v2/`. `address` is the URL of the page. */
export const presentBodies = {
  "summary.json": (content: PublicContent, address: string): ApiBody<"summary.json"> => {
    const place = placeOf(content, address);
    const isRunning = ({ status }: PublicMaintenance) => status !== "scheduled";
    return {
      page: serializePage(content, address),
      components: [...place.components.values()],
      incidents: unresolved(content).map((incident) => serializeIncident(incident, place)),
      scheduled_maintenances: current(content)
        .sort((a, b) => Number(isRunning(b)) - Number(isRunning(a)))
        .map((maintenance) => serializeMaintenance(maintenance, place)),
      status: serializeStatus(content),
    };
  },
  "status.json": (content: PublicContent, address: string): ApiBody<"status.json"> => ({
    page: serializePage(content, address),
    status: serializeStatus(content),
  }),
  "components.json": (content: PublicContent, address: string): ApiBody<"components.json"> => ({
    page: serializePage(content, address),
    components: serializeComponents(content),
  }),
  "incidents/unresolved.json": (content: PublicContent, address: string) =>
    serializeIncidents(content, unresolved(content), address),
  "scheduled-maintenances/upcoming.json": (content: PublicContent, address: string) =>
    serializeMaintenances(
      content,
      current(content).filter(({ status }) => status === "scheduled"),
      address,
    ),
  "scheduled-maintenances/active.json": (content: PublicContent, address: string) =>
    serializeMaintenances(
      content,
      current(content).filter(({ status }) => status !== "scheduled"),
      address,
    ),
};

/** Bodies that include past incidents or maintenance. */
export const pastBodies = {
  "incidents.json": (content: PublicContent, past: PastEvents, address: string) =>
    serializeIncidents(content, past.incidents, address),
  "incidents/resolved.json": (content: PublicContent, past: PastEvents, address: string) =>
    serializeIncidents(content, past.resolved, address),
  "scheduled-maintenances.json": (content: PublicContent, past: PastEvents, address: string) =>
    serializeMaintenances(content, past.maintenances, address),
};

function serializeIncidents(
  content: PublicContent,
  incidents: readonly PublicIncident[],
  address: string,
): ApiBody<"incidents.json"> {
  const place = placeOf(content, address);
  return {
    page: serializePage(content, address),
    incidents: incidents.map((incident) => serializeIncident(incident, place)),
  };
}

function serializeMaintenances(
  content: PublicContent,
  maintenances: readonly PublicMaintenance[],
  address: string,
): ApiBody<"scheduled-maintenances.json"> {
  const place = placeOf(content, address);
  return {
    page: serializePage(content, address),
    scheduled_maintenances: maintenances.map((maintenance) =>
      serializeMaintenance(maintenance, place),
    ),
  };
}
