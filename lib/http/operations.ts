import { z } from "zod";
import { administrationOperations } from "@/lib/administration/operations";
import { auditOperations } from "@/lib/audit/operations";
import { accountOperations } from "@/lib/auth/operations";
import { componentGroupOperations } from "@/lib/component-groups/operations";
import { componentOperations } from "@/lib/components/operations";
import { deliveryOperations } from "@/lib/deliveries/operations";
import { domainOperations } from "@/lib/domains/operations";
import { incidentOperations } from "@/lib/incidents/operations";
import { maintenanceOperations } from "@/lib/maintenances/operations";
import { organizationOperations } from "@/lib/organizations/operations";
import { defineOperations } from "@/lib/operation";
import { searchOperations } from "@/lib/search/operations";
import { subscriberOperations } from "@/lib/subscribers/operations";
import { templateOperations } from "@/lib/templates/operations";
import { uptimeOperations } from "@/lib/uptime/operations";
import { tokenOperations } from "@/lib/tokens/operations";

export const descriptionOperations = defineOperations("Description", {
  getOpenapi: {
    endpoint: "GET /v1/openapi.json",
    summary: "Get the OpenAPI document",
    description: "The OpenAPI 3.1 description of `/v1`, generated from the server's code.",
    access: "public",
    response: {
      status: 200,
      schema: z.looseObject({
        openapi: z.string().meta({ examples: ["3.1.1"] }),
        info: z.looseObject({ title: z.string(), version: z.string() }),
      }),
    },
  },
  getVersion: {
    endpoint: "GET /v1/version",
    summary: "Get the version of the server",
    access: "public",
    response: {
      status: 200,
      schema: z.object({ version: z.string().meta({ examples: ["0.1.0"] }) }),
    },
  },
});

/** All operations of the API under `/v1`. A test checks that each has a route file. */
export const operations = {
  ...accountOperations,
  ...organizationOperations,
  ...searchOperations,
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
  ...administrationOperations,
  ...descriptionOperations,
} as const;
