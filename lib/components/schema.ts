import { z } from "zod";
import { cursorField, parseTimeCursor } from "@/lib/cursor";
import { limits } from "@/lib/limits";
import { translationsInput } from "@/lib/translations/schema";
import {
  jsonSchemaProperties,
  flag,
  idList,
  inputSchema,
  choice,
  rawText,
  text,
} from "@/lib/validation";
import { componentStatuses } from "./values";

export {
  type ComponentStatus,
  componentStatuses,
  type PublicStatus,
  publicStatuses,
} from "./values";

const MIN_START_DATE = "1970-01-01";

const nameTranslations = () =>
  translationsInput({ name: () => limits.name, description: () => limits.description });
const groupId = () => rawText().nullable();
/** The commands, not this schema, reject dates after tomorrow: the limit depends on the time. */
const startDate = () =>
  z.iso
    .date({ error: "must be a date such as 2026-11-20, or null", abort: true })
    .refine((date) => date >= MIN_START_DATE, { error: `must be ${MIN_START_DATE} or later` })
    .nullable();

export const newComponent = z
  .object({
    name: text({ max: () => limits.name }),
    description: text({ max: () => limits.description, min: 0 }).default(""),
    translations: nameTranslations(),
    group_id: groupId().optional(),
    start_date: startDate().optional(),
    status: choice(componentStatuses).optional(),
  })
  .meta({ id: "NewComponent", examples: [{ name: "API", description: "api.acme.example" }] });
export type NewComponent = z.infer<typeof newComponent>;

const { name, description, translations, group_id } = newComponent.shape;
const bulkComponent = z.object(
  { name, description, translations, group_id },
  { error: "must be an object with a name" },
);

const MAX_BULK_COMPONENTS = 100;

export const newComponents = z
  .object({
    components: z
      .array(z.unknown(), {
        error: (issue) =>
          issue.input === undefined ? "is required" : "must be an array of objects",
      })
      // For a string instead of an array, zod's `min` and `max` would add a second error.
      .refine((given) => given.length > 0, { error: "must have at least one entry", abort: true })
      .refine((given) => given.length <= MAX_BULK_COMPONENTS, {
        error: `must have at most ${MAX_BULK_COMPONENTS} entries`,
        abort: true,
      })
      .pipe(z.array(bulkComponent))
      .register(jsonSchemaProperties, {
        json: () => ({
          items: inputSchema(bulkComponent),
          minItems: 1,
          maxItems: MAX_BULK_COMPONENTS,
        }),
      }),
  })
  .meta({
    id: "NewComponents",
    examples: [
      { components: [{ name: "API" }, { name: "Website", description: "www.acme.example" }] },
    ],
  });
export type NewComponents = z.infer<typeof newComponents>;

export const componentChange = z
  .object({
    name: text({ max: () => limits.name }).optional(),
    description: text({ max: () => limits.description, min: 0 }).optional(),
    translations: nameTranslations(),
    group_id: groupId().optional(),
    start_date: startDate().optional(),
    status: choice(componentStatuses).optional(),
    archived: flag().optional(),
    notify: flag()
      .optional()
      .meta({
        description:
          "Notify subscribers who opted in to component status changes, if `status` changes what the page " +
          "shows.",
      }),
  })
  .meta({
    id: "ComponentChange",
    examples: [
      { status: "degraded_performance", notify: true },
      { group_id: null, start_date: "2026-11-01" },
      { archived: false },
    ],
  });
export type ComponentChange = z.infer<typeof componentChange>;

export const componentOrder = z
  .object({ component_ids: idList(() => Number.POSITIVE_INFINITY) })
  .meta({
    id: "ComponentOrder",
    description: "The IDs of all components that are not archived, each once, in their new order.",
  });

export const componentFilter = z.object({
  archived: z
    .enum(["true", "false"], { error: "must be true or false" })
    .default("false")
    .transform((word) => word === "true"),
});

export const statusHistoryQuery = z.object({ before: cursorField(parseTimeCursor).optional() });
