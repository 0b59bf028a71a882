import { setOrganizationSuspended } from "@/lib/administration/commands";
import { administrationOperations } from "@/lib/administration/operations";
import { getOrganizationSummary } from "@/lib/administration/queries";
import { serializeOrganizationSummary } from "@/lib/administration/serialize";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  PATCH: route(
    administrationOperations.changeSuspension,
    async ({ context, installation, params: { organizationID: id }, body }) => {
      await setOrganizationSuspended(context, installation, id, body.suspended);
      return serializeOrganizationSummary(await getOrganizationSummary(installation, id));
    },
  ),
});
