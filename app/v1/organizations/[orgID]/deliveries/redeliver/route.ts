import { redeliverAll } from "@/lib/deliveries/commands";
import { deliveryOperations } from "@/lib/deliveries/operations";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(deliveryOperations.redeliverAll, async ({ context, organization, body: { ids } }) => {
    const rejected = await redeliverAll(context, organization, ids);
    return {
      redelivered: ids.length - rejected.length,
      rejected: rejected.map(({ id, problem }) => ({ id, message: problem.detail })),
    };
  }),
});
