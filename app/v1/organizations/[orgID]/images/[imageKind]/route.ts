import { respondWithImage } from "@/lib/http/image-response";
import { resource, route } from "@/lib/http/route";
import { deleteImage, getImage, parseImageKind, saveImage } from "@/lib/organizations/images";
import { organizationOperations } from "@/lib/organizations/operations";
import { serializeOrganization } from "@/lib/organizations/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(organizationOperations.getImage, async ({ organization, params }) =>
    respondWithImage(await getImage(organization, parseImageKind(params.imageKind))),
  ),
  PUT: route(organizationOperations.saveImage, async ({ context, organization, params, bytes }) => {
    const changed = await saveImage(context, organization, parseImageKind(params.imageKind), bytes);
    return serializeOrganization(changed);
  }),
  DELETE: route(organizationOperations.deleteImage, async ({ context, organization, params }) => {
    await deleteImage(context, organization, parseImageKind(params.imageKind));
  }),
});
