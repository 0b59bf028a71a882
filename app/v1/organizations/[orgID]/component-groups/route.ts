import { createGroup } from "@/lib/component-groups/commands";
import { componentGroupOperations } from "@/lib/component-groups/operations";
import { listGroups } from "@/lib/component-groups/queries";
import { serializeGroup } from "@/lib/component-groups/serialize";
import { respondWithResource } from "@/lib/http/resource-response";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(componentGroupOperations.listComponentGroups, async ({ organization }) => {
    const groups = await listGroups(organization);
    return Response.json(groups.map(serializeGroup));
  }),
  POST: route(
    componentGroupOperations.createComponentGroup,
    async ({ context, organization, body }) => {
      return respondWithResource(
        serializeGroup(await createGroup(context, organization, body)),
        201,
      );
    },
  ),
});
