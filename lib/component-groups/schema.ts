import { z } from "zod";
import { limits } from "@/lib/limits";
import { translationsInput } from "@/lib/translations/schema";
import { flag, idList, text } from "@/lib/validation";

const nameTranslations = () =>
  translationsInput({ name: () => limits.name, description: () => limits.description });

export const newGroup = z
  .object({
    name: text({ max: () => limits.name }),
    description: text({ max: () => limits.description, min: 0 }).default(""),
    translations: nameTranslations(),
    collapsed: flag().default(false),
  })
  .meta({ id: "NewComponentGroup", examples: [{ name: "Regions", collapsed: true }] });
export type NewGroup = z.infer<typeof newGroup>;

export const groupChange = z
  .object({
    name: text({ max: () => limits.name }).optional(),
    description: text({ max: () => limits.description, min: 0 }).optional(),
    translations: nameTranslations(),
    collapsed: flag().optional(),
  })
  .meta({ id: "ComponentGroupChange", examples: [{ collapsed: false }] });
export type GroupChange = z.infer<typeof groupChange>;

export const groupOrder = z.object({ group_ids: idList(() => Number.POSITIVE_INFINITY) }).meta({
  id: "ComponentGroupOrder",
  description: "The IDs of all groups, each exactly once, in the new order.",
});
