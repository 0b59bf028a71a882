import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { closeDatabase, openDatabase } from "@/lib/db";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { parseSmtpUrl } from "@/lib/email/destination";
import type { Send } from "./channel";
import { Engine, type EngineOptions } from "./engine";

// The thread that delivers, beside the one that answers requests: sending to 100,000 must slow
// nobody's page. On Linux
// the priority is the calling thread's own.
if (process.platform === "linux") setPriority(5);

await openDatabase(undefined, "deliver", workerData as SharedArrayBuffer);
let closeEmailConnections = () => {};
/**
 * Loads what makes and sends mails, 15 MB, with the first of them; the HTTP client of the other
 * channels as well.
 */
async function mail() {
  const [channel, jobs, transport] = await Promise.all([
    import("./channels/email"),
    import("@/lib/email/send-job"),
    import("@/lib/email/transport"),
  ]);
  closeEmailConnections = transport.closeEmailConnections;
  return { ...channel, ...jobs };
}
/**
 * Loads a channel with its first message; asking for a module each time costs as much as signing.
 */
function late(load: () => Promise<Send>): Send {
  let send: Send | undefined;
  return (message, signal) =>
    send === undefined
      ? load().then((loaded) => (send = loaded)(message, signal))
      : send(message, signal);
}
const senders: EngineOptions["senders"] = {
  email: async (message, signal) => (await mail()).sendEmail(message, signal),
  webhook: late(async () => (await import("./channels/webhook")).sendToWebhook),
  slack: late(async () => (await import("./channels/slack")).sendToSlack),
  discord: late(async () => (await import("./channels/discord")).sendToDiscord),
  teams: late(async () => (await import("./channels/teams")).sendToTeams),
};
const engine = new Engine({
  senders,
  sendJob: async (job, signal) => (await mail()).sendEmailJob(job, signal),
});

parentPort!.on("message", (message: "wake" | "stop") => {
  if (message === "wake") engine.wake();
  else void stop();
});

async function stop(): Promise<void> {
  try {
    await engine.stop();
    closeEmailConnections();
    await closeDatabase();
  } catch (error) {
    log.error({ error: String(error) }, "stopping the delivery worker failed");
  }
  process.exit(0);
}

engine.start();
// Operators learn at the start that emails wait, not with the first incident.
if (env.SMTP_URL !== undefined && parseSmtpUrl(env.SMTP_URL).isTlsRequired)
  void import("@/lib/email/transport").then(({ checkMailServer }) => checkMailServer());
