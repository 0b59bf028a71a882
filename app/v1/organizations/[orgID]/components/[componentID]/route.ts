import { changeComponent, deleteComponent } from "@/lib/components/commands";
import { componentOperations } from "@/lib/components/operations";
import { getComponent } from "@/lib/components/queries";
import { serializeComponent } from "@/lib/components/serialize";
import { commandRoute, resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(componentOperations.getComponent, async ({ organization, params }) => {
    return serializeComponent(await getComponent(organization, params.componentID));
  }),
  PATCH: commandRoute(componentOperations.changeComponent, changeComponent, serializeComponent),
  DELETE: commandRoute(componentOperations.deleteComponent, deleteComponent),
});
