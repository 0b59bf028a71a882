import { BroadcastChannel } from "node:worker_threads";
import { getSmtpUrls, parseSmtpUrl } from "@/lib/email/email-destination";
import type { Send } from "./channel";
import { sendToChat } from "./channels/chat";
import { sendToWebhook } from "./channels/webhook";
import { NotificationWorker } from "./notification-worker";

/** Loads the email code on first use, because it needs 15 MB of memory. */
const sendEmail: Send = async (message, signal) =>
  (await import("./channels/email")).sendEmail(message, signal);

/** Starts the notification worker. Returns a function that stops it. */
export function startDelivery(): () => Promise<void> {
  const worker = new NotificationWorker({
    senders: {
      email: sendEmail,
      webhook: sendToWebhook,
      ...{ slack: sendToChat, discord: sendToChat, teams: sendToChat },
    },
    sendJob: async (job, signal) =>
      (await import("@/lib/email/send-job")).sendEmailJob(job, signal),
  });
  // hook.ts posts to this channel to wake the worker.
  const channel = new BroadcastChannel("candor.notifications");
  channel.onmessage = () => worker.wake();
  worker.start();
  // Servers that require TLS are checked now, so that the log shows a problem before an incident.
  if (getSmtpUrls().some((url) => parseSmtpUrl(url).isTlsRequired))
    void import("@/lib/email/transport").then(({ checkMailServers }) => checkMailServers());
  return async () => {
    channel.close();
    await worker.stop();
    (await import("@/lib/email/transport")).closeEmailConnections();
  };
}
