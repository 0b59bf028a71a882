import { readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { closeDatabase, openDatabase } from "@/lib/db";
import { env } from "@/lib/env";
import { getBaseUrl, getHostOrigin, getPageUrl } from "@/lib/links";
import { log } from "@/lib/log";
import { clearDrafts, loadHosts } from "./files";
import type { FromPublisher, ToPublisher } from "./messages";
import { Publisher } from "./publisher";
import { readChanged, readHosts, readNext, readSignatures } from "./queries";
import type { Representations, Site } from "./representation";

/**
 * Search engines and readers of feeds are led to the organization's own host, else to the root
 * where its page stands, else to this site.
 */
function siteOf(orgID: string, host: string | null, base: string, own: string | null): Site {
  return {
    orgID,
    base,
    origin: host === null ? getBaseUrl() : getHostOrigin(host),
    canonical: getPageUrl(orgID, own),
  };
}

/**
 * Runs this thread as the one that publishes, until it is told to stop: what it draws must not slow
 * whoever answers.
 */
export async function runPublisher(representations: Representations): Promise<void> {
  if (process.platform === "linux") setPriority(10);
  await openDatabase(undefined, "read", workerData as SharedArrayBuffer);
  const port = parentPort!;
  const publisher = new Publisher({
    representations,
    post: (message: FromPublisher) => port.postMessage(message),
    readSignatures,
    readChanged,
    readNext,
    readHosts,
    hosts: await loadHosts(),
    siteOf,
    home: env.STATUS_HOME ?? null,
    edition: (JSON.parse(readFileSync("dist/bundle.json", "utf8")) as { sources: string }).sources,
    now: () => new Date(),
  });
  port.on("message", (message: ToPublisher) => {
    if (message.kind === "stop") void stop();
    else publisher.receive(message);
  });

  async function stop(): Promise<void> {
    publisher.stop();
    await closeDatabase().catch((error: unknown) =>
      log.error({ error: String(error) }, "stopping the publishing worker failed"),
    );
    process.exit(0);
  }

  publisher.start();
  await clearDrafts(new Date());
}
