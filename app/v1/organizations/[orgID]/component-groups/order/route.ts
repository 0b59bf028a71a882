import { orderGroups } from "@/lib/component-groups/commands";
import { componentGroupOperations } from "@/lib/component-groups/operations";
import { serializeGroup } from "@/lib/component-groups/serialize";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  PUT: route(
    componentGroupOperations.orderComponentGroups,
    async ({ context, organization, body }) => {
      const groups = await orderGroups(context, organization, body.group_ids);
      return groups.map(serializeGroup);
    },
  ),
});
