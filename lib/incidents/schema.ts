import { z } from "zod";
import { type ComponentStatus, componentStatuses } from "@/lib/components/schema";
import { cursorField, parseMoment } from "@/lib/cursor";
import { limits } from "@/lib/limits";
import { flag, idList, instant, lastSeen, oneOf, rawText, requireUnless, text } from "@/lib/validation";
import { impacts, incidentStatuses } from "./values";

export { defaultBody, type Impact, impacts, impactStatus, type IncidentStatus, incidentStatuses } from "./values";

const title = () => text({ max: () => limits.name });
const body = () => text({ max: () => limits.text, min: 0 });

/** What an incident is to say of single components; it names each at most once. */
const statements = () =>
  z
    .array(z.unknown(), { error: "must be an array of objects" })
    .refine((given) => given.length <= limits.componentIds, { error: () => `must have at most ${limits.componentIds} entries`, abort: true })
    .pipe(z.array(z.object({ id: rawText(), status: oneOf(componentStatuses) }, { error: "must be an object with id and status" })))
    .superRefine((given, context) => {
      const seen = new Set<string>();
      for (const [index, { id }] of given.entries()) {
        if (seen.has(id)) context.addIssue({ code: "custom", path: [index, "id"], message: `names ${JSON.stringify(id)} a second time` });
        seen.add(id);
      }
    });
/** What an incident is to say of a component. */
export type Statement = { id: string; status: ComponentStatus };

/**
 * Body of `POST …/incidents` (contract §4), with what the decisions add. What is left out comes from the template, if one is
 * named, else from the defaults ({@link planIncident}).
 */
export const newIncident = requireUnless(
  z
    .object({
      title: title().optional(),
      impact: oneOf(impacts).optional(),
      component_ids: idList().optional(),
      status: oneOf(incidentStatuses).optional(),
      body: body().optional(),
      notify: flag().optional(),
      components: statements().default([]),
      started_at: instant().optional(),
      resolved_at: instant().optional(),
      template_id: rawText().optional(),
    })
    .meta({ id: "NewIncident", examples: [{ title: "API is slow", impact: "minor", component_ids: [], body: "Requests take several seconds. We look into it." }] }),
  "template_id",
  ["title", "impact"],
);
export type NewIncident = z.infer<typeof newIncident>;

/** Body of `PATCH …/incidents/{id}`: what is left out stays. */
export const incidentChange = z
  .object({ title: title().optional(), impact: oneOf(impacts).optional(), started_at: instant().optional() })
  .meta({ id: "IncidentChange", examples: [{ title: "API is down", impact: "critical" }] });
export type IncidentChange = z.infer<typeof incidentChange>;

const words = { body: body().default(""), notify: flag().default(true) };
const effects = { components: statements().default([]), component_ids: idList().default([]) };

/** Body of `POST …/incidents/{id}/updates`. Without a status it stays what it is. */
export const newUpdate = z
  .object({ status: oneOf(incidentStatuses).optional(), ...words, ...effects, after: lastSeen() })
  .meta({ id: "NewIncidentUpdate", examples: [{ status: "identified", body: "A disk is full. We make room." }] });
export type NewUpdate = z.infer<typeof newUpdate>;

/** Body of `POST …/incidents/{id}/resolve`. */
export const resolution = z.object(words).meta({ id: "IncidentResolution", examples: [{ body: "All is well again." }] });
export type Resolution = z.infer<typeof resolution>;

/** Body of `POST …/incidents/{id}/reopen`. */
export const reopening = z
  .object({ status: oneOf(["investigating", "identified", "monitoring"]).default("investigating"), ...words, ...effects })
  .meta({ id: "IncidentReopening", examples: [{ body: "It is back." }] });
export type Reopening = z.infer<typeof reopening>;

/** Body of `PATCH …/incidents/{id}/updates/{id}`. */
export const updateChange = z.object({ body: text({ max: () => limits.text }) }).meta({ id: "IncidentUpdateChange", examples: [{ body: "A disk was full. We made room." }] });
export type UpdateChange = z.infer<typeof updateChange>;

/** Query of `GET …/incidents/{id}/updates`. */
export const updatePage = z.object({ before: cursorField(parseMoment).optional() });

/** Body of `PUT …/incidents/{id}/postmortem`. Without `published` it stays a draft, or published, as it is. */
export const postmortemChange = z
  .object({ body: text({ max: () => limits.text }), published: flag().optional(), notify: flag().default(true) })
  .meta({ id: "PostmortemChange", examples: [{ body: "A certificate had expired. We renew them by machine now.", published: true }] });
export type PostmortemChange = z.infer<typeof postmortemChange>;

/** Query of `GET …/incidents` (decisions "Incidents"). */
export const incidentFilter = z.object({
  before: cursorField(parseMoment).optional(),
  status: oneOf([...incidentStatuses, "unresolved"]).optional().meta({ description: "`unresolved`: any but resolved." }),
  impact: oneOf(impacts).optional(),
  component_id: rawText().optional(),
  q: text({ max: () => limits.name, min: 0 }).optional().meta({ description: "Words of the title, in any order and case; each may be a part of one." }),
});
export type IncidentFilter = z.infer<typeof incidentFilter>;
