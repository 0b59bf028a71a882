import { confirmVerification } from "@/lib/auth/email-verification";
import { accountOperations } from "@/lib/auth/operations";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(accountOperations.confirmEmailVerification, async ({ body, now }) => {
    await confirmVerification(body.token, now);
  }),
});
