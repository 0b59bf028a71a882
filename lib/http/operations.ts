import { z } from "zod";
import { auditOperations } from "@/lib/audit/operations";
import { accountOperations } from "@/lib/auth/operations";
import { componentGroupOperations } from "@/lib/component-groups/operations";
import { componentOperations } from "@/lib/components/operations";
import { deliveryOperations } from "@/lib/deliveries/operations";
import { domainOperations } from "@/lib/domains/operations";
import { incidentOperations } from "@/lib/incidents/operations";
import { maintenanceOperations } from "@/lib/maintenances/operations";
import { organizationOperations } from "@/lib/organizations/operations";
import { operation } from "@/lib/operation";
import { subscriberOperations } from "@/lib/subscribers/operations";
import { templateOperations } from "@/lib/templates/operations";
import { uptimeOperations } from "@/lib/uptime/operations";
import { tokenOperations } from "@/lib/tokens/operations";

/** Calls about the interface itself. */
export const descriptionOperations = {
  getOpenapi: operation({
    id: "getOpenapi",
    method: "GET",
    path: "/v1/openapi.json",
    tag: "Description",
    summary: "This document",
    description: "The whole of `/v1` in OpenAPI 3.1, made from the declarations that the server runs with.",
    access: "public",
    answer: { status: 200, schema: z.looseObject({ openapi: z.string().meta({ examples: ["3.1.1"] }), info: z.looseObject({ title: z.string(), version: z.string() }) }) },
  }),
} as const;

/** Every call of `/v1`, by its id: what the OpenAPI document describes. A test holds it against the routes on disk. */
export const operations = {
  ...accountOperations,
  ...organizationOperations,
  ...domainOperations,
  ...componentOperations,
  ...componentGroupOperations,
  ...uptimeOperations,
  ...incidentOperations,
  ...maintenanceOperations,
  ...templateOperations,
  ...subscriberOperations,
  ...deliveryOperations,
  ...auditOperations,
  ...tokenOperations,
  ...descriptionOperations,
} as const;
