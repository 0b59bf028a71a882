import { redeliver } from "@/lib/deliveries/commands";
import { deliveryOperations } from "@/lib/deliveries/operations";
import { serializeDelivery } from "@/lib/deliveries/serialize";
import { commandRoute, resource } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: commandRoute(deliveryOperations.redeliver, redeliver, serializeDelivery),
});
