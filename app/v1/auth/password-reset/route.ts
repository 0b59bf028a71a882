import { accountOperations } from "@/lib/auth/operations";
import { requestPasswordReset } from "@/lib/auth/password-reset";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(accountOperations.requestPasswordReset, async ({ body, client, now }) => {
    await requestPasswordReset(body, client, now);
    return {
      message: "If an account with this email exists, we sent it a link to set a new password.",
    };
  }),
});
