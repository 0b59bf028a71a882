import { accountOperations } from "@/lib/auth/operations";
import { createClearedCookie } from "@/lib/auth/session-cookie";
import { endSession } from "@/lib/auth/sessions";
import { unauthenticated } from "@/lib/errors";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(accountOperations.logout, async ({ context, session, secure }) => {
    if (!(await endSession(context, session))) throw unauthenticated();
    return new Response(null, {
      status: 204,
      headers: { "Set-Cookie": createClearedCookie(secure) },
    });
  }),
});
