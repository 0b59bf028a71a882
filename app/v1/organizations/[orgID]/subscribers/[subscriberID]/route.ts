import { commandRoute, queryRoute, resource } from "@/lib/http/route";
import { changeSubscriber } from "@/lib/subscribers/commands";
import { subscriberOperations } from "@/lib/subscribers/operations";
import { getSubscriber } from "@/lib/subscribers/queries";
import { serializeSubscriber } from "@/lib/subscribers/serialize";
import { deleteSubscriber } from "@/lib/subscribers/removal";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: queryRoute(subscriberOperations.getSubscriber, getSubscriber, serializeSubscriber),
  PATCH: commandRoute(subscriberOperations.changeSubscriber, changeSubscriber, serializeSubscriber),
  DELETE: commandRoute(subscriberOperations.deleteSubscriber, deleteSubscriber),
});
