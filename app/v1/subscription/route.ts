import { resource, route } from "@/lib/http/route";
import { subscriberOperations } from "@/lib/subscribers/operations";
import {
  changeSubscription,
  endSubscription,
  getSubscription,
} from "@/lib/subscribers/self-service";
import { serializeSubscription } from "@/lib/subscribers/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(subscriberOperations.getSubscription, async ({ query }) => {
    const subscription = await getSubscription(query.token);
    return serializeSubscription(subscription);
  }),
  PATCH: route(subscriberOperations.changeSubscription, async ({ query, body, now }) => {
    const subscription = await changeSubscription(query.token, body, now);
    return serializeSubscription(subscription);
  }),
  DELETE: route(subscriberOperations.endSubscription, async ({ query, now }) => {
    await endSubscription(query.token, now);
  }),
});
