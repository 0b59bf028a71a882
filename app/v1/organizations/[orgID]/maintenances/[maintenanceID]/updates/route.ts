import { formatTimeCursor } from "@/lib/cursor";
import { resource, route } from "@/lib/http/route";
import { postMaintenanceUpdate } from "@/lib/maintenances/commands";
import { maintenanceOperations } from "@/lib/maintenances/operations";
import { listMaintenanceUpdates } from "@/lib/maintenances/queries";
import { serializeMaintenanceUpdate } from "@/lib/maintenances/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(
    maintenanceOperations.listMaintenanceUpdates,
    async ({ organization, params, query }) => {
      const { updates, next } = await listMaintenanceUpdates(
        organization,
        params.maintenanceID,
        query,
      );
      return {
        items: updates.map(serializeMaintenanceUpdate),
        next: next && formatTimeCursor(next),
      };
    },
  ),
  POST: route(
    maintenanceOperations.postMaintenanceUpdate,
    async ({ context, organization, params, body }) => {
      const update = await postMaintenanceUpdate(context, organization, params.maintenanceID, body);
      return serializeMaintenanceUpdate(update);
    },
  ),
});
