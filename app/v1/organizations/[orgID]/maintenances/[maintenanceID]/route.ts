import { commandRoute, queryRoute, resource } from "@/lib/http/route";
import { changeMaintenance, deleteMaintenance } from "@/lib/maintenances/commands";
import { maintenanceOperations } from "@/lib/maintenances/operations";
import { getMaintenance } from "@/lib/maintenances/queries";
import { serializeMaintenance } from "@/lib/maintenances/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: queryRoute(maintenanceOperations.getMaintenance, getMaintenance, serializeMaintenance),
  PATCH: commandRoute(
    maintenanceOperations.changeMaintenance,
    changeMaintenance,
    serializeMaintenance,
  ),
  DELETE: commandRoute(maintenanceOperations.deleteMaintenance, deleteMaintenance),
});
