import { commandRoute, queryRoute, resource } from "@/lib/http/route";
import { deletePostmortem, savePostmortem } from "@/lib/incidents/commands";
import { incidentOperations } from "@/lib/incidents/operations";
import { getPostmortem } from "@/lib/incidents/queries";
import { serializePostmortem } from "@/lib/incidents/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: queryRoute(incidentOperations.getPostmortem, getPostmortem, serializePostmortem),
  PUT: commandRoute(incidentOperations.savePostmortem, savePostmortem, serializePostmortem),
  DELETE: commandRoute(incidentOperations.deletePostmortem, deletePostmortem),
});
