import { createComponent } from "@/lib/components/commands";
import { componentOperations } from "@/lib/components/operations";
import { listComponents } from "@/lib/components/queries";
import { serializeComponent } from "@/lib/components/serialize";
import { commandRoute, resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(componentOperations.listComponents, async ({ organization, query }) => {
    const components = await listComponents(organization, query);
    return components.map(serializeComponent);
  }),
  POST: commandRoute(componentOperations.createComponent, createComponent, serializeComponent),
});
