import { resource, route } from "@/lib/http/route";
import { transitionMaintenance } from "@/lib/maintenances/commands";
import { maintenanceOperations } from "@/lib/maintenances/operations";
import { serializeMaintenance } from "@/lib/maintenances/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(
    maintenanceOperations.completeMaintenance,
    async ({ context, organization, params }) => {
      const maintenance = await transitionMaintenance(
        context,
        organization,
        params.maintenanceID,
        "complete",
      );
      return serializeMaintenance(maintenance);
    },
  ),
});
