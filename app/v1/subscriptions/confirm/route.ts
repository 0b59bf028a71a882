import { resource, route } from "@/lib/http/route";
import { subscriberOperations } from "@/lib/subscribers/operations";
import { confirmSubscription } from "@/lib/subscribers/self-service";
import { serializeSubscription } from "@/lib/subscribers/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(subscriberOperations.confirmSubscription, async ({ body, now }) => {
    const subscription = await confirmSubscription(body.token, now);
    return serializeSubscription(subscription);
  }),
});
