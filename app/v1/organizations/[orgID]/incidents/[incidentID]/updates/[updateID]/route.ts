import { resource, route } from "@/lib/http/route";
import { changeIncidentUpdate, deleteIncidentUpdate } from "@/lib/incidents/commands";
import { incidentOperations } from "@/lib/incidents/operations";
import { getIncidentUpdate } from "@/lib/incidents/queries";
import { serializeIncidentUpdate } from "@/lib/incidents/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(incidentOperations.getIncidentUpdate, async ({ organization, params }) => {
    return serializeIncidentUpdate(
      await getIncidentUpdate(organization, params.incidentID, params.updateID),
    );
  }),
  PATCH: route(
    incidentOperations.changeIncidentUpdate,
    async ({ context, organization, params, body }) => {
      return serializeIncidentUpdate(
        await changeIncidentUpdate(context, organization, params.incidentID, params.updateID, body),
      );
    },
  ),
  DELETE: route(
    incidentOperations.deleteIncidentUpdate,
    async ({ context, organization, params }) => {
      await deleteIncidentUpdate(context, organization, params.incidentID, params.updateID);
    },
  ),
});
