import { resource, route } from "@/lib/http/route";
import { organizationOperations } from "@/lib/organizations/operations";
import { serializePublicPage } from "@/lib/organizations/serialize";
import { renderFailures } from "@/lib/publishing/failures";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(organizationOperations.getPublicPage, async ({ organization }) =>
    Response.json(serializePublicPage(renderFailures().get(organization.id))),
  ),
});
