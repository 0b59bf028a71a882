import { z } from "zod";
import { channels } from "@/lib/notifications/channel";
import { deliveryStates } from "@/lib/notifications/delivery-row";
import { pageLimit } from "@/lib/cursor";
import { addressPart } from "@/lib/subscribers/schema";
import { MAX_BULK_IDS } from "@/lib/subscribers/values";
import { choice, idList, rawText, wholeNumber } from "@/lib/validation";
import { FAILING } from "./rules";

const MAX_HOURS = 7 * 24;
const DEFAULT_HOURS = 24;

const deliveryFilter = z.object({
  before: rawText()
    .optional()
    .meta({ description: "Cursor of the page. Follow the `Link` header of the previous page." }),
  state: choice([...deliveryStates, FAILING])
    .optional()
    .meta({
      description:
        "`failing` selects the `pending` deliveries that are retried after a failed attempt.",
    }),
  channel: choice(channels).optional(),
  subscriber: rawText()
    .optional()
    .meta({ description: "Only deliveries to the subscriber with this ID." }),
  incident: rawText()
    .optional()
    .meta({ description: "Only deliveries about the incident with this ID." }),
  maintenance: rawText()
    .optional()
    .meta({ description: "Only deliveries about the maintenance with this ID." }),
  hours: wholeNumber(MAX_HOURS)
    .optional()
    .meta({ description: "Only deliveries of messages created in the last `hours` (1 to 168)." }),
  q: addressPart(),
});
export type DeliveryFilter = z.infer<typeof deliveryFilter>;

export const deliveryList = deliveryFilter.extend({ limit: pageLimit(MAX_BULK_IDS) });
export type DeliveryListQuery = z.infer<typeof deliveryList>;

export const redeliveryRequest = z
  .object({ ids: idList(() => MAX_BULK_IDS) })
  .meta({ id: "RedeliveryRequest" });

export const summaryQuery = z.object({ hours: wholeNumber(MAX_HOURS).default(DEFAULT_HOURS) });
