import { createComponents } from "@/lib/components/commands";
import { componentOperations } from "@/lib/components/operations";
import { serializeComponent } from "@/lib/components/serialize";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(componentOperations.createComponents, async ({ context, organization, body }) => {
    const components = await createComponents(context, organization, body);
    return components.map(serializeComponent);
  }),
});
