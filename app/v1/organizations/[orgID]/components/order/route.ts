import { orderComponents } from "@/lib/components/commands";
import { componentOperations } from "@/lib/components/operations";
import { serializeComponent } from "@/lib/components/serialize";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  PUT: route(componentOperations.orderComponents, async ({ context, organization, body }) => {
    const components = await orderComponents(context, organization, body.component_ids);
    return components.map(serializeComponent);
  }),
});
