import { commandRoute, resource, route } from "@/lib/http/route";
import { createInvitation } from "@/lib/organizations/invitations";
import { organizationOperations } from "@/lib/organizations/operations";
import { listInvitations } from "@/lib/organizations/queries";
import { serializeCreatedInvitation, serializeInvitation } from "@/lib/organizations/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(organizationOperations.listInvitations, async ({ organization, query, now }) => {
    const { invitations, next } = await listInvitations(organization, query.before, now);
    return { items: invitations.map(serializeInvitation), next };
  }),
  POST: commandRoute(
    organizationOperations.createInvitation,
    createInvitation,
    serializeCreatedInvitation,
  ),
});
