import { resource, route } from "@/lib/http/route";
import { revokeInvitation } from "@/lib/organizations/invitations";
import { organizationOperations } from "@/lib/organizations/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  DELETE: route(
    organizationOperations.revokeInvitation,
    async ({ context, organization, params }) => {
      await revokeInvitation(context, organization, params.invitationID);
    },
  ),
});
