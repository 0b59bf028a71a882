import { deliveryOperations } from "@/lib/deliveries/operations";
import { getDeliveryReport } from "@/lib/deliveries/queries";
import { serializeReport } from "@/lib/deliveries/serialize";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(deliveryOperations.getMaintenanceDeliveryReport, async ({ organization, params }) => {
    return serializeReport(
      await getDeliveryReport(organization, { kind: "maintenance", id: params.maintenanceID }),
    );
  }),
});
