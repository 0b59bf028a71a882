import { resource, route } from "@/lib/http/route";
import { subscriberOperations } from "@/lib/subscribers/operations";
import { resubscribe } from "@/lib/subscribers/self-service";
import { serializeSubscription } from "@/lib/subscribers/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(subscriberOperations.resubscribe, async ({ query, now }) =>
    serializeSubscription(await resubscribe(query.token, now)),
  ),
});
