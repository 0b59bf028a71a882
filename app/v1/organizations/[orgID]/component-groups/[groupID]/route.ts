import { changeGroup, deleteGroup } from "@/lib/component-groups/commands";
import { componentGroupOperations } from "@/lib/component-groups/operations";
import { getGroup } from "@/lib/component-groups/queries";
import { serializeGroup } from "@/lib/component-groups/serialize";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(componentGroupOperations.getComponentGroup, async ({ organization, params }) => {
    return serializeGroup(await getGroup(organization, params.groupID));
  }),
  PATCH: route(
    componentGroupOperations.changeComponentGroup,
    async ({ context, organization, params, body }) => {
      return serializeGroup(await changeGroup(context, organization, params.groupID, body));
    },
  ),
  DELETE: route(
    componentGroupOperations.deleteComponentGroup,
    async ({ context, organization, params }) => {
      await deleteGroup(context, organization, params.groupID);
    },
  ),
});
