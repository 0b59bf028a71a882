import { commandRoute, resource } from "@/lib/http/route";
import { transitionMaintenance } from "@/lib/maintenances/commands";
import { maintenanceOperations } from "@/lib/maintenances/operations";
import { serializeMaintenance } from "@/lib/maintenances/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: commandRoute(
    maintenanceOperations.cancelMaintenance,
    (context, organization, id, message) =>
      transitionMaintenance(context, organization, id, "cancel", message),
    serializeMaintenance,
  ),
});
