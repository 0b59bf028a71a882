import { commandRoute, resource, route } from "@/lib/http/route";
import { createIncident } from "@/lib/incidents/commands";
import { incidentOperations } from "@/lib/incidents/operations";
import { listIncidents } from "@/lib/incidents/queries";
import { serializeIncident } from "@/lib/incidents/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(incidentOperations.listIncidents, async ({ organization, query }) => {
    const { incidents, next } = await listIncidents(organization, query);
    return { items: incidents.map(serializeIncident), next };
  }),
  POST: commandRoute(incidentOperations.createIncident, createIncident, serializeIncident),
});
