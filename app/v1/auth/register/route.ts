import { register } from "@/lib/auth/accounts";
import { accountOperations } from "@/lib/auth/operations";
import { serializeUser } from "@/lib/auth/serialize";
import { createSessionCookie } from "@/lib/auth/session-cookie";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(accountOperations.register, async ({ body, client, secure, now }) => {
    const { user, token } = await register(body, client, now);
    return Response.json(serializeUser(user), {
      status: 201,
      headers: { "Set-Cookie": await createSessionCookie(token, secure) },
    });
  }),
});
