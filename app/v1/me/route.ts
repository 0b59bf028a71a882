import { updateAccount, deleteAccount } from "@/lib/auth/my-account";
import { accountOperations } from "@/lib/auth/operations";
import { serializeUser } from "@/lib/auth/serialize";
import { createClearedCookie } from "@/lib/auth/session-cookie";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(accountOperations.getMe, async ({ session }) => serializeUser(session.user)),
  PATCH: route(accountOperations.changeMe, async ({ context, body }) => {
    const user = await updateAccount(context, body);
    return serializeUser(user);
  }),
  DELETE: route(accountOperations.deleteMe, async ({ context, body, secure }) => {
    await deleteAccount(context, body.password);
    return new Response(null, {
      status: 204,
      headers: { "Set-Cookie": createClearedCookie(secure) },
    });
  }),
});
