"use server";

import { BroadcastChannel } from "node:worker_threads";

/** The worker thread listens to it. */
const channel = new BroadcastChannel("candor.notifications");
channel.unref();

/**
 * The server action that runs after a response has been sent: wakes the notification worker, which
 * otherwise polls every second. Safe to call by anyone, because it takes and returns nothing.
 */
export async function wakeNotificationWorker(): Promise<void> {
  channel.postMessage("wake");
}
