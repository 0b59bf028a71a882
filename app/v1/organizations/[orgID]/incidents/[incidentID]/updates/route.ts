import { commandRoute, resource, route } from "@/lib/http/route";
import { postIncidentUpdate } from "@/lib/incidents/commands";
import { incidentOperations } from "@/lib/incidents/operations";
import { serializeIncidentUpdate } from "@/lib/incidents/serialize";
import { listUpdates } from "@/lib/updates/queries";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(incidentOperations.listIncidentUpdates, async ({ organization, params, query }) => {
    const subject = { kind: "incident", id: params.incidentID } as const;
    const { updates, next } = await listUpdates(organization, subject, query.before);
    return { items: updates.map(serializeIncidentUpdate), next };
  }),
  POST: commandRoute(
    incidentOperations.postIncidentUpdate,
    postIncidentUpdate,
    serializeIncidentUpdate,
  ),
});
