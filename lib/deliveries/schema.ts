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

/** Hours that a summary may reach back. */
const MOST_HOURS = 7 * 24;
const DEFAULT_HOURS = 24;

/** Query of `GET …/deliveries/summary`. */
export const summarySpan = z.object({
  hours: z
    .string()
    .refine((text) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= MOST_HOURS, { error: `must be a whole number from 1 to ${MOST_HOURS}` })
    .transform(Number)
    .default(DEFAULT_HOURS),
});
