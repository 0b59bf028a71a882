import { respondWithPage } from "@/lib/http/page-response";
import { resource, route } from "@/lib/http/route";
import { createInvitation } from "@/lib/organizations/invitations";
import { organizationOperations } from "@/lib/organizations/operations";
import { listInvitations } from "@/lib/organizations/queries";
import { serializeCreatedInvitation, serializeInvitation } from "@/lib/organizations/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(
    organizationOperations.listInvitations,
    async ({ organization, query, request, now }) => {
      const { invitations, next } = await listInvitations(organization, query.before, now);
      return respondWithPage(request, invitations.map(serializeInvitation), next);
    },
  ),
  POST: route(organizationOperations.createInvitation, async ({ context, organization, body }) => {
    const created = await createInvitation(context, organization, body);
    return Response.json(serializeCreatedInvitation(created), { status: 201 });
  }),
});
