import { commandRoute, resource } from "@/lib/http/route";
import { transferOrganization } from "@/lib/organizations/members";
import { organizationOperations } from "@/lib/organizations/operations";
import { serializeOrganization } from "@/lib/organizations/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: commandRoute(
    organizationOperations.transferOrganization,
    transferOrganization,
    serializeOrganization,
  ),
});
