import { changeComponent, deleteComponent } from "@/lib/components/commands";
import { componentOperations } from "@/lib/components/operations";
import { getComponent } from "@/lib/components/queries";
import { serializeComponent } from "@/lib/components/serialize";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(componentOperations.getComponent, async ({ organization, params }) => {
    return serializeComponent(await getComponent(organization, params.componentID));
  }),
  PATCH: route(
    componentOperations.changeComponent,
    async ({ context, organization, params, body }) => {
      const component = await changeComponent(context, organization, params.componentID, body);
      return serializeComponent(component);
    },
  ),
  DELETE: route(componentOperations.deleteComponent, async ({ context, organization, params }) => {
    await deleteComponent(context, organization, params.componentID);
  }),
});
