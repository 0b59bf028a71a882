import { z } from "zod";
import { componentWire } from "@/lib/components/serialize";
import { incidentWire } from "@/lib/incidents/serialize";
import { maintenanceWire } from "@/lib/maintenances/serialize";
import { defineOperation } from "@/lib/operation";
import { subscriberWire } from "@/lib/subscribers/serialize";
import { templateWire } from "@/lib/templates/serialize";
import { searchQuery } from "./schema";

export const searchOperations = {
  search: defineOperation({
    id: "search",
    method: "GET",
    path: "/v1/organizations/{orgID}/search",
    tag: "Organizations",
    summary: "Search records by name",
    description:
      "Returns at most 20 records of each type whose title, name, or address contains at least " +
      "one of the words; those that contain the most words come first. Components include " +
      "archived ones.",
    access: "viewer",
    query: searchQuery,
    response: {
      status: 200,
      schema: z
        .object({
          incidents: z.array(incidentWire),
          maintenances: z.array(maintenanceWire),
          subscribers: z.array(subscriberWire),
          components: z.array(componentWire),
          templates: z.array(templateWire),
        })
        .meta({ id: "SearchResults" }),
    },
  }),
} as const;
