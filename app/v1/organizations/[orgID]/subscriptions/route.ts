import { resource, route } from "@/lib/http/route";
import { subscriberOperations } from "@/lib/subscribers/operations";
import { subscribe } from "@/lib/subscribers/self-service";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(subscriberOperations.subscribe, ({ params, body, client, now }) =>
    subscribe({ client, now }, params.orgID, body),
  ),
});
