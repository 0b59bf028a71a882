import { respondWithImage } from "@/lib/http/image-response";
import { respondWithResource } from "@/lib/http/resource-response";
import { resource, route } from "@/lib/http/route";
import { deleteLogo, getLogo, saveLogo } from "@/lib/organizations/logos";
import { organizationOperations } from "@/lib/organizations/operations";
import { serializeOrganization } from "@/lib/organizations/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(organizationOperations.getLogo, async ({ organization, request }) =>
    respondWithImage(request, await getLogo(organization), "private, no-cache"),
  ),
  PUT: route(organizationOperations.saveLogo, async ({ context, organization, bytes }) => {
    const changed = await saveLogo(context, organization, bytes);
    return respondWithResource(serializeOrganization(changed));
  }),
  DELETE: route(organizationOperations.deleteLogo, async ({ context, organization }) => {
    await deleteLogo(context, organization);
    return new Response(null, { status: 204 });
  }),
});
