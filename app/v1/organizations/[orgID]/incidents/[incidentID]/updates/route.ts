import { formatMoment } from "@/lib/cursor";
import { notifyAfterResponse } from "@/lib/http/notify";
import { respondWithPage } from "@/lib/http/pages";
import { respondWithRecord } from "@/lib/http/records";
import { resource, route } from "@/lib/http/route";
import { postUpdate } from "@/lib/incidents/commands";
import { incidentOperations } from "@/lib/incidents/operations";
import { listUpdates } from "@/lib/incidents/queries";
import { serializeUpdate } from "@/lib/incidents/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(incidentOperations.listIncidentUpdates, async ({ organization, params, query, request }) => {
    const { updates, next } = await listUpdates(organization, params.incidentID, query.before);
    return respondWithPage(request, updates.map(serializeUpdate), next && formatMoment(next));
  }),
  POST: route(incidentOperations.postIncidentUpdate, async ({ context, organization, params, body }) => {
    const update = await postUpdate(context, organization, params.incidentID, body);
    notifyAfterResponse();
    return respondWithRecord(serializeUpdate(update), 201);
  }),
});
