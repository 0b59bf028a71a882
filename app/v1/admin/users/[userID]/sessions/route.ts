import { endUserSessions } from "@/lib/administration/commands";
import { administrationOperations } from "@/lib/administration/operations";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  DELETE: route(administrationOperations.endUserSessions, ({ context, installation, params }) =>
    endUserSessions(context, installation, params.userID),
  ),
});
