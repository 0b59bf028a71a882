import { resource, route } from "@/lib/http/route";
import { previewIncidentUpdate } from "@/lib/incidents/commands";
import { incidentOperations } from "@/lib/incidents/operations";
import { serializePreview } from "@/lib/updates/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(
    incidentOperations.previewIncidentUpdate,
    async ({ context, organization, params, body }) =>
      serializePreview(await previewIncidentUpdate(context, organization, params.incidentID, body)),
  ),
});
