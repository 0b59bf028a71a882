import { resource, route } from "@/lib/http/route";
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
  PATCH: route(
    maintenanceOperations.changeMaintenanceUpdate,
    async ({ context, organization, params: { maintenanceID, updateID }, body }) => {
      const subject = createMaintenanceSubject(maintenanceID);
      return serializeMaintenanceUpdate(
        await changeUpdate(context, organization, subject, updateID, body),
      );
    },
  ),
  DELETE: route(
    maintenanceOperations.deleteMaintenanceUpdate,
    async ({ context, organization, params: { maintenanceID, updateID } }) => {
      await deleteMaintenanceUpdate(context, organization, maintenanceID, updateID);
    },
  ),
});
