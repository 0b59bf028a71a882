import { confirmEmailChange } from "@/lib/auth/email-change";
import { accountOperations } from "@/lib/auth/operations";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(accountOperations.confirmEmailChange, async ({ body, client, now }) => {
    await confirmEmailChange(body.token, client, now);
  }),
});
