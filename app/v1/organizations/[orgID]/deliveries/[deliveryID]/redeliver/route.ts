import { redeliver } from "@/lib/deliveries/commands";
import { deliveryOperations } from "@/lib/deliveries/operations";
import { serializeDelivery } from "@/lib/deliveries/serialize";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(deliveryOperations.redeliver, async ({ context, organization, params }) => {
    const delivery = await redeliver(context, organization, params.deliveryID);
    return serializeDelivery(delivery);
  }),
});
