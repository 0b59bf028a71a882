import { resource, route } from "@/lib/http/route";
import { changeMaintenanceUpdate, deleteMaintenanceUpdate } from "@/lib/maintenances/commands";
import { maintenanceOperations } from "@/lib/maintenances/operations";
import { getMaintenanceUpdate } from "@/lib/maintenances/queries";
import { serializeMaintenanceUpdate } from "@/lib/maintenances/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(
    maintenanceOperations.getMaintenanceUpdate,
    async ({ organization, params: { maintenanceID, updateID } }) =>
      serializeMaintenanceUpdate(await getMaintenanceUpdate(organization, maintenanceID, updateID)),
  ),
  PATCH: route(
    maintenanceOperations.changeMaintenanceUpdate,
    async ({ context, organization, params: { maintenanceID, updateID }, body }) =>
      serializeMaintenanceUpdate(
        await changeMaintenanceUpdate(context, organization, maintenanceID, updateID, body),
      ),
  ),
  DELETE: route(
    maintenanceOperations.deleteMaintenanceUpdate,
    async ({ context, organization, params: { maintenanceID, updateID } }) => {
      await deleteMaintenanceUpdate(context, organization, maintenanceID, updateID);
    },
  ),
});
