import { resource, route } from "@/lib/http/route";
import { createOrganization } from "@/lib/organizations/commands";
import { organizationOperations } from "@/lib/organizations/operations";
import { listOrganizations } from "@/lib/organizations/queries";
import { serializeOrganization } from "@/lib/organizations/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(organizationOperations.listOrganizations, async ({ context }) => {
    const organizations = await listOrganizations(context.actor);
    return organizations.map(serializeOrganization);
  }),
  POST: route(organizationOperations.createOrganization, async ({ context, body }) => {
    const organization = await createOrganization(context, body);
    return serializeOrganization(organization);
  }),
});
