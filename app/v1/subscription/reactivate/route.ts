import { resource, route } from "@/lib/http/route";
import { subscriberOperations } from "@/lib/subscribers/operations";
import { reactivateSubscription } from "@/lib/subscribers/self-service";
import { serializeReactivatedSubscription } from "@/lib/subscribers/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(subscriberOperations.reactivateSubscription, async ({ query, body, now }) => {
    const reactivated = await reactivateSubscription(query.token, body.replay, now);
    return serializeReactivatedSubscription(reactivated);
  }),
});
