import { commandRoute, resource } from "@/lib/http/route";
import { reopenIncident } from "@/lib/incidents/commands";
import { incidentOperations } from "@/lib/incidents/operations";
import { serializeIncidentDetail } from "@/lib/incidents/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: commandRoute(incidentOperations.reopenIncident, reopenIncident, serializeIncidentDetail),
});
