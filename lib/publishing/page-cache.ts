import { LRUCache } from "lru-cache";
import { withTimeout } from "@/lib/timeout";
import type { Artifact, Content, EncodedArtifact } from "./artifact";
import { getAddressKey } from "./public-paths";
import type { RequestedAddress } from "./renderer";
import type { Version } from "./version";
import type { VersionTracker } from "./version-tracker";

/** A cached page. Times are in ms since 1970. */
export type CacheEntry = {
  artifact: EncodedArtifact;
  /**
   * `failing` means that the last re-render failed, and `stored` that the page was read from a
   * store. Both are unconfirmed.
   */
  state: "rendered" | "failing" | "stored";
  /** When the last render was requested, or when it failed. */
  requestedAt: number;
  /** When the last successful render was requested. For a stored page, the heartbeat's time. */
  confirmedAt: number;
};

export type CachedVersion = { version: Version; asOf: number };

export type RenderResult =
  | { kind: "rendered"; artifact: EncodedArtifact }
  /** The cached page is still current. */
  | { kind: "current"; version: Version }
  /** The page was read from a store because the database is unavailable or rendering failed. */
  | { kind: "stored"; artifact: EncodedArtifact; confirmedAt: number }
  | { kind: "not_found"; content: Content }
  /** The page can't be rendered or read from a store now. */
  | { kind: "unavailable" };

/**
 * `stale` means that the page has expired, or that a newer version exists or may exist.
 * `unconfirmed` means that versions can't be checked, that the last render failed, or that the page
 * is from a store.
 */
type Freshness = "fresh" | "stale" | "unconfirmed";

export type PageResult =
  | { kind: "page"; entry: CacheEntry; freshness: Freshness }
  | { kind: "not_found"; content: Content }
  | { kind: "unavailable" };

type PageCacheOptions = {
  render: (address: RequestedAddress, cached: CachedVersion | null) => Promise<RenderResult>;
  versions: VersionTracker;
  maxBytes?: number;
};

/** A request waits this long for a re-render before it gets the stale page. */
const RERENDER_TIMEOUT_MS = 500;
const FIRST_RENDER_TIMEOUT_MS = 10_000;
/** In a burst of changes, a page is rendered once per interval, and requests get the stale page. */
const RENDER_INTERVAL_MS = 500;
/** A request for a stale page this soon after the last render does not wait for a re-render. */
const BURST_MS = 2_000;
const FAILURE_PAUSE_MS = 2_000;
/** While versions can't be checked, a page is read from a store once per interval. */
const STORE_INTERVAL_MS = 60_000;
/**
 * With more pages, the worker could not poll for versions in time. Further uncached pages get 503;
 * cached ones are sent stale.
 */
const MAX_PENDING = 400;
/** The requests for one organization must not block the pages of the others. */
const MAX_PENDING_OF_ORGANIZATION = 100;
const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;
const ENTRY_OVERHEAD_BYTES = 2_048;

/** The clock may have been set back, so a time can be later than now. */
const isWithin = (ms: number, at: number): boolean => Math.abs(Date.now() - at) < ms;
const isInBurst = ({ requestedAt }: CacheEntry): boolean => isWithin(BURST_MS, requestedAt);

/** Returns true if the cached page was rendered at the version of the stored page, or a later one. */
const isAsNew = (entry: CacheEntry | undefined, { version: { epoch, number } }: Artifact) =>
  entry !== undefined &&
  entry.state !== "stored" &&
  entry.artifact.version.epoch === epoch &&
  entry.artifact.version.number >= number;

/** Caches rendered pages in memory, and re-renders a page on request if it is stale. */
export class PageCache {
  readonly #entries: LRUCache<string, CacheEntry>;
  readonly #pending = new Map<string, Promise<RenderResult>>();

  constructor(private readonly options: PageCacheOptions) {
    this.#entries = new LRUCache({
      maxSize: options.maxBytes ?? DEFAULT_MAX_BYTES,
      sizeCalculation: ({ artifact: { body, gzip, brotli, unconfirmed } }) =>
        [body, gzip, brotli, unconfirmed].reduce(
          (sum, bytes) => sum + (bytes?.length ?? 0),
          ENTRY_OVERHEAD_BYTES,
        ),
    });
  }

  /**
   * Returns a page that can be sent without waiting: a fresh one, or in a burst of changes, a stale
   * one that is being re-rendered.
   */
  getImmediate(address: RequestedAddress): CacheEntry | undefined {
    const entry = this.#findEntry(address);
    const freshness = entry && this.#getFreshness(entry);
    if (freshness === "stale" && isInBurst(entry!)) void this.#request(address, entry);
    else if (freshness !== "fresh") return undefined;
    return entry;
  }

  /**
   * Returns the fresh page if it is cached or rendered in time, otherwise the cached page, if there
   * is one.
   */
  async get(address: RequestedAddress): Promise<PageResult> {
    const entry = this.#findEntry(address);
    if (entry !== undefined) {
      const freshness = this.#getFreshness(entry);
      if (freshness === "fresh") return { kind: "page", entry, freshness };
      if (!this.options.versions.isConfirmed) {
        // The store may have received an emergency notice.
        if (!isWithin(STORE_INTERVAL_MS, entry.requestedAt)) void this.#request(address, entry);
        return { kind: "page", entry, freshness };
      }
    }
    const rendering = this.#request(address, entry);
    if (entry === undefined || !isInBurst(entry)) {
      const timeoutMs = entry === undefined ? FIRST_RENDER_TIMEOUT_MS : RERENDER_TIMEOUT_MS;
      const result = await withTimeout(rendering, timeoutMs).catch(() => null);
      if (result?.kind === "not_found") return result;
    }
    const current = this.#findEntry(address);
    return current === undefined
      ? { kind: "unavailable" }
      : { kind: "page", entry: current, freshness: this.#getFreshness(current) };
  }

  getConfirmedAt({ artifact, state, confirmedAt }: CacheEntry): number {
    const { organizationId, version, expiresAt, asOf } = artifact;
    const isOutdated =
      state !== "rendered" || this.options.versions.isOutdated(organizationId, version);
    const knownAt = isOutdated ? confirmedAt : this.options.versions.confirmedAt;
    return Math.max(asOf, Math.min(knownAt, expiresAt));
  }

  /** Returns the cached page, unless it belongs to an organization that had the host before. */
  #findEntry(address: RequestedAddress): CacheEntry | undefined {
    const entry = this.#entries.get(getAddressKey(address));
    const owner = address.organizationId ?? entry?.artifact.organizationId;
    return entry?.artifact.organizationId === owner ? entry : undefined;
  }

  #getFreshness({ artifact, state }: CacheEntry): Freshness {
    if (state !== "rendered" || !this.options.versions.isConfirmed) return "unconfirmed";
    const isCurrent = this.options.versions.isCurrent(artifact.organizationId, artifact.version);
    return isCurrent && artifact.expiresAt > Date.now() ? "fresh" : "stale";
  }

  /** Renders a page. Concurrent requests for the same page share one render. */
  #request(address: RequestedAddress, entry: CacheEntry | undefined): Promise<RenderResult> {
    const owner = `${address.organizationId} `;
    const id = owner + getAddressKey(address);
    const known = this.#pending.get(id);
    if (known !== undefined) return known;
    const own = [...this.#pending.keys()].filter((each) => each.startsWith(owner));
    if (this.#pending.size >= MAX_PENDING || own.length >= MAX_PENDING_OF_ORGANIZATION)
      return Promise.resolve({ kind: "unavailable" });
    const pending = this.#renderAfterPause(address, entry).finally(() => this.#pending.delete(id));
    this.#pending.set(id, pending);
    return pending;
  }

  async #renderAfterPause(
    address: RequestedAddress,
    entry: CacheEntry | undefined,
  ): Promise<RenderResult> {
    const intervalMs = entry?.state === "rendered" ? RENDER_INTERVAL_MS : FAILURE_PAUSE_MS;
    const requested = entry?.requestedAt ?? 0;
    const waitMs = isWithin(intervalMs, requested) ? requested + intervalMs - Date.now() : 0;
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs).unref());
    const requestedAt = Date.now();
    const cached =
      entry === undefined || entry.state === "stored"
        ? null
        : { version: entry.artifact.version, asOf: entry.artifact.asOf };
    const result = await this.options.render(address, cached);
    this.#receive(getAddressKey(address), entry, requestedAt, result);
    return result;
  }

  #receive(key: string, former: CacheEntry | undefined, requestedAt: number, result: RenderResult) {
    const confirmedAt = requestedAt;
    if (result.kind === "rendered") {
      const { artifact } = result;
      this.options.versions.recordVersion(artifact.organizationId, artifact.version);
      this.#entries.set(key, { artifact, state: "rendered", requestedAt, confirmedAt });
    } else if (result.kind === "stored" && !isAsNew(former, result.artifact))
      this.#entries.set(key, { ...result, state: "stored", requestedAt });
    else if (result.kind === "not_found") this.#entries.delete(key);
    else if (former === undefined) return;
    else if (result.kind === "current") {
      this.options.versions.recordVersion(former.artifact.organizationId, result.version);
      // The entry is stored again because it may have been removed from the cache.
      this.#entries.set(key, { ...former, state: "rendered", requestedAt, confirmedAt });
    } else {
      // Without the database, the cached page has not failed to render.
      const state = this.options.versions.isConfirmed ? "failing" : former.state;
      this.#entries.set(key, { ...former, state, requestedAt: Date.now() });
    }
  }
}
