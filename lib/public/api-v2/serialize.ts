import { getPublicStatus, getWorstStatus } from "@/lib/components/rules";
import type { IncidentStatus } from "@/lib/incidents/values";
import { isRunning } from "@/lib/maintenances/values";
import { getStatuspageStatus, listCurrentMaintenances } from "@/lib/public/page/rules";
import {
  type AffectedComponent,
  MAX_FEED_ENTRIES,
  type PublicIncident,
  type PublicMaintenance,
  type PublicUpdate,
} from "@/lib/public/page/schema";
import type { ContentComponent, PublicContent } from "@/lib/public/readers/public-content";
import type { PastEvents } from "@/lib/public/readers/event-history";
import { groupRows } from "@/lib/relations";

// Responses of the Statuspage API v2. Clients rely on key names, key order, and nulls.

const serializePage = (
  { organization: { id, name, time_zone }, changedAt }: PublicContent,
  pageUrl: string,
) => ({ id, name, url: pageUrl, time_zone, updated_at: changedAt });

const getStatus = ({ status, isUnderMaintenance }: ContentComponent) =>
  getPublicStatus(status, isUnderMaintenance);

const listUnresolved = ({ incidents }: PublicContent) =>
  incidents.filter(({ resolved_at }) => resolved_at === null);

/**
 * Returns operational if there are no components or incidents, because the API has no "unknown".
 */
function serializeStatus(content: PublicContent) {
  const { status_indicator: indicator, status_description: description } = getStatuspageStatus({
    components: content.components.map((component) => ({
      id: component.id,
      status: getStatus(component),
    })),
    incidents: listUnresolved(content),
  });
  return { indicator, description };
}

/**
 * Lists ungrouped components first, then each group followed by its components. `position` starts
 * at 1, and again at 1 within each group.
 */
function serializeComponents({ organization, components, groups }: PublicContent) {
  const membersByGroup = groupRows(components, ({ groupId }) => groupId);
  const listMembers = (group: string | null) => membersByGroup.get(group) ?? [];
  const serializeComponent = (component: ContentComponent, index: number) => ({
    id: component.id,
    name: component.name,
    status: getStatus(component),
    created_at: component.createdAt.toISOString(),
    updated_at: component.changedAt.toISOString(),
    position: index + 1,
    description: component.description || null,
    showcase: true,
    start_date: component.startDate,
    group_id: component.groupId,
    page_id: organization.id,
    group: false,
    only_show_if_degraded: false,
  });
  const ungrouped = listMembers(null).map(serializeComponent);
  const filledGroups = groups
    .map((group) => ({ group, members: listMembers(group.id) }))
    .filter(({ members }) => members.length > 0);
  return [
    ...ungrouped,
    ...filledGroups.flatMap(({ group, members }, index) => [
      {
        id: group.id,
        name: group.name,
        status: getWorstStatus(members.map(getStatus)),
        created_at: group.createdAt.toISOString(),
        updated_at: [group.updatedAt, ...members.map(({ changedAt }) => changedAt)]
          .reduce((newest, at) => (at > newest ? at : newest))
          .toISOString(),
        position: ungrouped.length + index + 1,
        description: group.description || null,
        showcase: false,
        start_date: null,
        group_id: null,
        page_id: organization.id,
        group: true,
        only_show_if_degraded: false,
        components: members.map(({ id }) => id),
      },
      ...members.map(serializeComponent),
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

type ApiComponent = ReturnType<typeof serializeComponents>[number];
type PageContext = {
  pageId: string;
  pageUrl: string;
  components: ReadonlyMap<string, ApiComponent>;
};
const findComponents = ({ components }: PageContext, listed: readonly { id: string }[]) =>
  listed.flatMap(({ id }) => components.get(id) ?? []);

/**
 * Adds a published postmortem as an update. If it is the newest update of a resolved incident, it
 * sets the incident's status.
 */
function serializeIncident(incident: PublicIncident, context: PageContext) {
  const { id, postmortem } = incident;
  const updates: PublicUpdate<IncidentStatus | "postmortem">[] = [...incident.updates];
  if (postmortem !== null) {
    const { body, published_at, updated_at, notified } = postmortem;
    const index = updates.findIndex(({ at }) => at <= published_at);
    updates.splice(index === -1 ? updates.length : index, 0, {
      id: `${id}-postmortem`,
      status: "postmortem",
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
      incident.status === "resolved" && updates[0]?.status === "postmortem"
        ? "postmortem"
        : incident.status,
    created_at: incident.created_at,
    updated_at: incident.updated_at,
    monitoring_at: updates.find(({ status }) => status === "monitoring")?.at ?? null,
    resolved_at: incident.resolved_at,
    impact: incident.impact,
    shortlink: `${context.pageUrl}/incidents/${id}`,
    started_at: incident.started_at,
    page_id: context.pageId,
    incident_updates: updates.map((update) => serializeUpdate(id, update)),
    components: findComponents(context, incident.components),
  };
}

function serializeMaintenance(maintenance: PublicMaintenance, context: PageContext) {
  const { id, status, scheduled_for, scheduled_until } = maintenance;
  return {
    id,
    name: maintenance.title,
    // The API has no status for canceled maintenance, which is not listed.
    status,
    created_at: maintenance.created_at,
    updated_at: maintenance.updated_at,
    monitoring_at: null,
    resolved_at: maintenance.ended_at,
    impact: "maintenance",
    shortlink: `${context.pageUrl}/maintenances/${id}`,
    started_at: maintenance.started_at ?? scheduled_for,
    page_id: context.pageId,
    incident_updates: maintenance.updates.map((update) => serializeUpdate(id, update)),
    components: findComponents(context, maintenance.components),
    scheduled_for,
    scheduled_until,
  };
}

export type BodySections = {
  components?: true;
  incidents?: readonly PublicIncident[];
  maintenances?: readonly PublicMaintenance[];
  status?: true;
};

/** Builds a response body with the given sections. */
export function buildApiBody(
  content: PublicContent,
  pageUrl: string,
  { components, incidents, maintenances, status }: BodySections,
) {
  const listed = serializeComponents(content);
  const context = {
    ...{ pageId: content.organization.id, pageUrl },
    components: new Map(listed.map((component) => [component.id, component])),
  };
  return {
    page: serializePage(content, pageUrl),
    ...(components && { components: listed }),
    ...(incidents && {
      incidents: incidents.map((incident) => serializeIncident(incident, context)),
    }),
    ...(maintenances && {
      scheduled_maintenances: maintenances.map((maintenance) =>
        serializeMaintenance(maintenance, context),
      ),
    }),
    ...(status && { status: serializeStatus(content) }),
  };
}

/** The sections of the responses that are published before they are requested. */
export const presentSections: Record<string, (content: PublicContent) => BodySections> = {
  "summary.json": (content) => ({
    ...{ components: true, incidents: listUnresolved(content), status: true },
    maintenances: listCurrentMaintenances(content.maintenances),
  }),
  "status.json": () => ({ status: true }),
  "components.json": () => ({ components: true }),
  "incidents/unresolved.json": (content) => ({ incidents: listUnresolved(content) }),
  "scheduled-maintenances/upcoming.json": ({ maintenances }) => ({
    maintenances: listCurrentMaintenances(maintenances).filter(
      ({ status }) => status === "scheduled",
    ),
  }),
  "scheduled-maintenances/active.json": ({ maintenances }) => ({
    maintenances: listCurrentMaintenances(maintenances).filter(({ status }) => isRunning(status)),
  }),
};

/** The sections of the other responses. `readPast` reads past events when they are needed. */
export const pastSections: Record<
  string,
  (content: PublicContent, readPast: () => Promise<PastEvents>) => Promise<BodySections>
> = {
  "incidents.json": async ({ incidents }) => ({ incidents: incidents.slice(0, MAX_FEED_ENTRIES) }),
  "incidents/resolved.json": async (_content, readPast) => ({
    incidents: (await readPast()).resolved,
  }),
  "scheduled-maintenances.json": async (_content, readPast) => ({
    maintenances: (await readPast()).maintenances,
  }),
};
