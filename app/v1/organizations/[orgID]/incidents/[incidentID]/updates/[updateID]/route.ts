import { commandRoute, resource, route } from "@/lib/http/route";
import { deleteIncidentUpdate } from "@/lib/incidents/commands";
import { incidentOperations } from "@/lib/incidents/operations";
import { serializeIncidentUpdate } from "@/lib/incidents/serialize";
import { changeUpdate } from "@/lib/updates/commands";
import { getUpdate } from "@/lib/updates/queries";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(incidentOperations.getIncidentUpdate, async ({ organization, params }) => {
    const subject = { kind: "incident", id: params.incidentID } as const;
    return serializeIncidentUpdate(await getUpdate(organization, subject, params.updateID));
  }),
  PATCH: commandRoute(
    incidentOperations.changeIncidentUpdate,
    (context, organization, incidentId, id, change) =>
      changeUpdate(context, organization, { kind: "incident", id: incidentId }, id, change),
    serializeIncidentUpdate,
  ),
  DELETE: commandRoute(incidentOperations.deleteIncidentUpdate, deleteIncidentUpdate),
});
