import { notifyAfterResponse } from "@/lib/http/notify";
import { respondWithRecord } from "@/lib/http/records";
import { resource, route } from "@/lib/http/route";
import { moveMaintenance } from "@/lib/maintenances/commands";
import { maintenanceOperations } from "@/lib/maintenances/operations";
import { serializeMaintenance } from "@/lib/maintenances/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(maintenanceOperations.startMaintenance, async ({ context, organization, params }) => {
    const maintenance = await moveMaintenance(context, organization, params.maintenanceID, "start");
    notifyAfterResponse();
    return respondWithRecord(serializeMaintenance(maintenance));
  }),
});
