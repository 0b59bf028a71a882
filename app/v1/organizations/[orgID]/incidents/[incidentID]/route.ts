import { commandRoute, queryRoute, resource } from "@/lib/http/route";
import { changeIncident, deleteIncident } from "@/lib/incidents/commands";
import { incidentOperations } from "@/lib/incidents/operations";
import { getIncidentDetail } from "@/lib/incidents/queries";
import { serializeIncidentDetail } from "@/lib/incidents/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: queryRoute(incidentOperations.getIncident, getIncidentDetail, serializeIncidentDetail),
  PATCH: commandRoute(incidentOperations.changeIncident, changeIncident, serializeIncidentDetail),
  DELETE: commandRoute(incidentOperations.deleteIncident, deleteIncident),
});
