import { on } from "node:events";
import { readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import { BASE_PATH, getPagePath } from "@/lib/base-path";
import { closeDatabase, openDatabase } from "@/lib/db/database";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { shareMetrics } from "@/lib/metrics";
import { withTimeout } from "@/lib/timeout";
import { encodeArtifact } from "./artifact";
import { DatabaseWatch } from "./database-watch";
import { findSubdomainOwner, type Host } from "./hosts";
import type { CachedVersion, RenderResult } from "./page-cache";
import { Publisher } from "./publisher";
import { getAddressKey } from "./public-paths";
import { createRenderer, type Renderer, type RequestedAddress } from "./renderer";
import { type PublicSite, createSite } from "./site";
import { type ArtifactStore, HEARTBEAT, type Heartbeat, INDEX, type StoreIndex } from "./store";
import { openStores } from "./stores";
import type { FromWorker, ToWorker, WorkerRequest, WorkerTask } from "./background-worker";

/**
 * A render fails after this time. By then, visitors have a response: they wait at most 10 seconds.
 */
const RENDER_TIMEOUT_MS = 20_000;
const FAILURE_LOG_INTERVAL_MS = 10_000;

const port = parentPort!;
const post = (message: FromWorker) => port.postMessage(message);

/** A task of the thread. `receive` gets the messages from the main thread. */
type Task = { receive?: (message: ToWorker) => void; stop: () => Promise<void> };

/**
 * Runs the worker thread, which renders and publishes pages, and delivers notifications. It starts
 * each task on a message, which is sent when the database is migrated.
 */
export async function runWorkerThread(site: PublicSite): Promise<void> {
  // The thread has a low priority, because it must not slow down responses. `setPriority` applies
  // to a single thread only on Linux.
  if (process.platform === "linux") setPriority(5);
  const start: Record<WorkerTask, () => Promise<Task>> = {
    publishing: () => startPublishing(site),
    delivery: async () => ({
      stop: (await import("@/lib/notifications/start-delivery")).startDelivery(),
    }),
  };
  const tasks: Task[] = [];
  for await (const [message] of on(port, "message") as AsyncIterable<[ToWorker]>) {
    if (message.kind === "stop") void stopThread(tasks);
    else if (message.kind === "start") {
      if (tasks.length === 0) {
        await openDatabase(undefined, "background");
        shareMetrics();
      }
      tasks.push(await start[message.task]());
    } else for (const task of tasks) task.receive?.(message);
  }
}

/** Stops the tasks, then the thread. Pages are still rendered until all tasks have stopped. */
async function stopThread(tasks: readonly Task[]): Promise<void> {
  const stopped = await Promise.allSettled(tasks.map((task) => task.stop()));
  for (const result of [...stopped, ...(await Promise.allSettled([closeDatabase()]))])
    if (result.status === "rejected")
      log.error({ error: String(result.reason) }, "stopping the worker thread failed");
  process.exit(0);
}

async function startPublishing(site: PublicSite): Promise<Task> {
  const renderer = createRenderer(site);
  const stores = await openStores();
  const build = readBuild();
  const isAvailable = () => watch.isAvailable;
  const publishers = stores.map((store) => new Publisher({ store, renderer, build, isAvailable }));
  const watch = new DatabaseWatch({
    onPoll: (poll) => post({ kind: "versions", poll }),
    onHosts: (hosts) => {
      post({ kind: "hosts", hosts });
      for (const publisher of publishers) publisher.setHosts(hosts);
    },
  });
  const fallbacks = { unavailable: site.renderUnavailable(), notices: site.writeStaleNotices() };
  post({ kind: "ready", fallbacks });
  const run = async () => {
    await watch.start();
    if (!watch.isAvailable) post({ kind: "hosts", hosts: await readStoredHosts(stores) });
    for (const publisher of publishers) publisher.start();
  };
  void run();
  return {
    receive: (message) => {
      if (message.kind === "changed") for (const publisher of publishers) publisher.wake();
      else if (message.kind === "request")
        void withTimeout(respond(message.request, renderer, stores, watch), RENDER_TIMEOUT_MS)
          .catch((): RenderResult => ({ kind: "unavailable" }))
          .then((result) => post({ kind: "result", id: message.id, result }));
    },
    stop: async () => void (await Promise.all(publishers.map((publisher) => publisher.stop()))),
  };
}

/**
 * Returns an ID of the sources and of the settings that pages depend on. If it changes, all pages
 * are published again.
 */
function readBuild(): string {
  const { sources } = JSON.parse(readFileSync("dist/bundle.json", "utf8")) as { sources: string };
  const { BASE_URL, STATUS_HOME, STATUS_HOST_SUFFIX } = env;
  return JSON.stringify([sources, BASE_URL, BASE_PATH, STATUS_HOME, STATUS_HOST_SUFFIX]);
}

const loggedFailures = new LRUCache<string, true>({ max: 1_000, ttl: FAILURE_LOG_INTERVAL_MS });

async function respond(
  request: WorkerRequest,
  renderer: Renderer,
  stores: readonly ArtifactStore[],
  watch: DatabaseWatch,
): Promise<RenderResult> {
  if (request.kind === "preview") return preview(renderer, request);
  const { address, cached } = request;
  if (!watch.isAvailable) return readStored(stores, address);
  try {
    return await render(renderer, address, cached);
  } catch (error) {
    // The database counts as unavailable only after two consecutive failed polls.
    await watch.check();
    await watch.check();
    if (!watch.isAvailable) return readStored(stores, address);
    const { organizationId } = address;
    const key = getAddressKey(address);
    const { message, stack } = error as Error;
    if (!loggedFailures.has(organizationId ?? key))
      log.error(
        { organization_id: organizationId, address: key, error: { message, stack } },
        "rendering a public page failed",
      );
    loggedFailures.set(organizationId ?? key, true);
    return cached === null ? readStored(stores, address) : { kind: "failed" };
  }
}

async function render(
  renderer: Renderer,
  { mount, path, organizationId: known }: RequestedAddress,
  cached: CachedVersion | null,
): Promise<RenderResult> {
  // An unknown subdomain gets an empty ID, which no organization has.
  const organizationId = known ?? (await findSubdomainOwner(mount.host ?? "")) ?? "";
  const address = { organizationId, mount, path };
  const snapshot = await renderer.open(organizationId);
  if (snapshot === null || ![null, snapshot.host, snapshot.subdomainHost].includes(mount.host))
    return { kind: "not_found", content: await renderer.notFound(address, null) };
  const { version, now } = snapshot;
  const isCurrent = cached?.version.epoch === version.epoch && cached.asOf === now.getTime();
  if (isCurrent && cached.version.number === version.number) return { kind: "current", version };
  const artifact = await renderer.render(address, snapshot);
  return artifact === null
    ? { kind: "not_found", content: await renderer.notFound(address, snapshot) }
    : { kind: "rendered", artifact: await encodeArtifact(artifact) };
}

async function preview(
  { open, site }: Renderer,
  { organizationId, change }: Extract<WorkerRequest, { kind: "preview" }>,
): Promise<RenderResult> {
  const snapshot = await open(organizationId);
  const mount = { host: null, base: getPagePath(organizationId) };
  const content =
    snapshot &&
    (await site.renderPreview(createSite(organizationId, mount, null), change, snapshot));
  return content === null ? { kind: "unavailable" } : { kind: "preview", content };
}

async function readStored(
  stores: readonly ArtifactStore[],
  address: RequestedAddress,
): Promise<RenderResult> {
  for (const store of stores) {
    try {
      const artifact = await store.get(getAddressKey(address));
      const owner = address.organizationId ?? artifact?.organizationId;
      if (artifact === null || artifact.organizationId !== owner) continue;
      const heartbeat = (await store.getJson(HEARTBEAT)) as Heartbeat | null;
      const confirmedAt = Date.parse(heartbeat?.at ?? "") || artifact.asOf;
      return { kind: "stored", artifact: await encodeArtifact(artifact), confirmedAt };
    } catch (error) {
      log.warn({ store: store.label, error: String(error) }, "a store could not be read");
    }
  }
  return { kind: "unavailable" };
}

async function readStoredHosts(stores: readonly ArtifactStore[]): Promise<Host[]> {
  for (const store of stores) {
    const index = (await store.getJson(INDEX).catch(() => null)) as StoreIndex | null;
    if (index !== null) return index.hosts;
  }
  return [];
}
