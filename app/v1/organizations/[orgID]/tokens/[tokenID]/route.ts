import { commandRoute, resource } from "@/lib/http/route";
import { revokeToken } from "@/lib/tokens/commands";
import { tokenOperations } from "@/lib/tokens/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  DELETE: commandRoute(tokenOperations.revokeToken, revokeToken),
});
