import { resource, route } from "@/lib/http/route";
import { changeMaintenance, deleteMaintenance } from "@/lib/maintenances/commands";
import { maintenanceOperations } from "@/lib/maintenances/operations";
import { getMaintenance } from "@/lib/maintenances/queries";
import { serializeMaintenance } from "@/lib/maintenances/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(maintenanceOperations.getMaintenance, async ({ organization, params }) =>
    serializeMaintenance(await getMaintenance(organization, params.maintenanceID)),
  ),
  PATCH: route(
    maintenanceOperations.changeMaintenance,
    async ({ context, organization, params, body }) => {
      const maintenance = await changeMaintenance(
        context,
        organization,
        params.maintenanceID,
        body,
      );
      return serializeMaintenance(maintenance);
    },
  ),
  DELETE: route(
    maintenanceOperations.deleteMaintenance,
    async ({ context, organization, params }) => {
      await deleteMaintenance(context, organization, params.maintenanceID);
    },
  ),
});
