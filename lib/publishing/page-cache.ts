import { LRUCache } from "lru-cache";
import type { Content, EncodedArtifact } from "./artifact";
import type { Cached, RenderResult } from "./messages";
import { keyOfAddress, type RequestedAddress } from "./renderer";
import type { VersionTracker } from "./version-tracker";

/** A rendered artifact in memory. Times in milliseconds since 1970. */
export type Entry = {
  artifact: EncodedArtifact;
  /** `failing`: rendering it again failed. `stored`: it comes from a store. Both are unconfirmed. */
  state: "rendered" | "failing" | "stored";
  /** When it was last requested from the worker, or when that failed. */
  requestedAt: number;
  /** When it was last known to be current; for a stored one, when the store was. */
  confirmedAt: number;
};

/** `stale`: a newer version exists. `unconfirmed`: whether one exists is unknown, or it fails. */
export type Freshness = "fresh" | "stale" | "unconfirmed";

export type PageResult =
  | { kind: "page"; entry: Entry; freshness: Freshness }
  | { kind: "not_found"; content: Content }
  | { kind: "unavailable" };

export type PageCacheOptions = {
  render: (address: RequestedAddress, cached: Cached | null) => Promise<RenderResult>;
  versions: VersionTracker;
  now?: () => number;
  maxBytes?: number;
};

/** A visitor waits this long for a re-render before getting the stale page. */
const RERENDER_TIMEOUT_MS = 500;
/** A visitor waits this long for a page that is not in memory. */
const FIRST_RENDER_TIMEOUT_MS = 10_000;
/** In a burst of changes, a page is rendered once per this time, and visitors don't wait for it. */
const RENDER_INTERVAL_MS = 500;
/** A change this soon after the last rendering belongs to a burst. */
const BURST_MS = 2_000;
/** After a failure, a page is not rendered again for this long. */
const FAILURE_PAUSE_MS = 2_000;
const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;
const ENTRY_OVERHEAD_BYTES = 2_048;

/** Keeps rendered pages in memory and renders them again when their organization has changed. */
export class PageCache {
  readonly #render: PageCacheOptions["render"];
  readonly #versions: VersionTracker;
  readonly #now: () => number;
  readonly #entries: LRUCache<string, Entry>;
  readonly #pending = new Map<string, Promise<RenderResult>>();

  constructor({ render, versions, now = Date.now, maxBytes }: PageCacheOptions) {
    this.#render = render;
    this.#versions = versions;
    this.#now = now;
    this.#entries = new LRUCache({
      maxSize: maxBytes ?? DEFAULT_MAX_BYTES,
      sizeCalculation: ({ artifact: { body, gzip, brotli, unconfirmed } }) =>
        [body, gzip, brotli, unconfirmed].reduce(
          (sum, bytes) => sum + (bytes?.length ?? 0),
          ENTRY_OVERHEAD_BYTES,
        ),
    });
  }

  /**
   * The fast path: returns the entry of a key if no one waits for a newer one. It is fresh or, in a
   * burst of changes, about to be rendered again.
   */
  getImmediate(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    const freshness = this.#freshnessOf(entry);
    if (freshness === "fresh") return entry;
    const isPending =
      freshness === "stale" &&
      this.#now() < entry.requestedAt + BURST_MS &&
      [entry.artifact.organizationId, null].some((owner) => this.#pending.has(`${owner} ${key}`));
    return isPending ? entry : undefined;
  }

  /** Returns the fresh page if it can be rendered in time, otherwise the newest one available. */
  async get(address: RequestedAddress): Promise<PageResult> {
    const key = keyOfAddress(address);
    const entry = this.#entryOf(address, key);
    const freshness = entry === undefined ? "stale" : this.#freshnessOf(entry);
    if (entry !== undefined && (freshness === "fresh" || !this.#versions.isConfirmed))
      return { kind: "page", entry, freshness };
    const waitMs = entry === undefined ? 0 : this.#pauseOf(entry) - this.#now();
    const request = this.#request(address, key, entry, waitMs);
    if (entry !== undefined && this.#now() < entry.requestedAt + BURST_MS)
      return { kind: "page", entry, freshness };
    const timeoutMs = entry === undefined ? FIRST_RENDER_TIMEOUT_MS : RERENDER_TIMEOUT_MS;
    const result = await withTimeout(request, timeoutMs);
    if (result?.kind === "not_found") return result;
    const current = this.#entryOf(address, key);
    return current === undefined
      ? { kind: "unavailable" }
      : { kind: "page", entry: current, freshness: this.#freshnessOf(current) };
  }

  /** When an entry was last known to be current, in milliseconds since 1970. */
  confirmedAt({ artifact, state, confirmedAt }: Entry): number {
    const { organizationId, version, expiresAt, asOf } = artifact;
    const isOutdated = state !== "rendered" || this.#versions.isOutdated(organizationId, version);
    const knownAt = isOutdated ? confirmedAt : this.#versions.confirmedAt;
    return Math.max(asOf, Math.min(knownAt, expiresAt));
  }

  /** Another organization may have been at the same host before. */
  #entryOf({ organizationId }: RequestedAddress, key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    const isOther = organizationId !== null && entry?.artifact.organizationId !== organizationId;
    return isOther ? undefined : entry;
  }

  #freshnessOf({ artifact, state }: Entry): Freshness {
    if (state !== "rendered" || !this.#versions.isConfirmed) return "unconfirmed";
    const isCurrent = this.#versions.isCurrent(artifact.organizationId, artifact.version);
    return isCurrent && artifact.expiresAt > this.#now() ? "fresh" : "stale";
  }

  /** The earliest time at which an entry is rendered again. */
  #pauseOf({ requestedAt, state }: Entry): number {
    return requestedAt + (state === "rendered" ? RENDER_INTERVAL_MS : FAILURE_PAUSE_MS);
  }

  /** Concurrent requests for one page share one rendering. */
  #request(
    address: RequestedAddress,
    key: string,
    entry: Entry | undefined,
    waitMs: number,
  ): Promise<RenderResult> {
    const id = `${address.organizationId} ${key}`;
    let pending = this.#pending.get(id);
    if (pending === undefined) {
      pending = this.#requestAfter(waitMs, address, key, entry).finally(() =>
        this.#pending.delete(id),
      );
      this.#pending.set(id, pending);
    }
    return pending;
  }

  async #requestAfter(
    waitMs: number,
    address: RequestedAddress,
    key: string,
    entry: Entry | undefined,
  ): Promise<RenderResult> {
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs).unref());
    const requestedAt = this.#now();
    const cached =
      entry === undefined || entry.state === "stored"
        ? null
        : { version: entry.artifact.version, asOf: entry.artifact.asOf };
    const result = await this.#render(address, cached);
    this.#receive(key, entry, requestedAt, result);
    return result;
  }

  #receive(
    key: string,
    former: Entry | undefined,
    requestedAt: number,
    result: RenderResult,
  ): void {
    const set = (artifact: EncodedArtifact, state: Entry["state"], confirmedAt: number) =>
      this.#entries.set(key, { artifact, state, requestedAt, confirmedAt });
    switch (result.kind) {
      case "rendered":
        this.#versions.learn(result.artifact.organizationId, result.artifact.version);
        set(result.artifact, "rendered", requestedAt);
        return;
      case "stored":
        set(result.artifact, "stored", result.confirmedAt);
        return;
      case "current":
        if (former === undefined) return;
        this.#versions.learn(former.artifact.organizationId, result.version);
        // It may have been dropped meanwhile.
        set(former.artifact, "rendered", requestedAt);
        return;
      case "not_found":
        this.#entries.delete(key);
        return;
      case "failed":
        if (former !== undefined)
          this.#entries.set(key, { ...former, state: "failing", requestedAt: this.#now() });
        return;
      case "unavailable":
        if (former !== undefined) former.requestedAt = this.#now();
    }
  }
}

/** Resolves to undefined if the promise takes longer than `timeoutMs`. */
async function withTimeout<T>(promise: Promise<T>, timeoutMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, undefined);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}
