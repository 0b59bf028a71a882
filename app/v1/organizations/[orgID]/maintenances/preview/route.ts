import { resource, route } from "@/lib/http/route";
import { previewMaintenance } from "@/lib/maintenances/commands";
import { maintenanceOperations } from "@/lib/maintenances/operations";
import { serializePreview } from "@/lib/updates/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(maintenanceOperations.previewMaintenance, async ({ context, organization, body }) =>
    serializePreview(await previewMaintenance(context, organization, body)),
  ),
});
