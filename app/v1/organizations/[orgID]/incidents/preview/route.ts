import { commandRoute, resource } from "@/lib/http/route";
import { previewIncident } from "@/lib/incidents/commands";
import { incidentOperations } from "@/lib/incidents/operations";
import { serializePreview } from "@/lib/updates/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: commandRoute(incidentOperations.previewIncident, previewIncident, serializePreview),
});
