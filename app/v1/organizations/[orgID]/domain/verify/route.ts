import { verifyDomain } from "@/lib/domains/commands";
import { domainOperations } from "@/lib/domains/operations";
import { installation } from "@/lib/domains/queries";
import { serializeDomain } from "@/lib/domains/serialize";
import { respondWithRecord } from "@/lib/http/records";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(domainOperations.verifyDomain, async ({ context, organization }) => {
    const domain = await verifyDomain(context, organization);
    return respondWithRecord(serializeDomain(domain, installation(organization)));
  }),
});
