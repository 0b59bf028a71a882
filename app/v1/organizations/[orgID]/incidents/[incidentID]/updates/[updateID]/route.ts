import { resource, route } from "@/lib/http/route";
import { deleteIncidentUpdate } from "@/lib/incidents/commands";
import { incidentOperations } from "@/lib/incidents/operations";
import { serializeIncidentUpdate } from "@/lib/incidents/serialize";
import { changeUpdate } from "@/lib/updates/commands";
import { createIncidentSubject, getUpdate } from "@/lib/updates/queries";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(incidentOperations.getIncidentUpdate, async ({ organization, params }) => {
    const subject = createIncidentSubject(params.incidentID);
    return serializeIncidentUpdate(await getUpdate(organization, subject, params.updateID));
  }),
  PATCH: route(
    incidentOperations.changeIncidentUpdate,
    async ({ context, organization, params, body }) => {
      const subject = createIncidentSubject(params.incidentID);
      return serializeIncidentUpdate(
        await changeUpdate(context, organization, subject, params.updateID, body),
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
