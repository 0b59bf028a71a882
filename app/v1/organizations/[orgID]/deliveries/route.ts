import { deliveryOperations } from "@/lib/deliveries/operations";
import { listDeliveries } from "@/lib/deliveries/queries";
import { serializeDelivery } from "@/lib/deliveries/serialize";
import { respondWithPage } from "@/lib/http/page-response";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(deliveryOperations.listDeliveries, async ({ organization, query, request }) => {
    const { deliveries, next } = await listDeliveries(organization, query);
    return respondWithPage(request, deliveries.map(serializeDelivery), next);
  }),
});
