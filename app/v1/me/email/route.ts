import { requestEmailChange } from "@/lib/auth/email-change";
import { accountOperations } from "@/lib/auth/operations";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(accountOperations.requestEmailChange, async ({ context, body }) => {
    await requestEmailChange(context, body);
    return { message: "We sent a confirmation link to the new address." };
  }),
});
