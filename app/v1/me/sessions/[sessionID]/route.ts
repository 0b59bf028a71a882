import { accountOperations } from "@/lib/auth/operations";
import { createClearedCookie } from "@/lib/auth/session-cookie";
import { endOwnSession } from "@/lib/auth/sessions";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  DELETE: route(accountOperations.endSession, async ({ context, session, params, secure }) => {
    await endOwnSession(context, session, params.sessionID);
    const headers =
      params.sessionID === session.id ? { "Set-Cookie": createClearedCookie(secure) } : undefined;
    return new Response(null, { status: 204, headers });
  }),
});
