import { accountOperations } from "@/lib/auth/operations";
import { confirmPasswordReset } from "@/lib/auth/password-reset";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(accountOperations.confirmPasswordReset, async ({ body, client, now }) => {
    await confirmPasswordReset(body, client, now);
  }),
});
