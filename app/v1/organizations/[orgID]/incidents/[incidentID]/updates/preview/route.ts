import { commandRoute, resource } from "@/lib/http/route";
import { previewIncidentUpdate } from "@/lib/incidents/commands";
import { incidentOperations } from "@/lib/incidents/operations";
import { serializePreview } from "@/lib/updates/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: commandRoute(
    incidentOperations.previewIncidentUpdate,
    previewIncidentUpdate,
    serializePreview,
  ),
});
