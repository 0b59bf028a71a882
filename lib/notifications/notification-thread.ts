import { setPriority } from "node:os";
import { BroadcastChannel, parentPort } from "node:worker_threads";
import { closeDatabase, openDatabase } from "@/lib/db/database";
import { getSmtpUrls, parseSmtpUrl } from "@/lib/email/email-destination";
import { log } from "@/lib/log";
import { shareMetrics } from "@/lib/metrics";
import type { Send } from "./channel";
import { sendToChat } from "./channels/chat";
import { sendToWebhook } from "./channels/webhook";
import { NotificationWorker } from "./notification-worker";

// This thread has a low priority, because deliveries must not slow down requests. `setPriority`
// applies to a single thread only on Linux.
if (process.platform === "linux") setPriority(5);

await openDatabase(undefined, "background");

/** Loads the email code on first use, because it needs 15 MB of memory. */
const sendEmail: Send = async (message, signal) =>
  (await import("./channels/email")).sendEmail(message, signal);
const worker = new NotificationWorker({
  senders: {
    email: sendEmail,
    webhook: sendToWebhook,
    ...{ slack: sendToChat, discord: sendToChat, teams: sendToChat },
  },
  sendJob: async (job, signal) => (await import("@/lib/email/send-job")).sendEmailJob(job, signal),
});

// hook.ts sends these messages.
new BroadcastChannel("candor.notifications").onmessage = () => worker.wake();
parentPort!.on("message", () => void stop());

async function stop(): Promise<void> {
  try {
    await worker.stop();
    (await import("@/lib/email/transport")).closeEmailConnections();
    await closeDatabase();
  } catch (error) {
    log.error({ error: String(error) }, "stopping the notification worker failed");
  }
  process.exit(0);
}

worker.start();
shareMetrics();
// Servers that require TLS are checked now, so that the log shows a problem before an incident.
if (getSmtpUrls().some((url) => parseSmtpUrl(url).isTlsRequired))
  void import("@/lib/email/transport").then(({ checkMailServers }) => checkMailServers());
