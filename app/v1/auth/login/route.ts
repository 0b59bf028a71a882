import { login } from "@/lib/auth/accounts";
import { accountOperations } from "@/lib/auth/operations";
import { serializeUser } from "@/lib/auth/serialize";
import { createSessionCookie } from "@/lib/auth/session-cookie";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(accountOperations.login, async ({ body, client, secure, now }) => {
    const { user, token } = await login(body, client, now);
    return Response.json(serializeUser(user), {
      headers: { "Set-Cookie": await createSessionCookie(token, secure) },
    });
  }),
});
