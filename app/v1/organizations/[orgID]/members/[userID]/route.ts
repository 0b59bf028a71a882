import { commandRoute, queryRoute, resource } from "@/lib/http/route";
import { changeMember, removeMember } from "@/lib/organizations/members";
import { organizationOperations } from "@/lib/organizations/operations";
import { getMember } from "@/lib/organizations/queries";
import { serializeMember } from "@/lib/organizations/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: queryRoute(organizationOperations.getMember, getMember, serializeMember),
  PATCH: commandRoute(organizationOperations.changeMember, changeMember, serializeMember),
  DELETE: commandRoute(organizationOperations.removeMember, removeMember),
});
