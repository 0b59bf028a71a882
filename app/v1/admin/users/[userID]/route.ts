import { setUserDisabled } from "@/lib/administration/commands";
import { administrationOperations } from "@/lib/administration/operations";
import { getUserSummary } from "@/lib/administration/queries";
import { serializeUserSummary } from "@/lib/administration/serialize";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  PATCH: route(
    administrationOperations.changeUserAccess,
    async ({ context, installation, params, body, now }) => {
      await setUserDisabled(context, installation, params.userID, body.disabled);
      return serializeUserSummary(await getUserSummary(installation, params.userID, now));
    },
  ),
});
