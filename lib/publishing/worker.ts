import { readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import { closeDatabase, openDatabase } from "@/lib/db/database";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { encodeArtifact } from "./artifact";
import { DatabaseWatch, withTimeout } from "./database-watch";
import { findSubdomainOwner, type Host, readHosts, readRenderBasis, readVersions } from "./jobs";
import { deleteTemporaryFiles } from "./local-store";
import type { FromWorker, RenderResult, ToWorker } from "./messages";
import { Publisher } from "./publisher";
import { createRenderer, keyOfAddress, type Renderer, type RequestedAddress } from "./renderer";
import type { PublicSite } from "./site";
import { type ArtifactStore, HEARTBEAT, type Heartbeat, INDEX, type StoreIndex } from "./store";
import { localStorePath, openStores } from "./stores";
import { isSameVersion } from "./version";

/** The visitor has been answered by then. */
const RENDER_TIMEOUT_MS = 20_000;
const FAILURE_LOG_INTERVAL_MS = 10_000;

/** Runs this thread as the publishing worker: it renders for the page cache and publishes. */
export async function runPublishingWorker(site: PublicSite): Promise<void> {
  // Rendering must not slow down responses.
  if (process.platform === "linux") setPriority(10);
  await openDatabase(undefined, "background");
  const port = parentPort!;
  const post = (message: FromWorker) => port.postMessage(message);
  const stores = await openStores();
  const build = readBuild();
  const watch = new DatabaseWatch({
    readVersions,
    readHosts,
    onPoll: (poll) => post({ kind: "versions", poll }),
    onHosts: (hosts) => {
      post({ kind: "hosts", hosts });
      publisher.setHosts(hosts);
    },
  });
  const renderer = createRenderer({
    site,
    build,
    readBasis: readRenderBasis,
    now: () => new Date(),
  });
  const publisher = new Publisher({
    stores,
    renderer,
    site,
    build,
    home: env.STATUS_HOME ?? null,
    isAvailable: () => watch.isAvailable,
    now: () => new Date(),
  });
  const respond = createResponder({ renderer, stores, watch });

  port.on("message", (message: ToWorker) => {
    if (message.kind === "stop") void stop();
    else if (message.kind === "changed") publisher.wake();
    else
      void withTimeout(respond(message), RENDER_TIMEOUT_MS)
        .catch((): RenderResult => ({ kind: "unavailable" }))
        .then((result) => post({ kind: "result", id: message.id, result }));
  });

  async function stop(): Promise<void> {
    watch.stop();
    await publisher.stop();
    await closeDatabase().catch((error: unknown) =>
      log.error({ error: String(error) }, "stopping the publishing worker failed"),
    );
    process.exit(0);
  }

  post({ kind: "ready", unavailable: site.unavailable(), notices: site.staleNotices() });
  await watch.start();
  if (!watch.isAvailable) post({ kind: "hosts", hosts: await readStoredHosts(stores) });
  publisher.start();
  if (env.PUBLISH_TO.includes("local")) await deleteTemporaryFiles(localStorePath(), new Date());
}

/**
 * The hash of the sources that `dist` was built from, and the suffix of hosts: with another one, pages
 * must be published at other addresses.
 */
function readBuild(): string {
  const { sources } = JSON.parse(readFileSync("dist/bundle.json", "utf8")) as { sources: string };
  return [sources, env.STATUS_HOST_SUFFIX ?? []].flat().join(" ");
}

type Responder = (request: Extract<ToWorker, { kind: "render" }>) => Promise<RenderResult>;

function createResponder({
  renderer,
  stores,
  watch,
}: {
  renderer: Renderer;
  stores: readonly ArtifactStore[];
  watch: DatabaseWatch;
}): Responder {
  const loggedFailures = new LRUCache<string, true>({ max: 1_000, ttl: FAILURE_LOG_INTERVAL_MS });

  const render: Responder = async ({ address: { mount, path, organizationId: known }, cached }) => {
    // No organization has an empty ID.
    const organizationId = known ?? (await findSubdomainOwner(mount.host ?? "")) ?? "";
    const address = { organizationId, mount, path };
    const snapshot = await renderer.open(organizationId);
    if (snapshot === null || ![null, snapshot.host, snapshot.subdomainHost].includes(mount.host))
      return { kind: "not_found", content: await renderer.notFound(address, null) };
    if (
      cached !== null &&
      isSameVersion(cached.version, snapshot.version) &&
      cached.asOf === snapshot.now.getTime()
    )
      return { kind: "current", version: snapshot.version };
    const artifact = await renderer.render(address, snapshot);
    return artifact === null
      ? { kind: "not_found", content: await renderer.notFound(address, snapshot) }
      : { kind: "rendered", artifact: await encodeArtifact(artifact) };
  };

  return async (request) => {
    const { address, cached } = request;
    if (!watch.isAvailable) return readStored(stores, address);
    try {
      return await render(request);
    } catch (error) {
      // A poll that runs already may have started before the failure.
      await watch.check();
      await watch.check();
      if (!watch.isAvailable) return readStored(stores, address);
      const source = address.organizationId ?? keyOfAddress(address);
      if (!loggedFailures.has(source)) logFailure(address, error);
      loggedFailures.set(source, true);
      return cached === null ? readStored(stores, address) : { kind: "failed" };
    }
  };
}

function logFailure(address: RequestedAddress, error: unknown): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  log.error(
    {
      organization_id: address.organizationId,
      address: keyOfAddress(address),
      error: { message, stack },
    },
    "rendering a public page failed",
  );
}

/** Reads a page from the first store that has it. */
async function readStored(
  stores: readonly ArtifactStore[],
  address: RequestedAddress,
): Promise<RenderResult> {
  for (const store of stores) {
    try {
      const artifact = await store.get(keyOfAddress(address));
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
