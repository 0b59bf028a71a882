import { resource, route } from "@/lib/http/route";
import { revokeToken } from "@/lib/tokens/commands";
import { tokenOperations } from "@/lib/tokens/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  DELETE: route(tokenOperations.revokeToken, async ({ context, organization, params }) => {
    await revokeToken(context, organization, params.tokenID);
  }),
});
