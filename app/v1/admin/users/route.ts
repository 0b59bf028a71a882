import { administrationOperations } from "@/lib/administration/operations";
import { listUsers } from "@/lib/administration/queries";
import { serializeUserSummary } from "@/lib/administration/serialize";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(administrationOperations.listUsers, async ({ installation, query, now }) => {
    const { users, next } = await listUsers(installation, query, now);
    return { items: users.map(serializeUserSummary), next };
  }),
});
