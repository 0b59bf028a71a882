import { commandRoute, resource } from "@/lib/http/route";
import { previewMaintenanceUpdate } from "@/lib/maintenances/commands";
import { maintenanceOperations } from "@/lib/maintenances/operations";
import { serializePreview } from "@/lib/updates/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: commandRoute(
    maintenanceOperations.previewMaintenanceUpdate,
    previewMaintenanceUpdate,
    serializePreview,
  ),
});
