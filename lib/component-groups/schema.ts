import { z } from "zod";
import { limits } from "@/lib/limits";
import { flag, idList, text } from "@/lib/validation";

/** Body of `POST …/component-groups`. */
export const newGroup = z
  .object({
    name: text({ max: () => limits.name }),
    description: text({ max: () => limits.description, min: 0 }).default(""),
    collapsed: flag().default(false),
  })
  .meta({ id: "NewComponentGroup", examples: [{ name: "Regions", collapsed: true }] });
export type NewGroup = z.infer<typeof newGroup>;

/** Body of `PATCH …/component-groups/{groupID}`: what is left out stays. */
export const groupChange = z
  .object({
    name: text({ max: () => limits.name }).optional(),
    description: text({ max: () => limits.description, min: 0 }).optional(),
    collapsed: flag().optional(),
  })
  .meta({ id: "ComponentGroupChange", examples: [{ collapsed: false }] });
export type GroupChange = z.infer<typeof groupChange>;

/** Body of `PUT …/component-groups/order`: only the size of a body bounds it. */
export const groupOrder = z
  .object({ group_ids: idList(() => Number.POSITIVE_INFINITY) })
  .meta({ id: "ComponentGroupOrder", description: "The ids of all groups, each once, in their new order." });
