import { resource, route } from "@/lib/http/route";
import { changeMember, removeMember } from "@/lib/organizations/members";
import { organizationOperations } from "@/lib/organizations/operations";
import { getMember } from "@/lib/organizations/queries";
import { serializeMember } from "@/lib/organizations/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(organizationOperations.getMember, async ({ organization, params }) =>
    serializeMember(await getMember(organization, params.userID)),
  ),
  PATCH: route(
    organizationOperations.changeMember,
    async ({ context, organization, params, body }) => {
      const member = await changeMember(context, organization, params.userID, body);
      return serializeMember(member);
    },
  ),
  DELETE: route(organizationOperations.removeMember, async ({ context, organization, params }) => {
    await removeMember(context, organization, params.userID);
  }),
});
