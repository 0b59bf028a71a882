import { z } from "zod";
import { handle, opaqueId, timestamp } from "@/lib/wire";
import type { ComponentGroup } from "./queries";

/** Group of components on the wire (decisions "Components"). */
export const groupWire = z
  .object({
    id: opaqueId(),
    organization_id: handle(),
    name: z.string().meta({ examples: ["Apps"] }),
    description: z.string().meta({ examples: ["What people have on their phones."] }),
    collapsed: z.boolean(),
    position: z.int(),
    component_ids: z.array(opaqueId()),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({
    id: "ComponentGroup",
    description:
      "Components under one heading. A component says with its `group_id` which group it is in; `component_ids` are those that are not archived, in the order of components. " +
      "A `collapsed` group is shown folded while nothing in it is wrong.",
  });

export function serializeGroup(group: ComponentGroup): z.infer<typeof groupWire> {
  return {
    id: group.id,
    organization_id: group.organizationId,
    name: group.name,
    description: group.description,
    collapsed: group.collapsed,
    position: group.position,
    component_ids: group.componentIds,
    created_at: group.createdAt.toISOString(),
    updated_at: group.updatedAt.toISOString(),
  };
}
