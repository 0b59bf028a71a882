import { changeComponent, deleteComponent } from "@/lib/components/commands";
import { componentOperations } from "@/lib/components/operations";
import { getComponent } from "@/lib/components/queries";
import { serializeComponent } from "@/lib/components/serialize";
import { commandRoute, queryRoute, resource } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: queryRoute(componentOperations.getComponent, getComponent, serializeComponent),
  PATCH: commandRoute(componentOperations.changeComponent, changeComponent, serializeComponent),
  DELETE: commandRoute(componentOperations.deleteComponent, deleteComponent),
});
