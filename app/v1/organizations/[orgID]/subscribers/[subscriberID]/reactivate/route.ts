import { commandRoute, resource } from "@/lib/http/route";
import { reactivateSubscriber } from "@/lib/subscribers/commands";
import { subscriberOperations } from "@/lib/subscribers/operations";
import { serializeReactivated } from "@/lib/subscribers/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: commandRoute(
    subscriberOperations.reactivateSubscriber,
    (context, organization, id, body) =>
      reactivateSubscriber(context, organization, id, body.replay),
    serializeReactivated,
  ),
});
