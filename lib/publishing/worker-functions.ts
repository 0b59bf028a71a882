import { readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { LRUCache } from "lru-cache";
import { BASE_PATH, getPagePath } from "@/lib/base-path";
import { closeDatabase, openDatabase } from "@/lib/db/database";
import { isUnavailable } from "@/lib/db/database-errors";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { shareMetrics } from "@/lib/metrics";
import type { PagePreviewRequest } from "@/lib/organizations/schema";
import { withTimeout } from "@/lib/timeout";
import { type Content, encodeArtifact } from "./artifact";
import { findSubdomainOwner, type Host, readHosts } from "./hosts";
import type { CachedVersion, RenderResult } from "./page-cache";
import { Publisher } from "./publisher";
import { getAddressKey } from "./public-paths";
import { createRenderer, type Renderer, type RequestedAddress } from "./renderer";
import { type PublicSite, createSite } from "./site";
import {
  type ArtifactStore,
  HEARTBEAT,
  type Heartbeat,
  INDEX,
  openStores,
  type StoreIndex,
} from "./store";
import { readVersions } from "./version";

const FAILURE_LOG_INTERVAL_MS = 10_000;
/** If a query of a poll takes longer, the poll fails. */
const QUERY_TIMEOUT_MS = 3_000;

/** Tasks of the thread, which run until `stop` is called. Both require a migrated database. */
export type WorkerTask = "publishing" | "delivery";

/** Content for a database outage: an error page, and the notices for cached pages, by language. */
export type Fallbacks = { unavailable: Content; notices: Record<string, string> };

type RenderRequest = {
  address: RequestedAddress;
  cached: CachedVersion | null;
  /** False while the database is unavailable. Pages are then read from a store. */
  isConfirmed: boolean;
};

export type WorkerFunctions = ReturnType<typeof createWorkerFunctions>;

/** Returns the functions of the worker thread, which the main thread calls. */
export function createWorkerFunctions(site: PublicSite) {
  // The thread has a low priority, because it must not slow down responses. `setPriority` applies
  // to a single thread only on Linux.
  if (process.platform === "linux") setPriority(5);
  shareMetrics();
  const renderer = createRenderer(site);
  const stops: (() => Promise<unknown>)[] = [];
  let stores: Promise<ArtifactStore[]> | undefined;
  /** Opens the database and the stores on the first call, which follows the migration. */
  const open = () =>
    (stores ??= openDatabase(undefined, "background")
      .then(openStores)
      .catch((error: unknown) => {
        stores = undefined;
        throw error;
      }));
  const start: Record<WorkerTask, () => Promise<() => Promise<unknown>>> = {
    publishing: async () => {
      const build = readBuild();
      const stopping = new AbortController();
      const publishers = (await open()).map((store) =>
        new Publisher({ store, renderer, build }).run(stopping.signal),
      );
      return async () => {
        stopping.abort();
        await Promise.all(publishers);
      };
    },
    delivery: async () => (await import("@/lib/notifications/start-delivery")).startDelivery(),
  };
  return {
    runTask: (task: WorkerTask): Promise<void> => {
      const starting = open().then(() => start[task]());
      return new Promise<void>((resolve, reject) => {
        starting.catch(reject);
        stops.push(() => starting.then((stop) => stop()).finally(resolve));
      });
    },
    stop: async (): Promise<void> => {
      for (const result of await Promise.allSettled(stops.map((stop) => stop())))
        if (result.status === "rejected")
          log.error({ error: String(result.reason) }, "a task could not be stopped");
      await closeDatabase();
    },
    renderFallbacks: async (): Promise<Fallbacks> => ({
      unavailable: site.renderUnavailable(),
      notices: site.renderUnconfirmedNotices(),
    }),
    render: async (request: RenderRequest) => respond(request, renderer, await open()),
    preview: (request: PreviewRequest) => open().then(() => preview(request, renderer)),
    readStoredHosts: async () => readStoredHosts(await open()),
    readVersions: (since: number | null) =>
      open().then(() => withTimeout(readVersions(since), QUERY_TIMEOUT_MS)),
    readHosts: () => open().then(() => withTimeout(readHosts(), QUERY_TIMEOUT_MS)),
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
  { address, cached, isConfirmed }: RenderRequest,
  renderer: Renderer,
  stores: readonly ArtifactStore[],
): Promise<RenderResult> {
  if (!isConfirmed) return readStored(stores, address);
  try {
    return await render(renderer, address, cached);
  } catch (error) {
    const { organizationId } = address;
    const key = getAddressKey(address);
    const { message, stack } = error as Error;
    if (!isUnavailable(error) && !loggedFailures.has(organizationId ?? key)) {
      log.error(
        { organization_id: organizationId, address: key, error: { message, stack } },
        "rendering a public page failed",
      );
      loggedFailures.set(organizationId ?? key, true);
    }
    return cached === null ? readStored(stores, address) : { kind: "unavailable" };
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

type PreviewRequest = { organizationId: string; change: PagePreviewRequest };

async function preview(
  { organizationId, change }: PreviewRequest,
  { open, site }: Renderer,
): Promise<string | null> {
  const snapshot = await open(organizationId);
  const mount = { host: null, base: getPagePath(organizationId) };
  const content =
    snapshot &&
    (await site.renderPreview(createSite(organizationId, mount, null), change, snapshot));
  return content && String(content.body);
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
