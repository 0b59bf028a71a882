"use server";

import { BroadcastChannel } from "node:worker_threads";

const channel = new BroadcastChannel("candor.notifications");
channel.unref();

/**
 * Makes the worker look for due messages now, instead of at its next poll within a second. This
 * server action needs no access check, because it reads no data and returns nothing.
 */
export async function wakeNotificationWorker(): Promise<void> {
  channel.postMessage("wake");
}
