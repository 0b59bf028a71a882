import { commandRoute, queryRoute, resource } from "@/lib/http/route";
import { changeTemplate, deleteTemplate } from "@/lib/templates/commands";
import { templateOperations } from "@/lib/templates/operations";
import { getTemplate } from "@/lib/templates/queries";
import { serializeTemplate } from "@/lib/templates/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: queryRoute(templateOperations.getTemplate, getTemplate, serializeTemplate),
  PATCH: commandRoute(templateOperations.changeTemplate, changeTemplate, serializeTemplate),
  DELETE: commandRoute(templateOperations.deleteTemplate, deleteTemplate),
});
