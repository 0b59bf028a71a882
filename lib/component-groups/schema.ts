import { z } from "zod";
import { limits } from "@/lib/limits";
import { flag, idList, text } from "@/lib/validation";

export const newGroup = z
  .object({
    name: text({ max: () => limits.name }),
    description: text({ max: () => limits.description, min: 0 }).default(""),
    collapsed: flag().default(false),
  })
  .meta({ id: "NewComponentGroup", examples: [{ name: "Regions", collapsed: true }] });
export type NewGroup = z.infer<typeof newGroup>;

export const groupChange = z
  .object({
    name: text({ max: () => limits.name }).optional(),
    description: text({ max: () => limits.description, min: 0 }).optional(),
    collapsed: flag().optional(),
  })
  .meta({ id: "ComponentGroupChange", examples: [{ collapsed: false }] });
export type GroupChange = z.infer<typeof groupChange>;

/** The number of ids is limited only by the size of the body. */
export const groupOrder = z.object({ group_ids: idList(() => Number.POSITIVE_INFINITY) }).meta({
  id: "ComponentGroupOrder",
  description: "The IDs of all groups, each exactly once, in the new order.",
});
