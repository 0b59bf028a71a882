import { commandRoute, resource, route } from "@/lib/http/route";
import { createMaintenance } from "@/lib/maintenances/commands";
import { maintenanceOperations } from "@/lib/maintenances/operations";
import { listMaintenances } from "@/lib/maintenances/queries";
import { serializeMaintenance } from "@/lib/maintenances/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(maintenanceOperations.listMaintenances, async ({ organization, query }) => {
    const { maintenances, next } = await listMaintenances(organization, query);
    return { items: maintenances.map(serializeMaintenance), next };
  }),
  POST: commandRoute(
    maintenanceOperations.createMaintenance,
    createMaintenance,
    serializeMaintenance,
  ),
});
