import { commandRoute, resource, route } from "@/lib/http/route";
import { postMaintenanceUpdate } from "@/lib/maintenances/commands";
import { maintenanceOperations } from "@/lib/maintenances/operations";
import { serializeMaintenanceUpdate } from "@/lib/maintenances/serialize";
import { listUpdates } from "@/lib/updates/queries";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(
    maintenanceOperations.listMaintenanceUpdates,
    async ({ organization, params, query }) => {
      const subject = { kind: "maintenance", id: params.maintenanceID } as const;
      const { updates, next } = await listUpdates(organization, subject, query.before);
      return { items: updates.map(serializeMaintenanceUpdate), next };
    },
  ),
  POST: commandRoute(
    maintenanceOperations.postMaintenanceUpdate,
    postMaintenanceUpdate,
    serializeMaintenanceUpdate,
  ),
});
