import { resource, route } from "@/lib/http/route";
import { uptimeOperations } from "@/lib/uptime/operations";
import { getUptime } from "@/lib/uptime/queries";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(uptimeOperations.getUptime, async ({ organization, query, now }) => {
    const { months: _, ...report } = await getUptime(organization, query, now);
    return report;
  }),
});
