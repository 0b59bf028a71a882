import { z } from "zod";
import { defineOperations } from "@/lib/operation";
import { groupChange, groupOrder, newGroup } from "./schema";
import { groupSchema } from "./serialize";

export const componentGroupOperations = defineOperations("Components", {
  listComponentGroups: {
    endpoint: "GET /v1/organizations/{orgID}/component-groups",
    summary: "List component groups",
    access: "viewer",
    isCacheable: true,
    response: { status: 200, schema: z.array(groupSchema) },
  },
  createComponentGroup: {
    endpoint: "POST /v1/organizations/{orgID}/component-groups",
    summary: "Create a component group",
    description: "The group starts empty. To add a component, set its `group_id`.",
    access: "editor",
    body: newGroup,
    supportsIdempotencyKey: true,
    errors: ["conflict"],
    response: { status: 201, schema: groupSchema, hasETag: true },
  },
  getComponentGroup: {
    endpoint: "GET /v1/organizations/{orgID}/component-groups/{groupID}",
    summary: "Get a component group",
    access: "viewer",
    isCacheable: true,
    response: { status: 200, schema: groupSchema },
  },
  changeComponentGroup: {
    endpoint: "PATCH /v1/organizations/{orgID}/component-groups/{groupID}",
    summary: "Edit a component group",
    access: "editor",
    body: groupChange,
    supportsIfMatch: true,
    response: { status: 200, schema: groupSchema, hasETag: true },
  },
  deleteComponentGroup: {
    endpoint: "DELETE /v1/organizations/{orgID}/component-groups/{groupID}",
    summary: "Delete a component group",
    description: "Its components are kept, without a group.",
    access: "editor",
    supportsIfMatch: true,
    response: { status: 204 },
  },
  orderComponentGroups: {
    endpoint: "PUT /v1/organizations/{orgID}/component-groups/order",
    summary: "Reorder component groups",
    description:
      "`group_ids` must list every group exactly once. Missing, unknown, or repeated IDs are " +
      "rejected with 400, and the order stays the same. For `If-Match`, use the `ETag` of the " +
      "list of groups.",
    access: "editor",
    body: groupOrder,
    supportsIfMatch: true,
    response: { status: 200, schema: z.array(groupSchema), hasETag: true },
  },
});
