import { commandRoute, queryRoute, resource } from "@/lib/http/route";
import { changeOrganization, deleteOrganization } from "@/lib/organizations/commands";
import { organizationOperations } from "@/lib/organizations/operations";
import { getOrganization } from "@/lib/organizations/queries";
import { serializeOrganization } from "@/lib/organizations/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: queryRoute(organizationOperations.getOrganization, getOrganization, serializeOrganization),
  PATCH: commandRoute(
    organizationOperations.changeOrganization,
    changeOrganization,
    serializeOrganization,
  ),
  DELETE: commandRoute(organizationOperations.deleteOrganization, deleteOrganization),
});
