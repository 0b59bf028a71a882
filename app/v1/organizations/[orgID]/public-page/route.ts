import { resource, route } from "@/lib/http/route";
import { organizationOperations } from "@/lib/organizations/operations";
import { serializePublicPage } from "@/lib/organizations/serialize";
import { listPublications } from "@/lib/publishing/publishing-jobs";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(organizationOperations.getPublicPage, async ({ organization, now }) =>
    serializePublicPage(await listPublications(organization.id), {
      role: organization.role,
      now,
    }),
  ),
});
