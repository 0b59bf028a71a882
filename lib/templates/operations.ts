import { z } from "zod";
import { operation } from "@/lib/operation";
import { newTemplate, templateChange, templateFilter } from "./schema";
import { templateWire } from "./serialize";

/** Calls about templates. */
export const templateOperations = {
  listTemplates: operation({
    id: "listTemplates",
    method: "GET",
    path: "/v1/organizations/{orgID}/templates",
    tag: "Templates",
    summary: "Templates, newest first",
    access: "viewer",
    query: templateFilter,
    paged: true,
    represented: true,
    answer: { status: 200, schema: z.array(templateWire) },
  }),
  createTemplate: operation({
    id: "createTemplate",
    method: "POST",
    path: "/v1/organizations/{orgID}/templates",
    tag: "Templates",
    summary: "Add a template",
    description: "Names are unique among templates of one kind: 409. Without a `body`, whatever is begun with it says the default text of its status.",
    access: "editor",
    body: newTemplate,
    creates: true,
    errors: ["conflict"],
    answer: { status: 201, schema: templateWire },
  }),
  getTemplate: operation({
    id: "getTemplate",
    method: "GET",
    path: "/v1/organizations/{orgID}/templates/{templateID}",
    tag: "Templates",
    summary: "One template",
    access: "viewer",
    represented: true,
    answer: { status: 200, schema: templateWire },
  }),
  changeTemplate: operation({
    id: "changeTemplate",
    method: "PATCH",
    path: "/v1/organizations/{orgID}/templates/{templateID}",
    tag: "Templates",
    summary: "Change a template",
    description: "What is left out stays. Its kind never changes; the `impact` of a maintenance is ignored.",
    access: "editor",
    body: templateChange,
    conditional: true,
    errors: ["conflict"],
    answer: { status: 200, schema: templateWire },
  }),
  deleteTemplate: operation({
    id: "deleteTemplate",
    method: "DELETE",
    path: "/v1/organizations/{orgID}/templates/{templateID}",
    tag: "Templates",
    summary: "Delete a template",
    description: "What was begun with it stays as it is.",
    access: "editor",
    conditional: true,
    answer: { status: 204 },
  }),
} as const;
