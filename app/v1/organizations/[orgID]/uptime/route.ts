import { resource, route } from "@/lib/http/route";
import { uptimeOperations } from "@/lib/uptime/operations";
import { getUptime } from "@/lib/uptime/queries";
import { serializeUptime } from "@/lib/uptime/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(uptimeOperations.getUptime, async ({ organization, query, now }) => {
    return serializeUptime(await getUptime(organization, query, now));
  }),
});
