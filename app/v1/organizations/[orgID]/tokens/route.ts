import { commandRoute, resource, route } from "@/lib/http/route";
import { createToken } from "@/lib/tokens/commands";
import { tokenOperations } from "@/lib/tokens/operations";
import { listTokens } from "@/lib/tokens/queries";
import { serializeCreatedToken, serializeToken } from "@/lib/tokens/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(tokenOperations.listTokens, async ({ organization, query }) => {
    const { tokens, next } = await listTokens(organization, query.before);
    return { items: tokens.map(serializeToken), next };
  }),
  POST: commandRoute(tokenOperations.createToken, createToken, serializeCreatedToken),
});
