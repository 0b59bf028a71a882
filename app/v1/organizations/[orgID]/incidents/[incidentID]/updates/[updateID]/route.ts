import { respondWithRecord } from "@/lib/http/records";
import { resource, route } from "@/lib/http/route";
import { changeUpdate } from "@/lib/incidents/commands";
import { incidentOperations } from "@/lib/incidents/operations";
import { getUpdate } from "@/lib/incidents/queries";
import { serializeUpdate } from "@/lib/incidents/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(incidentOperations.getIncidentUpdate, async ({ organization, params }) => {
    return Response.json(serializeUpdate(await getUpdate(organization, params.incidentID, params.updateID)));
  }),
  PATCH: route(incidentOperations.changeIncidentUpdate, async ({ context, organization, params, body }) => {
    return respondWithRecord(serializeUpdate(await changeUpdate(context, organization, params.incidentID, params.updateID, body)));
  }),
});
