import { z } from "zod";
import { organizationId, opaqueId, serializeRow, timestamp } from "@/lib/response-schemas";
import { translationsOutput } from "@/lib/translations/schema";
import type { ComponentGroup } from "./queries";

export const groupSchema = z
  .object({
    id: opaqueId(),
    organization_id: organizationId(),
    name: z.string().meta({ examples: ["Apps"] }),
    description: z.string().meta({ examples: ["Our mobile apps."] }),
    collapsed: z.boolean(),
    position: z.int(),
    component_ids: z.array(opaqueId()),
    created_at: timestamp(),
    updated_at: timestamp(),
    translations: translationsOutput("name", "description"),
  })
  .meta({
    id: "ComponentGroup",
    description:
      "Components under one heading. A component's `group_id` is the ID of its group. " +
      "`component_ids` lists the group's components that are not archived, in order. " +
      "The status page collapses a `collapsed` group while all its components are operational.",
  });

export const serializeGroup = (group: ComponentGroup) => serializeRow(groupSchema, group);
