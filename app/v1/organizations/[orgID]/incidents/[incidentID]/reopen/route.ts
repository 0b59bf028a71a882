import { resource, route } from "@/lib/http/route";
import { reopenIncident } from "@/lib/incidents/commands";
import { incidentOperations } from "@/lib/incidents/operations";
import { serializeIncidentDetail } from "@/lib/incidents/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(
    incidentOperations.reopenIncident,
    async ({ context, organization, params, body }) => {
      const incident = await reopenIncident(context, organization, params.incidentID, body);
      return serializeIncidentDetail(incident);
    },
  ),
});
