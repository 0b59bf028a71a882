import { resource, route } from "@/lib/http/route";
import { organizationOperations } from "@/lib/organizations/operations";
import { listMembers } from "@/lib/organizations/queries";
import { serializeListedMember } from "@/lib/organizations/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(organizationOperations.listMembers, async ({ organization, query }) => {
    const { members, next } = await listMembers(organization, query.before);
    return { items: members.map(serializeListedMember), next };
  }),
});
