import { deliveryOperations } from "@/lib/deliveries/operations";
import { getDelivery } from "@/lib/deliveries/queries";
import { serializeDelivery } from "@/lib/deliveries/serialize";
import { queryRoute, resource } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: queryRoute(deliveryOperations.getDelivery, getDelivery, serializeDelivery),
});
