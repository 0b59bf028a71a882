import { accountOperations } from "@/lib/auth/operations";
import { requestPasswordReset } from "@/lib/auth/password-reset";
import { notifyAfterResponse } from "@/lib/http/notify";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(accountOperations.requestPasswordReset, async ({ body, client, now }) => {
    await requestPasswordReset(body, client, now);
    notifyAfterResponse();
    return Response.json({ message: "If there is an account with this email, a link to set a new password is on its way to it." }, { status: 202 });
  }),
});
