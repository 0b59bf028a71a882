import { respondWithImage } from "@/lib/http/image-response";
import { resource, route } from "@/lib/http/route";
import { deleteImage, getImage, saveImage } from "@/lib/organizations/images";
import { organizationOperations } from "@/lib/organizations/operations";
import { serializeOrganization } from "@/lib/organizations/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(organizationOperations.getLogo, async ({ organization }) =>
    respondWithImage(await getImage(organization, "logo")),
  ),
  PUT: route(organizationOperations.saveLogo, async ({ context, organization, bytes }) => {
    const changed = await saveImage(context, organization, "logo", bytes);
    return serializeOrganization(changed);
  }),
  DELETE: route(organizationOperations.deleteLogo, async ({ context, organization }) => {
    await deleteImage(context, organization, "logo");
  }),
});
