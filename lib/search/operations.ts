import { z } from "zod";
import { componentSchema } from "@/lib/components/serialize";
import { incidentSchema } from "@/lib/incidents/serialize";
import { maintenanceSchema } from "@/lib/maintenances/serialize";
import { defineOperations } from "@/lib/operation";
import { subscriberSchema } from "@/lib/subscribers/serialize";
import { templateSchema } from "@/lib/templates/serialize";
import { searchQuery } from "./schema";

export const searchOperations = defineOperations("Organizations", {
  search: {
    endpoint: "GET /v1/organizations/{orgID}/search",
    summary: "Search the objects of an organization by name",
    description:
      "Returns at most 20 results of each type whose title, name, or address contains at least " +
      "one of the words; those that contain the most words come first. Incidents, maintenance, " +
      "and subscribers that are not on the first page of their list are found only if they contain " +
      "the longest word. Components include the 10,000 most recently archived ones.",
    access: "viewer",
    query: searchQuery,
    response: {
      status: 200,
      schema: z
        .object({
          incidents: z.array(incidentSchema),
          maintenances: z.array(maintenanceSchema),
          subscribers: z.array(subscriberSchema),
          components: z.array(componentSchema),
          templates: z.array(templateSchema),
        })
        .meta({ id: "SearchResults" }),
    },
  },
});
