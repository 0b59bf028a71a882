import { z } from "zod";
import { defineOperation } from "@/lib/operation";
import { newTemplate, templateChange, templateFilter } from "./schema";
import { templateSchema } from "./serialize";

export const templateOperations = {
  listTemplates: defineOperation({
    id: "listTemplates",
    method: "GET",
    path: "/v1/organizations/{orgID}/templates",
    tag: "Templates",
    summary: "List templates, newest first",
    access: "viewer",
    query: templateFilter,
    isPaged: true,
    isCacheable: true,
    response: { status: 200, schema: z.array(templateSchema) },
  }),
  createTemplate: defineOperation({
    id: "createTemplate",
    method: "POST",
    path: "/v1/organizations/{orgID}/templates",
    tag: "Templates",
    summary: "Create a template",
    description:
      "Names are unique per kind; a duplicate returns 409. An update template needs a `body`. " +
      "The other kinds use the default message for the status if they have none.",
    access: "editor",
    body: newTemplate,
    creates: true,
    errors: ["conflict"],
    response: { status: 201, schema: templateSchema, hasETag: true },
  }),
  getTemplate: defineOperation({
    id: "getTemplate",
    method: "GET",
    path: "/v1/organizations/{orgID}/templates/{templateID}",
    tag: "Templates",
    summary: "Get a template",
    access: "viewer",
    isCacheable: true,
    response: { status: 200, schema: templateSchema },
  }),
  changeTemplate: defineOperation({
    id: "changeTemplate",
    method: "PATCH",
    path: "/v1/organizations/{orgID}/templates/{templateID}",
    tag: "Templates",
    summary: "Update a template",
    description:
      "Omitted fields are unchanged. The kind cannot be changed. `impact` is ignored except for " +
      "incident templates; `title` and `component_ids` are ignored for update templates.",
    access: "editor",
    body: templateChange,
    conditional: true,
    errors: ["conflict"],
    response: { status: 200, schema: templateSchema, hasETag: true },
  }),
  deleteTemplate: defineOperation({
    id: "deleteTemplate",
    method: "DELETE",
    path: "/v1/organizations/{orgID}/templates/{templateID}",
    tag: "Templates",
    summary: "Delete a template",
    description: "Incidents and maintenance created from the template are not affected.",
    access: "editor",
    conditional: true,
    response: { status: 204 },
  }),
} as const;
