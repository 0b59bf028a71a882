import { formatTimeCursor } from "@/lib/cursor";
import { respondWithPage } from "@/lib/http/page-response";
import { respondWithResource } from "@/lib/http/resource-response";
import { resource, route } from "@/lib/http/route";
import { postIncidentUpdate } from "@/lib/incidents/commands";
import { incidentOperations } from "@/lib/incidents/operations";
import { listIncidentUpdates } from "@/lib/incidents/queries";
import { serializeIncidentUpdate } from "@/lib/incidents/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(
    incidentOperations.listIncidentUpdates,
    async ({ organization, params, query, request }) => {
      const { updates, next } = await listIncidentUpdates(
        organization,
        params.incidentID,
        query.before,
      );
      return respondWithPage(
        request,
        updates.map(serializeIncidentUpdate),
        next && formatTimeCursor(next),
      );
    },
  ),
  POST: route(
    incidentOperations.postIncidentUpdate,
    async ({ context, organization, params, body }) => {
      const update = await postIncidentUpdate(context, organization, params.incidentID, body);
      return respondWithResource(serializeIncidentUpdate(update), 201);
    },
  ),
});
