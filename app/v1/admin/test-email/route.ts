import { administrationOperations } from "@/lib/administration/operations";
import { sendTestEmail } from "@/lib/administration/send-test-email";
import { resource, route } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(administrationOperations.sendTestEmail, ({ session }) =>
    sendTestEmail(session.user.email),
  ),
});
