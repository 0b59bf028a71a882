import { resource, route } from "@/lib/http/route";
import { transitionMaintenance } from "@/lib/maintenances/commands";
import { maintenanceOperations } from "@/lib/maintenances/operations";
import { serializeMaintenance } from "@/lib/maintenances/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(
    maintenanceOperations.cancelMaintenance,
    async ({ context, organization, params, body }) => {
      const maintenance = await transitionMaintenance(
        context,
        organization,
        params.maintenanceID,
        "cancel",
        body,
      );
      return serializeMaintenance(maintenance);
    },
  ),
});
