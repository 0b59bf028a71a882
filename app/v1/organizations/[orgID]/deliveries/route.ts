import { deliveryOperations } from "@/lib/deliveries/operations";
import { listDeliveries } from "@/lib/deliveries/queries";
import { serializeDelivery } from "@/lib/deliveries/serialize";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(deliveryOperations.listDeliveries, async ({ organization, query, now }) => {
    const { deliveries, next } = await listDeliveries(organization, query, now);
    return { items: deliveries.map(serializeDelivery), next };
  }),
});
