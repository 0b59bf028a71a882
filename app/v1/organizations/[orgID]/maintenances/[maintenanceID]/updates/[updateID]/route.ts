import { commandRoute, resource, route } from "@/lib/http/route";
import { deleteMaintenanceUpdate } from "@/lib/maintenances/commands";
import { maintenanceOperations } from "@/lib/maintenances/operations";
import { serializeMaintenanceUpdate } from "@/lib/maintenances/serialize";
import { changeUpdate } from "@/lib/updates/commands";
import { getUpdate } from "@/lib/updates/queries";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(
    maintenanceOperations.getMaintenanceUpdate,
    async ({ organization, params: { maintenanceID, updateID } }) =>
      serializeMaintenanceUpdate(
        await getUpdate(organization, { kind: "maintenance", id: maintenanceID }, updateID),
      ),
  ),
  PATCH: commandRoute(
    maintenanceOperations.changeMaintenanceUpdate,
    (context, organization, maintenanceId, id, change) =>
      changeUpdate(context, organization, { kind: "maintenance", id: maintenanceId }, id, change),
    serializeMaintenanceUpdate,
  ),
  DELETE: commandRoute(maintenanceOperations.deleteMaintenanceUpdate, deleteMaintenanceUpdate),
});
