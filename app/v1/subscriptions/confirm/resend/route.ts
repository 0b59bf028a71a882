import { resource, route } from "@/lib/http/route";
import { subscriberOperations } from "@/lib/subscribers/operations";
import { resendConfirmation } from "@/lib/subscribers/self-service";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  POST: route(subscriberOperations.resendConfirmation, ({ body, client, now }) =>
    resendConfirmation({ client, now }, body.token),
  ),
});
