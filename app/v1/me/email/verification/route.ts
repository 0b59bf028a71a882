import { getVerification, resendVerification } from "@/lib/auth/email-verification";
import { accountOperations } from "@/lib/auth/operations";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(accountOperations.getEmailVerification, async ({ context }) => {
    const { email, isVerified } = await getVerification(context);
    return { email, verified: isVerified };
  }),
  POST: route(accountOperations.resendEmailVerification, async ({ context }) => {
    await resendVerification(context);
    return { message: "We sent a confirmation link to your address." };
  }),
});
