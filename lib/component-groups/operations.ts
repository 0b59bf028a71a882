import { z } from "zod";
import { operation } from "@/lib/operation";
import { groupChange, groupOrder, newGroup } from "./schema";
import { groupWire } from "./serialize";

/** Calls about groups of components. */
export const componentGroupOperations = {
  listComponentGroups: operation({
    id: "listComponentGroups",
    method: "GET",
    path: "/v1/organizations/{orgID}/component-groups",
    tag: "Components",
    summary: "All groups of components, in their order",
    access: "viewer",
    represented: true,
    answer: { status: 200, schema: z.array(groupWire) },
  }),
  createComponentGroup: operation({
    id: "createComponentGroup",
    method: "POST",
    path: "/v1/organizations/{orgID}/component-groups",
    tag: "Components",
    summary: "Add a group",
    description: "It is empty: put components into it with their `group_id`.",
    access: "editor",
    body: newGroup,
    creates: true,
    answer: { status: 201, schema: groupWire },
  }),
  getComponentGroup: operation({
    id: "getComponentGroup",
    method: "GET",
    path: "/v1/organizations/{orgID}/component-groups/{groupID}",
    tag: "Components",
    summary: "One group",
    access: "viewer",
    represented: true,
    answer: { status: 200, schema: groupWire },
  }),
  changeComponentGroup: operation({
    id: "changeComponentGroup",
    method: "PATCH",
    path: "/v1/organizations/{orgID}/component-groups/{groupID}",
    tag: "Components",
    summary: "Rename or fold a group",
    access: "editor",
    body: groupChange,
    conditional: true,
    answer: { status: 200, schema: groupWire },
  }),
  deleteComponentGroup: operation({
    id: "deleteComponentGroup",
    method: "DELETE",
    path: "/v1/organizations/{orgID}/component-groups/{groupID}",
    tag: "Components",
    summary: "Delete a group, and keep its components",
    access: "editor",
    conditional: true,
    answer: { status: 204 },
  }),
  orderComponentGroups: operation({
    id: "orderComponentGroups",
    method: "PUT",
    path: "/v1/organizations/{orgID}/component-groups/order",
    tag: "Components",
    summary: "Put the groups in order",
    description: "`group_ids` names every group once. What is missing, unknown or named twice is a 400 that says so, and nothing moves. `If-Match` takes the `ETag` of the list of groups.",
    access: "editor",
    body: groupOrder,
    conditional: true,
    answer: { status: 200, schema: z.array(groupWire) },
  }),
} as const;
