import { z } from "zod";
import { componentStatuses } from "@/lib/components/schema";
import { textFormats } from "@/lib/markdown/values";
import type { EventIncident } from "@/lib/notifications/notification-event";
import { organizationId, opaqueId, serializeRow, timestamp } from "@/lib/response-schemas";
import { translationsOutput } from "@/lib/translations/schema";
import type { IncidentUpdate } from "@/lib/updates/queries";
import { createUpdateSchema, toUpdateRow, UPDATE_FIELDS } from "@/lib/updates/serialize";
import type { Incident, IncidentDetail, IncidentWithRelations, Postmortem } from "./queries";
import { impacts, incidentStatuses } from "./schema";

export const incidentSchema = z
  .object({
    id: opaqueId(),
    organization_id: organizationId(),
    title: z.string().meta({ examples: ["API is slow"] }),
    status: z.enum(incidentStatuses),
    impact: z.enum(impacts),
    started_at: timestamp(),
    resolved_at: timestamp().nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
    component_ids: z.array(opaqueId()),
    translations: translationsOutput("title"),
  })
  .meta({
    id: "Incident",
    description:
      "An incident that affects components. Its status is the status of its newest update.",
  });

export const serializeIncident = (incident: Incident) => serializeRow(incidentSchema, incident);

export const postmortemSchema = z
  .object({
    body: z.string(),
    format: z.enum(textFormats),
    translations: translationsOutput("body"),
    published_at: timestamp().nullable(),
    updated_at: timestamp(),
  })
  .meta({
    id: "Postmortem",
    description:
      "The analysis of an incident. While `published_at` is null, only members see it, as a draft.",
  });

export const serializePostmortem = (postmortem: Postmortem) =>
  serializeRow(postmortemSchema, postmortem);

export const incidentDetailSchema = incidentSchema
  .extend({
    components: z.array(
      z.object({ id: opaqueId(), name: z.string(), status: z.enum(componentStatuses) }),
    ),
    postmortem: postmortemSchema.nullable(),
    follower_count: z.int(),
  })
  .meta({
    id: "IncidentDetail",
    description:
      "An incident with its components, its postmortem, and the number of its active subscribers " +
      "(`follower_count`). The `status` of a component is its current status in this incident. " +
      "The `ETag` does not depend on `follower_count`.",
  });

/** Serializes an incident without `follower_count`. Its `ETag` depends only on this part. */
export function serializeIncidentContent(
  incident: IncidentWithRelations,
): Omit<z.infer<typeof incidentDetailSchema>, "follower_count"> {
  const isResolved = incident.status === "resolved";
  return {
    ...serializeIncident(incident),
    components: incident.components.map(({ id, name, status }) => ({
      id,
      name,
      status: isResolved ? "operational" : status,
    })),
    postmortem: incident.postmortem && serializePostmortem(incident.postmortem),
  };
}

export const serializeIncidentDetail = (
  incident: IncidentDetail,
): z.infer<typeof incidentDetailSchema> => ({
  ...serializeIncidentContent(incident),
  follower_count: incident.followerCount,
});

export const incidentUpdateSchema = z
  .object({
    ...createUpdateSchema(
      incidentStatuses,
      componentStatuses,
      "We are currently investigating this issue.",
    ),
    incident_id: opaqueId(),
    display_at: timestamp(),
  })
  .meta({
    id: "IncidentUpdate",
    description:
      "An incident update. `display_at` is its time on the status page. " +
      "Each entry of `components` has the component's `status` in this incident after the " +
      "update, and its public status before and after the update (`old_status`, `new_status`). " +
      UPDATE_FIELDS,
  });

export const serializeIncidentUpdate = (update: IncidentUpdate) =>
  serializeRow(incidentUpdateSchema, { ...toUpdateRow(update), incidentId: update.subjectId });

export const serializeIncidentForSubscribers = (incident: Incident): EventIncident => ({
  id: incident.id,
  organization_id: incident.organizationId,
  title: incident.title,
  translations: incident.translations,
  status: incident.status,
  impact: incident.impact,
  started_at: incident.startedAt.toISOString(),
  resolved_at: incident.resolvedAt?.toISOString() ?? null,
  created_at: incident.createdAt.toISOString(),
  updated_at: incident.updatedAt.toISOString(),
  component_ids: incident.componentIds,
});
