import { changePassword } from "@/lib/auth/my-account";
import { accountOperations } from "@/lib/auth/operations";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  PUT: route(accountOperations.changePassword, async ({ context, session, body }) => {
    await changePassword(context, session, body);
  }),
});
