import { resource, route } from "@/lib/http/route";
import { previewMaintenanceUpdate } from "@/lib/maintenances/commands";
import { maintenanceOperations } from "@/lib/maintenances/operations";
import { serializePreview } from "@/lib/updates/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(
    maintenanceOperations.previewMaintenanceUpdate,
    async ({ context, organization, params, body }) =>
      serializePreview(
        await previewMaintenanceUpdate(context, organization, params.maintenanceID, body),
      ),
  ),
});
