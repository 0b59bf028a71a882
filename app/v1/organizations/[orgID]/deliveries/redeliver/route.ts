import { redeliverDeliveries } from "@/lib/deliveries/commands";
import { deliveryOperations } from "@/lib/deliveries/operations";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(
    deliveryOperations.redeliverDeliveries,
    async ({ context, organization, body: { ids } }) => {
      const unique = [...new Set(ids)];
      const rejected = await redeliverDeliveries(context, organization, unique);
      return {
        redelivered: unique.length - rejected.length,
        rejected: rejected.map(({ id, problem }) => ({ id, message: problem.detail })),
      };
    },
  ),
});
