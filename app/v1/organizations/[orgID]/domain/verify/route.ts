import { verifyDomain } from "@/lib/domains/commands";
import { domainOperations } from "@/lib/domains/operations";
import { serializeDomain } from "@/lib/domains/serialize";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(domainOperations.verifyDomain, async ({ context, organization }) => {
    const domain = await verifyDomain(context, organization);
    return serializeDomain(domain, organization.id);
  }),
});
