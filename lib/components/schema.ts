import { z } from "zod";
import { cursorField, parseMoment } from "@/lib/cursor";
import { limits } from "@/lib/limits";
import { facets, flag, idList, oneOf, rawText, text } from "@/lib/validation";
import { componentStatuses } from "./values";

export { type ComponentStatus, componentStatuses, type PublicStatus, publicStatuses } from "./values";

/** The first day from which uptime can be counted. */
export const FIRST_START_DATE = "1970-01-01";

const groupId = () => rawText().nullable();
/** A day; how far ahead it may be depends on the time, so the command judges that. */
const startDate = () =>
  z.iso
    .date({ error: "must be a date as in 2026-11-20, or null", abort: true })
    .refine((date) => date >= FIRST_START_DATE, { error: `must not be before ${FIRST_START_DATE}` })
    .nullable();

/** Body of `POST …/components` (contract §4), with what the decisions add. */
export const newComponent = z
  .object({
    name: text({ max: () => limits.name }),
    description: text({ max: () => limits.description, min: 0 }).default(""),
    group_id: groupId().optional(),
    start_date: startDate().optional(),
    status: oneOf(componentStatuses).optional(),
  })
  .meta({ id: "NewComponent", examples: [{ name: "API", description: "api.acme.example" }] });
export type NewComponent = z.infer<typeof newComponent>;

/** Components that one call may add. */
export const MOST_COMPONENTS_AT_ONCE = 100;

/** Body of `POST …/components/bulk`. */
export const newComponents = z
  .object({
    components: z
      .array(z.unknown(), { error: (issue) => (issue.input === undefined ? "is required" : "must be an array of objects") })
      .min(1, "must have at least one entry")
      .max(MOST_COMPONENTS_AT_ONCE, { error: `must have at most ${MOST_COMPONENTS_AT_ONCE} entries`, abort: true })
      .pipe(z.array(newComponent.pick({ name: true, description: true, group_id: true }), { error: "must be an object with a name" }))
      .register(facets, { json: () => ({ minItems: 1, maxItems: MOST_COMPONENTS_AT_ONCE }) }),
  })
  .meta({ id: "NewComponents", examples: [{ components: [{ name: "API" }, { name: "Website", description: "www.acme.example" }] }] });
export type NewComponents = z.infer<typeof newComponents>;

/** Body of `PATCH …/components/{componentID}`: what is left out stays. */
export const componentChange = z
  .object({
    name: text({ max: () => limits.name }).optional(),
    description: text({ max: () => limits.description, min: 0 }).optional(),
    group_id: groupId().optional(),
    start_date: startDate().optional(),
    status: oneOf(componentStatuses).optional(),
    archived: flag().optional(),
  })
  .meta({ id: "ComponentChange", examples: [{ status: "degraded_performance" }, { group_id: null, start_date: "2026-11-01" }, { archived: false }] });
export type ComponentChange = z.infer<typeof componentChange>;

/** Body of `PUT …/components/order`: only the size of a body bounds it. */
export const componentOrder = z
  .object({ component_ids: idList(() => Number.POSITIVE_INFINITY) })
  .meta({ id: "ComponentOrder", description: "The ids of all components that are not archived, each once, in their new order." });

/** Query of `GET …/components`. */
export const componentFilter = z.object({
  archived: z.enum(["true", "false"], { error: "must be true or false" }).default("false").transform((word) => word === "true"),
});

/** Query of `GET …/components/{componentID}/history`. */
export const historyPage = z.object({ before: cursorField(parseMoment).optional() });
export type HistoryPage = z.infer<typeof historyPage>;
