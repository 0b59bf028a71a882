import { resource, route } from "@/lib/http/route";
import { acceptInvitation } from "@/lib/organizations/invitations";
import { organizationOperations } from "@/lib/organizations/operations";
import { serializeOrganization } from "@/lib/organizations/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(organizationOperations.acceptInvitation, async ({ context, body }) => {
    const organization = await acceptInvitation(context, body.token);
    return serializeOrganization(organization);
  }),
});
