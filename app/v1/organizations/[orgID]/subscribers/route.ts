import { commandRoute, resource, route } from "@/lib/http/route";
import { createSubscriber } from "@/lib/subscribers/commands";
import { subscriberOperations } from "@/lib/subscribers/operations";
import { listSubscribers } from "@/lib/subscribers/queries";
import { serializeCreated, serializeSubscriber } from "@/lib/subscribers/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(subscriberOperations.listSubscribers, async ({ organization, query }) => {
    const { subscribers, next } = await listSubscribers(organization, query);
    return { items: subscribers.map(serializeSubscriber), next };
  }),
  POST: commandRoute(subscriberOperations.createSubscriber, createSubscriber, serializeCreated),
});
