import { resource, route } from "@/lib/http/route";
import { deletePostmortem, savePostmortem } from "@/lib/incidents/commands";
import { incidentOperations } from "@/lib/incidents/operations";
import { getPostmortem } from "@/lib/incidents/queries";
import { serializePostmortem } from "@/lib/incidents/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(incidentOperations.getPostmortem, async ({ organization, params }) => {
    return serializePostmortem(await getPostmortem(organization, params.incidentID));
  }),
  PUT: route(incidentOperations.savePostmortem, async ({ context, organization, params, body }) => {
    const postmortem = await savePostmortem(context, organization, params.incidentID, body);
    return serializePostmortem(postmortem);
  }),
  DELETE: route(incidentOperations.deletePostmortem, async ({ context, organization, params }) => {
    await deletePostmortem(context, organization, params.incidentID);
  }),
});
