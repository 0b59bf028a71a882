import { resource, route } from "@/lib/http/route";
import { deleteSubscribers } from "@/lib/subscribers/removal";
import { subscriberOperations } from "@/lib/subscribers/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(
    subscriberOperations.deleteSubscribers,
    async ({ context, organization, body: { ids } }) => ({
      deleted: await deleteSubscribers(context, organization, ids),
    }),
  ),
});
