import { changeGroup, deleteGroup } from "@/lib/component-groups/commands";
import { componentGroupOperations } from "@/lib/component-groups/operations";
import { getGroup } from "@/lib/component-groups/queries";
import { serializeGroup } from "@/lib/component-groups/serialize";
import { commandRoute, queryRoute, resource } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: queryRoute(componentGroupOperations.getComponentGroup, getGroup, serializeGroup),
  PATCH: commandRoute(componentGroupOperations.changeComponentGroup, changeGroup, serializeGroup),
  DELETE: commandRoute(componentGroupOperations.deleteComponentGroup, deleteGroup),
});
