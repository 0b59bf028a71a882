import { resource, route } from "@/lib/http/route";
import { resolveIncident } from "@/lib/incidents/commands";
import { incidentOperations } from "@/lib/incidents/operations";
import { serializeIncidentDetail } from "@/lib/incidents/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(
    incidentOperations.resolveIncident,
    async ({ context, organization, params, body }) => {
      const incident = await resolveIncident(context, organization, params.incidentID, body);
      return serializeIncidentDetail(incident);
    },
  ),
});
