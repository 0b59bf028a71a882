import { deliveryOperations } from "@/lib/deliveries/operations";
import { summarizeDeliveries } from "@/lib/deliveries/queries";
import { serializeReport } from "@/lib/deliveries/serialize";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(deliveryOperations.summarizeDeliveries, async ({ organization, query, now }) => {
    return serializeReport(await summarizeDeliveries(organization, query.hours, now));
  }),
});
