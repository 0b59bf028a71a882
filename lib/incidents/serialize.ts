import { z } from "zod";
import { componentStatuses, publicStatuses } from "@/lib/components/schema";
import { handle, opaqueId, timestamp } from "@/lib/wire";
import type { Incident, IncidentDetail, IncidentUpdate, Postmortem } from "./queries";
import { impacts, incidentStatuses } from "./schema";

/** Incident on the wire (contract §2), with `component_ids` (decisions "Incidents"). */
export const incidentWire = z
  .object({
    id: opaqueId(),
    organization_id: handle(),
    title: z.string().meta({ examples: ["API is slow"] }),
    status: z.enum(incidentStatuses),
    impact: z.enum(impacts),
    started_at: timestamp(),
    resolved_at: timestamp().nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
    component_ids: z.array(opaqueId()),
  })
  .meta({ id: "Incident", description: "An event that affects components. Its status is that of its newest update." });

export function serializeIncident(incident: Incident): z.infer<typeof incidentWire> {
  return {
    id: incident.id,
    organization_id: incident.organizationId,
    title: incident.title,
    status: incident.status,
    impact: incident.impact,
    started_at: incident.startedAt.toISOString(),
    resolved_at: incident.resolvedAt?.toISOString() ?? null,
    created_at: incident.createdAt.toISOString(),
    updated_at: incident.updatedAt.toISOString(),
    component_ids: incident.componentIds,
  };
}

/** Postmortem on the wire, for members. */
export const postmortemWire = z
  .object({ body: z.string(), published_at: timestamp().nullable(), updated_at: timestamp() })
  .meta({ id: "Postmortem", description: "What was learned from an incident. A draft, which members alone see, while published_at is null." });

export function serializePostmortem({ body, publishedAt, updatedAt }: Postmortem): z.infer<typeof postmortemWire> {
  return { body, published_at: publishedAt?.toISOString() ?? null, updated_at: updatedAt.toISOString() };
}

/** One incident on the wire, for members: what the list has of it, and what belongs to it alone. */
export const incidentDetailWire = incidentWire
  .extend({
    components: z.array(z.object({ id: opaqueId(), name: z.string(), status: z.enum(componentStatuses) })),
    postmortem: postmortemWire.nullable(),
    follower_count: z.int(),
  })
  .meta({
    id: "IncidentDetail",
    description: "An incident, what it says of each of its components by now, its postmortem, and how many active subscribers follow it.",
  });

export function serializeIncidentDetail(incident: IncidentDetail): z.infer<typeof incidentDetailWire> {
  const over = incident.status === "resolved";
  return {
    ...serializeIncident(incident),
    components: incident.components.map(({ id, name, status }) => ({ id, name, status: over ? "operational" : status })),
    postmortem: incident.postmortem && serializePostmortem(incident.postmortem),
    follower_count: incident.followerCount,
  };
}

/** Update of an incident on the wire. */
export const incidentUpdateWire = z
  .object({
    id: opaqueId(),
    incident_id: opaqueId(),
    status: z.enum(incidentStatuses),
    body: z.string().meta({ examples: ["We are currently investigating this issue."] }),
    components: z.array(
      z.object({ id: opaqueId(), name: z.string(), status: z.enum(componentStatuses), old_status: z.enum(publicStatuses), new_status: z.enum(publicStatuses) }),
    ),
    display_at: timestamp(),
    notified: z.boolean(),
    author_id: opaqueId().nullable(),
    edited_at: timestamp().nullable(),
    earlier: z.array(z.object({ body: z.string(), replaced_at: timestamp(), replaced_by: opaqueId().nullable() })),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({
    id: "IncidentUpdate",
    description:
      "What was said of an incident at display_at. components: what the incident says of each component from then on (status), and what that made of the component. earlier: what the update said before it was edited, newest first, the last 20. author_id and replaced_by: a user or a token, null for Candor itself.",
  });

export function serializeUpdate(update: IncidentUpdate): z.infer<typeof incidentUpdateWire> {
  return {
    id: update.id,
    incident_id: update.incidentId,
    status: update.status,
    body: update.body,
    components: update.components as z.infer<typeof incidentUpdateWire>["components"],
    display_at: update.displayAt.toISOString(),
    notified: update.notified,
    author_id: update.authorId,
    edited_at: update.earlier[0]?.replacedAt.toISOString() ?? null,
    earlier: update.earlier.map(({ body, replacedAt, replacedBy }) => ({ body, replaced_at: replacedAt.toISOString(), replaced_by: replacedBy })),
    created_at: update.createdAt.toISOString(),
    updated_at: update.updatedAt.toISOString(),
  };
}
