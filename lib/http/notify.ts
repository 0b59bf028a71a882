import { after } from "next/server";
import { wakeNotificationWorker } from "@/lib/notifications/hook";

/** Starts delivery after the response is sent. The events are already in the database. */
export function notifyAfterResponse(): void {
  after(wakeNotificationWorker);
}
