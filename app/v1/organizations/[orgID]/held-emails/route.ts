import { deliveryOperations } from "@/lib/deliveries/operations";
import { serializeHeldEmails } from "@/lib/deliveries/serialize";
import { resource, route } from "@/lib/http/route";
import { countHeldEmails } from "@/lib/email/held-emails";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource({
  GET: route(deliveryOperations.getHeldEmails, async ({ organization }) =>
    serializeHeldEmails(await countHeldEmails(organization.id)),
  ),
});
