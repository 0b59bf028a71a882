import { formatTimeCursor } from "@/lib/cursor";
import { respondWithPage } from "@/lib/http/page-response";
import { resource, route } from "@/lib/http/route";
import { createIncident } from "@/lib/incidents/commands";
import { incidentOperations } from "@/lib/incidents/operations";
import { listIncidents } from "@/lib/incidents/queries";
import { serializeIncident } from "@/lib/incidents/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(incidentOperations.listIncidents, async ({ organization, query, request }) => {
    const { incidents, next } = await listIncidents(organization, query);
    return respondWithPage(
      request,
      incidents.map(serializeIncident),
      next && formatTimeCursor(next),
    );
  }),
  POST: route(incidentOperations.createIncident, async ({ context, organization, body }) => {
    const incident = await createIncident(context, organization, body);
    return Response.json(serializeIncident(incident), { status: 201 });
  }),
});
