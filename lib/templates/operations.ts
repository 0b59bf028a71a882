import { z } from "zod";
import { defineOperations } from "@/lib/operation";
import { newTemplate, templateChange, templateFilter } from "./schema";
import { templateSchema } from "./serialize";

export const templateOperations = defineOperations("Templates", {
  listTemplates: {
    endpoint: "GET /v1/organizations/{orgID}/templates",
    summary: "List templates, newest first",
    access: "viewer",
    query: templateFilter,
    isPaged: true,
    isCacheable: true,
    response: { status: 200, schema: z.array(templateSchema) },
  },
  createTemplate: {
    endpoint: "POST /v1/organizations/{orgID}/templates",
    summary: "Create a template",
    description:
      "Names are unique per kind; a duplicate returns 409. An update template needs a `body`. " +
      "The other kinds use the default message for the status if they have none.",
    access: "editor",
    body: newTemplate,
    supportsIdempotencyKey: true,
    errors: ["conflict"],
    response: { status: 201, schema: templateSchema, hasETag: true },
  },
  getTemplate: {
    endpoint: "GET /v1/organizations/{orgID}/templates/{templateID}",
    summary: "Get a template",
    access: "viewer",
    isCacheable: true,
    response: { status: 200, schema: templateSchema },
  },
  changeTemplate: {
    endpoint: "PATCH /v1/organizations/{orgID}/templates/{templateID}",
    summary: "Edit a template",
    description:
      "Fields that you omit keep their value. The kind cannot be changed. `impact` is ignored except for " +
      "incident templates; `title` and `component_ids` are ignored for update templates.",
    access: "editor",
    body: templateChange,
    supportsIfMatch: true,
    errors: ["conflict"],
    response: { status: 200, schema: templateSchema, hasETag: true },
  },
  deleteTemplate: {
    endpoint: "DELETE /v1/organizations/{orgID}/templates/{templateID}",
    summary: "Delete a template",
    description: "Incidents and maintenance created from the template are not affected.",
    access: "editor",
    supportsIfMatch: true,
    response: { status: 204 },
  },
});
