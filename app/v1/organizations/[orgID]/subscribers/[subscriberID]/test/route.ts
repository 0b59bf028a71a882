import { sendTest } from "@/lib/deliveries/commands";
import { deliveryOperations } from "@/lib/deliveries/operations";
import { serializeDelivery } from "@/lib/deliveries/serialize";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(deliveryOperations.sendTest, async ({ context, organization, params }) => {
    const delivery = await sendTest(context, organization, params.subscriberID);
    return serializeDelivery(delivery);
  }),
});
