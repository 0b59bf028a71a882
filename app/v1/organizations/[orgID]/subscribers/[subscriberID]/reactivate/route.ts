import { resource, route } from "@/lib/http/route";
import { reactivateSubscriber } from "@/lib/subscribers/commands";
import { subscriberOperations } from "@/lib/subscribers/operations";
import { serializeReactivated } from "@/lib/subscribers/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(
    subscriberOperations.reactivateSubscriber,
    async ({ context, organization, params, body }) => {
      const reactivated = await reactivateSubscriber(
        context,
        organization,
        params.subscriberID,
        body.replay,
      );
      return serializeReactivated(reactivated);
    },
  ),
});
