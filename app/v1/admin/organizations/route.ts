import { administrationOperations } from "@/lib/administration/operations";
import { listAllOrganizations } from "@/lib/administration/queries";
import { serializeOrganizationSummary } from "@/lib/administration/serialize";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(administrationOperations.listAllOrganizations, async ({ installation, query }) => {
    const { organizations, next } = await listAllOrganizations(installation, query);
    return { items: organizations.map(serializeOrganizationSummary), next };
  }),
});
