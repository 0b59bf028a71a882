import { reauthenticate } from "@/lib/auth/my-account";
import { accountOperations } from "@/lib/auth/operations";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(accountOperations.reauthenticate, async ({ context, session, body }) => {
    await reauthenticate(context, session, body);
  }),
});
