import { after } from "next/server";
import { moveDueDeliveries } from "@/lib/notifications/hook";

/** Schedules delivery for when the response has left. The events themselves are in the database by then. */
export function notifyAfterResponse(): void {
  after(moveDueDeliveries);
}
