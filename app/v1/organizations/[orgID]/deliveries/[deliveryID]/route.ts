import { deliveryOperations } from "@/lib/deliveries/operations";
import { getDelivery } from "@/lib/deliveries/queries";
import { serializeDelivery } from "@/lib/deliveries/serialize";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(deliveryOperations.getDelivery, async ({ organization, params }) => {
    return serializeDelivery(await getDelivery(organization, params.deliveryID));
  }),
});
