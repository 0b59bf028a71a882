import { commandRoute, resource } from "@/lib/http/route";
import { revokeInvitation } from "@/lib/organizations/invitations";
import { organizationOperations } from "@/lib/organizations/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  DELETE: commandRoute(organizationOperations.revokeInvitation, revokeInvitation),
});
