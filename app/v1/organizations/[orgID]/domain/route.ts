import { deleteDomain, saveDomain } from "@/lib/domains/commands";
import { domainOperations } from "@/lib/domains/operations";
import { getDomain } from "@/lib/domains/queries";
import { serializeDomain } from "@/lib/domains/serialize";
import { commandRoute, resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(domainOperations.getDomain, async ({ organization }) =>
    serializeDomain(await getDomain(organization), organization.id),
  ),
  PUT: route(domainOperations.saveDomain, async ({ context, organization, body }) => {
    const domain = await saveDomain(context, organization, body);
    return serializeDomain(domain, organization.id);
  }),
  DELETE: commandRoute(domainOperations.deleteDomain, deleteDomain),
});
