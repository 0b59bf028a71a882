import { resource, route } from "@/lib/http/route";
import { subscriberOperations } from "@/lib/subscribers/operations";
import { restoreSubscribers } from "@/lib/subscribers/removal";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(
    subscriberOperations.restoreSubscribers,
    async ({ context, organization, body: { ids } }) => ({
      restored: await restoreSubscribers(context, organization, ids),
    }),
  ),
});
