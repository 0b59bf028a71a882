"use server";

import { BroadcastChannel } from "node:worker_threads";

const channel = new BroadcastChannel("candor.notifications");
channel.unref();

/** Anyone may call this server action: it reads nothing. The worker also polls every second. */
export async function wakeNotificationWorker(): Promise<void> {
  channel.postMessage("wake");
}
