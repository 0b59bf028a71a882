import { resource, route } from "@/lib/http/route";
import { subscriberOperations } from "@/lib/subscribers/operations";
import { subscribe } from "@/lib/subscribers/self-service";
import { serializeAccepted } from "@/lib/subscribers/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(subscriberOperations.subscribe, async ({ params, body, client, now }) => {
    const accepted = await subscribe({ client, now }, params.orgID, body);
    return serializeAccepted(accepted);
  }),
});
