import { setPriority } from "node:os";
import { BroadcastChannel, parentPort } from "node:worker_threads";
import { closeDatabase, openDatabase } from "@/lib/db/database";
import { getSmtpUrls, parseSmtpUrl } from "@/lib/email/destination";
import { log } from "@/lib/log";
import type { Send } from "./channel";
import { NotificationWorker } from "./worker";

// Deliveries must not slow down requests. On Linux, the priority is that of the calling thread.
if (process.platform === "linux") setPriority(5);

await openDatabase(undefined, "background");

/** Loads a channel with its first message, because email needs 15 MB. */
function lazy(load: () => Promise<Send>): Send {
  let channel: Promise<Send> | undefined;
  return async (message, signal) => (await (channel ??= load()))(message, signal);
}
const worker = new NotificationWorker({
  senders: {
    email: lazy(async () => (await import("./channels/email")).sendEmail),
    webhook: lazy(async () => (await import("./channels/webhook")).sendToWebhook),
    slack: lazy(async () => (await import("./channels/slack")).sendToSlack),
    discord: lazy(async () => (await import("./channels/discord")).sendToDiscord),
    teams: lazy(async () => (await import("./channels/teams")).sendToTeams),
  },
  sendJob: async (job, signal) => (await import("@/lib/email/send-job")).sendEmailJob(job, signal),
});

// Sent by the server action (hook.ts).
new BroadcastChannel("candor.notifications").onmessage = () => worker.wake();
parentPort!.on("message", () => void stop());

async function stop(): Promise<void> {
  try {
    await worker.stop();
    (await import("@/lib/email/transport")).closeEmailConnections();
    await closeDatabase();
  } catch (error) {
    log.error({ error: String(error) }, "stopping the delivery worker failed");
  }
  process.exit(0);
}

worker.start();
// Operators learn at the start that emails wait, not with the first incident.
if (getSmtpUrls().some((url) => parseSmtpUrl(url).isTlsRequired))
  void import("@/lib/email/transport").then(({ checkMailServers }) => checkMailServers());
