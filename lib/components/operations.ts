import { z } from "zod";
import { defineOperations } from "@/lib/operation";
import {
  componentChange,
  componentFilter,
  componentOrder,
  statusHistoryQuery,
  newComponent,
  newComponents,
} from "./schema";
import { componentSchema, statusHistorySchema } from "./serialize";

export const componentOperations = defineOperations("Components", {
  listComponents: {
    endpoint: "GET /v1/organizations/{orgID}/components",
    summary: "List components",
    description:
      "Archived components are left out. `?archived=true` lists only those, most recently " +
      "archived first.",
    access: "viewer",
    query: componentFilter,
    isCacheable: true,
    response: { status: 200, schema: z.array(componentSchema) },
  },
  createComponent: {
    endpoint: "POST /v1/organizations/{orgID}/components",
    summary: "Create a component",
    access: "editor",
    body: newComponent,
    supportsIdempotencyKey: true,
    errors: ["conflict"],
    response: { status: 201, schema: componentSchema, hasETag: true },
  },
  createComponents: {
    endpoint: "POST /v1/organizations/{orgID}/components/bulk",
    summary: "Create up to 100 components",
    description:
      "Adds the components at the end of the list, in the given order. If one is invalid, none is " +
      "created, and the 400 response names its field, such as `components.3.name`.",
    access: "editor",
    body: newComponents,
    supportsIdempotencyKey: true,
    errors: ["conflict"],
    response: { status: 201, schema: z.array(componentSchema) },
  },
  getComponent: {
    endpoint: "GET /v1/organizations/{orgID}/components/{componentID}",
    summary: "Get a component",
    access: "viewer",
    isCacheable: true,
    response: { status: 200, schema: componentSchema },
  },
  changeComponent: {
    endpoint: "PATCH /v1/organizations/{orgID}/components/{componentID}",
    summary: "Edit a component",
    description:
      "Fields that you omit keep their value. `status` sets the component's own status, " +
      "returned as `own_status`. " +
      "While an unresolved incident gives the component a worse status, the `status` in the " +
      "response is that status. " +
      "`start_date` must be tomorrow or earlier. `archived: false` restores an archived " +
      "component at the end of the list.",
    access: "editor",
    body: componentChange,
    supportsIfMatch: true,
    errors: ["conflict"],
    response: { status: 200, schema: componentSchema, hasETag: true },
  },
  deleteComponent: {
    endpoint: "DELETE /v1/organizations/{orgID}/components/{componentID}",
    summary: "Delete or archive a component",
    description:
      "Archives the component if an incident, maintenance, subscriber, or template refers to it, " +
      "or if its status has ever changed; otherwise deletes it. " +
      "Lists omit archived components unless `archived` is true, and subscribers can no longer " +
      "choose them. " +
      "Incidents keep the ID and name of an archived component, and you can still get the " +
      "component by ID, with `archived_at` set.",
    access: "editor",
    supportsIfMatch: true,
    response: { status: 204 },
  },
  orderComponents: {
    endpoint: "PUT /v1/organizations/{orgID}/components/order",
    summary: "Reorder components",
    description:
      "`component_ids` must list each component exactly once, except archived ones. Missing, " +
      "unknown, or repeated IDs are rejected with 400, and the order stays the same. For " +
      "`If-Match`, use the `ETag` of the list of components.",
    access: "editor",
    body: componentOrder,
    supportsIfMatch: true,
    response: { status: 200, schema: z.array(componentSchema), hasETag: true },
  },
  listComponentHistory: {
    endpoint: "GET /v1/organizations/{orgID}/components/{componentID}/history",
    summary: "List a component's status history",
    description:
      "Each change of the status that visitors see, newest first, 100 per page. Uptime is " +
      "calculated from this history. " +
      "During maintenance, the status is `under_maintenance`, unless the component has a worse status. " +
      "The history starts when the component was created, or with a backfilled incident or " +
      "maintenance that started earlier.",
    access: "viewer",
    query: statusHistoryQuery,
    isPaged: true,
    isCacheable: true,
    response: { status: 200, schema: z.array(statusHistorySchema) },
  },
});
