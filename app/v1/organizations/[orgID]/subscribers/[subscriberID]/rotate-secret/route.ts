import { resource, route } from "@/lib/http/route";
import { rotateSecret } from "@/lib/subscribers/commands";
import { subscriberOperations } from "@/lib/subscribers/operations";
import { serializeCreated } from "@/lib/subscribers/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(
    subscriberOperations.rotateSecret,
    async ({ context, organization, params, body }) => {
      const rotated = await rotateSecret(
        context,
        organization,
        params.subscriberID,
        body.overlap_hours,
      );
      return serializeCreated(rotated);
    },
  ),
});
