import { commandRoute, resource, route } from "@/lib/http/route";
import { changeSubscriber } from "@/lib/subscribers/commands";
import { subscriberOperations } from "@/lib/subscribers/operations";
import { getSubscriber } from "@/lib/subscribers/queries";
import { serializeSubscriber } from "@/lib/subscribers/serialize";
import { deleteSubscriber } from "@/lib/subscribers/removal";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(subscriberOperations.getSubscriber, async ({ organization, params }) => {
    const subscriber = await getSubscriber(organization, params.subscriberID);
    return serializeSubscriber(subscriber);
  }),
  PATCH: commandRoute(subscriberOperations.changeSubscriber, changeSubscriber, serializeSubscriber),
  DELETE: commandRoute(subscriberOperations.deleteSubscriber, deleteSubscriber),
});
