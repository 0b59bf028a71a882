import { resource, route } from "@/lib/http/route";
import { subscriberOperations } from "@/lib/subscribers/operations";
import { resendConfirmation } from "@/lib/subscribers/self-service";
import { serializeAccepted } from "@/lib/subscribers/serialize";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(subscriberOperations.resendConfirmation, async ({ body, client, now }) => {
    const accepted = await resendConfirmation({ client, now }, body.token);
    return serializeAccepted(accepted);
  }),
});
