import { resource, route } from "@/lib/http/route";
import { requireExisting } from "@/lib/organizations/commands";
import { organizationOperations } from "@/lib/organizations/operations";
import { publicPages } from "@/lib/publishing/public-pages";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(organizationOperations.previewPublicPage, async ({ organization, body }) => {
    requireExisting(organization);
    return { html: await publicPages.preview(organization.id, body) };
  }),
});
