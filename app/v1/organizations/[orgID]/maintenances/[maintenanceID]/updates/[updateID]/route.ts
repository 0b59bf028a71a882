import { respondWithRecord } from "@/lib/http/records";
import { resource, route } from "@/lib/http/route";
import { changeMaintenanceUpdate } from "@/lib/maintenances/commands";
import { maintenanceOperations } from "@/lib/maintenances/operations";
import { getMaintenanceUpdate } from "@/lib/maintenances/queries";
import { serializeMaintenanceUpdate } from "@/lib/maintenances/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(maintenanceOperations.getMaintenanceUpdate, async ({ organization, params: { maintenanceID, updateID } }) =>
    Response.json(serializeMaintenanceUpdate(await getMaintenanceUpdate(organization, maintenanceID, updateID))),
  ),
  PATCH: route(maintenanceOperations.changeMaintenanceUpdate, async ({ context, organization, params: { maintenanceID, updateID }, body }) =>
    respondWithRecord(serializeMaintenanceUpdate(await changeMaintenanceUpdate(context, organization, maintenanceID, updateID, body))),
  ),
});
