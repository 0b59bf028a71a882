import { formatTimeCursor } from "@/lib/cursor";
import { respondWithPage } from "@/lib/http/page-response";
import { respondWithResource } from "@/lib/http/resource-response";
import { resource, route } from "@/lib/http/route";
import { createMaintenance } from "@/lib/maintenances/commands";
import { maintenanceOperations } from "@/lib/maintenances/operations";
import { listMaintenances } from "@/lib/maintenances/queries";
import { serializeMaintenance } from "@/lib/maintenances/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(maintenanceOperations.listMaintenances, async ({ organization, query, request }) => {
    const { maintenances, next } = await listMaintenances(organization, query);
    return respondWithPage(
      request,
      maintenances.map(serializeMaintenance),
      next && formatTimeCursor(next),
    );
  }),
  POST: route(maintenanceOperations.createMaintenance, async ({ context, organization, body }) => {
    const maintenance = await createMaintenance(context, organization, body);
    return respondWithResource(serializeMaintenance(maintenance), 201);
  }),
});
