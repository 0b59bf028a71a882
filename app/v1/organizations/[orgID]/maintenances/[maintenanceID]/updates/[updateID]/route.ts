import { commandRoute, resource, route } from "@/lib/http/route";
import { deleteMaintenanceUpdate } from "@/lib/maintenances/commands";
import { maintenanceOperations } from "@/lib/maintenances/operations";
import { serializeMaintenanceUpdate } from "@/lib/maintenances/serialize";
import { changeUpdate } from "@/lib/updates/commands";
import { createMaintenanceSubject, getUpdate } from "@/lib/updates/queries";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(
    maintenanceOperations.getMaintenanceUpdate,
    async ({ organization, params: { maintenanceID, updateID } }) =>
      serializeMaintenanceUpdate(
        await getUpdate(organization, createMaintenanceSubject(maintenanceID), updateID),
      ),
  ),
  PATCH: commandRoute(
    maintenanceOperations.changeMaintenanceUpdate,
    (context, organization, maintenanceId, id, change) =>
      changeUpdate(context, organization, createMaintenanceSubject(maintenanceId), id, change),
    serializeMaintenanceUpdate,
  ),
  DELETE: commandRoute(maintenanceOperations.deleteMaintenanceUpdate, deleteMaintenanceUpdate),
});
