import { z } from "zod";
import { channels } from "@/lib/notifications/channel";
import { deliveryStates } from "@/lib/notifications/queue";
import { oneOf, rawText } from "@/lib/validation";

/** Query of `GET …/deliveries`. */
export const deliveryFilter = z.object({
  before: rawText().optional().meta({ description: "Where the page begins: from the `Link` header of the page before it." }),
  state: oneOf(deliveryStates).optional(),
  channel: oneOf(channels).optional(),
  subscriber: rawText().optional().meta({ description: "The id of a subscriber." }),
  incident: rawText().optional().meta({ description: "The id of an incident." }),
  maintenance: rawText().optional().meta({ description: "The id of a maintenance." }),
});
export type DeliveryFilter = z.infer<typeof deliveryFilter>;
