import { z } from "zod";
import { operation } from "@/lib/operation";
import { componentChange, componentFilter, componentOrder, historyPage, newComponent, newComponents } from "./schema";
import { componentWire, recordedChangeWire } from "./serialize";

/** Calls about components. */
export const componentOperations = {
  listComponents: operation({
    id: "listComponents",
    method: "GET",
    path: "/v1/organizations/{orgID}/components",
    tag: "Components",
    summary: "All components, each with its status",
    description: "Archived components are left out; `?archived=true` lists them alone, the last archived first.",
    access: "viewer",
    query: componentFilter,
    represented: true,
    answer: { status: 200, schema: z.array(componentWire) },
  }),
  createComponent: operation({
    id: "createComponent",
    method: "POST",
    path: "/v1/organizations/{orgID}/components",
    tag: "Components",
    summary: "Add a component",
    access: "editor",
    body: newComponent,
    creates: true,
    answer: { status: 201, schema: componentWire },
  }),
  createComponents: operation({
    id: "createComponents",
    method: "POST",
    path: "/v1/organizations/{orgID}/components/bulk",
    tag: "Components",
    summary: "Add up to 100 components at once",
    description: "In the order given, behind all others. All of them are added, or none: what is wrong with one is a 400 at its place, as in `components.3.name`.",
    access: "editor",
    body: newComponents,
    creates: true,
    answer: { status: 201, schema: z.array(componentWire) },
  }),
  getComponent: operation({
    id: "getComponent",
    method: "GET",
    path: "/v1/organizations/{orgID}/components/{componentID}",
    tag: "Components",
    summary: "One component, archived or not",
    access: "viewer",
    represented: true,
    answer: { status: 200, schema: componentWire },
  }),
  changeComponent: operation({
    id: "changeComponent",
    method: "PATCH",
    path: "/v1/organizations/{orgID}/components/{componentID}",
    tag: "Components",
    summary: "Change a component, or set its status",
    description:
      "What is left out stays. `status` is what an operator says of it, answered as `own_status`; the answer's `status` is worse while an incident says worse. " +
      "`start_date` may be tomorrow at the latest. `archived: false` brings an archived component back, at the end of the order.",
    access: "editor",
    body: componentChange,
    conditional: true,
    answer: { status: 200, schema: componentWire },
  }),
  deleteComponent: operation({
    id: "deleteComponent",
    method: "DELETE",
    path: "/v1/organizations/{orgID}/components/{componentID}",
    tag: "Components",
    summary: "Delete a component, or archive it if it has a history",
    description:
      "A component that had an incident, a maintenance or a change of status is archived: it is gone from the lists, the order and the choices of subscribers, " +
      "and incidents keep its id and its name. `GET` by its id still answers, with `archived_at`. Any other is deleted.",
    access: "editor",
    conditional: true,
    answer: { status: 204 },
  }),
  orderComponents: operation({
    id: "orderComponents",
    method: "PUT",
    path: "/v1/organizations/{orgID}/components/order",
    tag: "Components",
    summary: "Put the components in order",
    description: "`component_ids` names every component that is not archived once. What is missing, unknown or named twice is a 400 that says so, and nothing moves. `If-Match` takes the `ETag` of the list of components.",
    access: "editor",
    body: componentOrder,
    conditional: true,
    answer: { status: 200, schema: z.array(componentWire) },
  }),
  listComponentHistory: operation({
    id: "listComponentHistory",
    method: "GET",
    path: "/v1/organizations/{orgID}/components/{componentID}/history",
    tag: "Components",
    summary: "What a component was from when on, newest first",
    description:
      "The record from which uptime is computed: each change of the effective status, 100 a page. Where nothing worse is so, planned work shows as `under_maintenance`. " +
      "It begins with the component, or with an incident that was entered later and began before.",
    access: "viewer",
    query: historyPage,
    paged: true,
    represented: true,
    answer: { status: 200, schema: z.array(recordedChangeWire) },
  }),
} as const;
