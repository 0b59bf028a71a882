import { resource, route } from "@/lib/http/route";
import { transferOrganization } from "@/lib/organizations/members";
import { organizationOperations } from "@/lib/organizations/operations";
import { serializeOrganization } from "@/lib/organizations/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(
    organizationOperations.transferOrganization,
    async ({ context, organization, body }) => {
      const transferred = await transferOrganization(context, organization, body);
      return serializeOrganization(transferred);
    },
  ),
});
