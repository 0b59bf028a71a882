import { z } from "zod";
import { type ComponentStatus, componentStatuses } from "@/lib/components/schema";
import { limits } from "@/lib/limits";
import {
  body,
  changedMessageFields,
  messageFields as textFields,
  newSubjectTexts,
  subjectFilterFields,
  title,
  titleTranslations,
  updateFilter,
} from "@/lib/updates/schema";
import {
  delaySeconds,
  jsonSchemaProperties,
  flag,
  idList,
  inputSchema,
  instant,
  lastSeenUpdateId,
  choice,
  rawText,
  requireUnless,
} from "@/lib/validation";
import { impacts, incidentStatuses } from "./values";

export {
  type Impact,
  impacts,
  statusByImpact,
  type IncidentStatus,
  incidentStatuses,
} from "./values";

const componentStatus = z.object(
  { id: rawText(), status: choice(componentStatuses) },
  { error: "must be an object with id and status" },
);

const componentStatusList = () =>
  z
    .array(z.unknown(), { error: "must be an array of objects" })
    .refine((given) => given.length <= limits.componentIds, {
      error: () => `must have at most ${limits.componentIds} entries`,
      abort: true,
    })
    .pipe(z.array(componentStatus))
    .superRefine((given, context) => {
      const seen = new Set<string>();
      for (const [index, { id }] of given.entries()) {
        if (seen.has(id))
          context.addIssue({
            code: "custom",
            path: [index, "id"],
            message: `must not repeat ${JSON.stringify(id)}`,
          });
        seen.add(id);
      }
    })
    .register(jsonSchemaProperties, {
      json: () => ({ items: inputSchema(componentStatus), maxItems: limits.componentIds }),
    });
export type ComponentStatusInput = { id: string; status: ComponentStatus };

export const newIncident = requireUnless(
  z
    .object({
      title: title().optional(),
      impact: choice(impacts).optional(),
      component_ids: idList().optional(),
      status: choice(incidentStatuses).optional(),
      body: body().optional(),
      ...newSubjectTexts,
      notify: flag().optional(),
      notify_after_seconds: delaySeconds(),
      components: componentStatusList().default([]),
      started_at: instant().optional(),
      resolved_at: instant().optional(),
      template_id: rawText().optional(),
    })
    .meta({
      id: "NewIncident",
      examples: [
        {
          title: "API is slow",
          impact: "minor",
          component_ids: [],
          body: "Requests take several seconds. We are investigating.",
        },
      ],
    }),
  "template_id",
  ["title", "impact"],
);
export type NewIncident = z.infer<typeof newIncident>;

export const incidentChange = z
  .object({
    title: title().optional(),
    translations: titleTranslations(),
    impact: choice(impacts).optional(),
    started_at: instant().optional(),
  })
  .meta({ id: "IncidentChange", examples: [{ title: "API is down", impact: "critical" }] });
export type IncidentChange = z.infer<typeof incidentChange>;

const messageFields = {
  ...textFields,
  notify: flag().default(true),
  notify_after_seconds: delaySeconds(),
};
const componentFields = {
  components: componentStatusList().default([]),
  component_ids: idList().default([]),
};

export const newIncidentUpdate = z
  .object({
    status: choice(incidentStatuses).optional(),
    ...messageFields,
    ...componentFields,
    after: lastSeenUpdateId(),
  })
  .meta({
    id: "NewIncidentUpdate",
    examples: [{ status: "identified", body: "A disk is full. We are freeing up space." }],
  });
export type NewIncidentUpdate = z.infer<typeof newIncidentUpdate>;

export const incidentResolution = z
  .object(messageFields)
  .meta({ id: "IncidentResolution", examples: [{ body: "All systems are back to normal." }] });
export type IncidentResolution = z.infer<typeof incidentResolution>;

export const incidentReopening = z
  .object({
    status: choice(["investigating", "identified", "monitoring"]).default("investigating"),
    ...messageFields,
    ...componentFields,
  })
  .meta({
    id: "IncidentReopening",
    examples: [{ body: "The errors have returned. We are investigating." }],
  });
export type IncidentReopening = z.infer<typeof incidentReopening>;

export const incidentUpdateChange = z.object(changedMessageFields).meta({
  id: "IncidentUpdateChange",
  examples: [{ body: "A disk was full. We freed up space." }],
});
export type IncidentUpdateChange = z.infer<typeof incidentUpdateChange>;

export const postmortemChange = z
  .object({
    ...changedMessageFields,
    published: flag().optional(),
    notify: flag().default(true),
  })
  .meta({
    id: "PostmortemChange",
    examples: [{ body: "A certificate had expired. Renewal is now automated.", published: true }],
  });
export type PostmortemChange = z.infer<typeof postmortemChange>;

export const incidentFilter = z.object({
  ...updateFilter.shape,
  status: choice([...incidentStatuses, "unresolved"])
    .optional()
    .meta({ description: "`unresolved` matches every status except `resolved`." }),
  impact: choice(impacts).optional(),
  ...subjectFilterFields,
});
export type IncidentFilter = z.infer<typeof incidentFilter>;
