import { commandRoute, resource, route } from "@/lib/http/route";
import { changeIncident, deleteIncident } from "@/lib/incidents/commands";
import { incidentOperations } from "@/lib/incidents/operations";
import { getIncidentDetail } from "@/lib/incidents/queries";
import { serializeIncidentDetail } from "@/lib/incidents/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(incidentOperations.getIncident, async ({ organization, params }) => {
    return serializeIncidentDetail(await getIncidentDetail(organization, params.incidentID));
  }),
  PATCH: commandRoute(incidentOperations.changeIncident, changeIncident, serializeIncidentDetail),
  DELETE: commandRoute(incidentOperations.deleteIncident, deleteIncident),
});
