import { createGroup } from "@/lib/component-groups/commands";
import { componentGroupOperations } from "@/lib/component-groups/operations";
import { listGroups } from "@/lib/component-groups/queries";
import { serializeGroup } from "@/lib/component-groups/serialize";
import { commandRoute, resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(componentGroupOperations.listComponentGroups, async ({ organization }) => {
    const groups = await listGroups(organization);
    return groups.map(serializeGroup);
  }),
  POST: commandRoute(componentGroupOperations.createComponentGroup, createGroup, serializeGroup),
});
