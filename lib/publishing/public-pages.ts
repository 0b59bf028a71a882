import { unavailable } from "@/lib/errors";
import { log } from "@/lib/log";
import type { PagePreviewRequest } from "@/lib/organizations/schema";
import { WorkerSupervisor } from "@/lib/worker-supervisor";
import type { Content } from "./artifact";
import type { Host } from "./hosts";
import { type CachedVersion, PageCache, type RenderResult } from "./page-cache";
import type { RequestedAddress } from "./renderer";
import { setVersionListener, type VersionPoll } from "./version";
import { VersionTracker } from "./version-tracker";

/** The worker's memory limits. The young generation is below the default, to save memory. */
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 };
/** If more requests wait for the worker, it can't respond to them in time. */
const MAX_PENDING = 1_000;
/**
 * The start waits at most this long for the hosts. Without them, custom domains show the dashboard.
 */
const START_TIMEOUT_MS = 15_000;
const LOG_INTERVAL_MS = 60_000;

export type WorkerRequest =
  | { kind: "render"; address: RequestedAddress; cached: CachedVersion | null }
  | { kind: "preview"; organizationId: string; change: PagePreviewRequest };

export type ToWorker =
  | { kind: "start" }
  | { kind: "request"; id: number; request: WorkerRequest }
  | { kind: "changed" }
  | { kind: "stop" };

/** Content for a database outage: an error page, and notices on cached pages by language. */
type Fallbacks = { unavailable: Content; notices: Record<string, string> };

export type FromWorker =
  | { kind: "ready"; fallbacks: Fallbacks }
  | { kind: "result"; id: number; result: RenderResult }
  /** `poll` is null if the database did not respond. */
  | { kind: "versions"; poll: VersionPoll | null }
  | { kind: "hosts"; hosts: Host[] };

/** The page cache of this process, and the publishing worker that renders for it. */
export class PublicPages {
  readonly versions = new VersionTracker();
  readonly cache = new PageCache({
    versions: this.versions,
    render: (address, cached) => this.#request({ kind: "render", address, cached }),
  });
  /** The verified hosts by name. */
  hosts: ReadonlyMap<string, Host> = new Map();
  /** The fallbacks are null until the worker has started. */
  fallbacks: Fallbacks | null = null;
  /**
   * The number of requests that got a page from the cache without waiting. They are counted, because
   * logging each of them would slow down the server.
   */
  served = 0;
  #logged = 0;
  #worker: WorkerSupervisor<ToWorker, FromWorker> | undefined;
  #isStarted = false;
  readonly #pending = new Map<number, (result: RenderResult) => void>();
  #lastId = 0;
  #onHosts = (): void => undefined;

  /**
   * Loads the worker early, because this takes as long as loading the server. It waits for `start()`.
   */
  load(): void {
    this.#worker = new WorkerSupervisor({
      file: "publishing-worker.js",
      name: "publishing",
      resourceLimits,
      stopMessage: { kind: "stop" },
      onMessage: (message) => this.#receive(message),
      onExit: () => this.#rejectPending(),
      onRestart: () => {
        this.#rejectPending();
        if (this.#isStarted) this.#worker?.post({ kind: "start" });
      },
    });
  }

  /**
   * Starts the worker; the database must be migrated. Resolves when the hosts are known, or after
   * 15 seconds.
   */
  async start(): Promise<void> {
    setInterval(() => this.#logServed(), LOG_INTERVAL_MS).unref();
    setVersionListener((organizationId, number) => {
      this.versions.recordCommit(organizationId, number);
      this.#worker?.post({ kind: "changed" });
    });
    const hasHosts = new Promise<void>((resolve) => {
      setTimeout(resolve, START_TIMEOUT_MS).unref();
      this.#onHosts = resolve;
    });
    this.#isStarted = true;
    this.#worker?.post({ kind: "start" });
    await hasHosts;
  }

  async stop(): Promise<void> {
    this.#logServed();
    await this.#worker?.stop();
  }

  /** Renders the page with changed settings as HTML. Throws 503 if it can't be rendered now. */
  async preview(organizationId: string, change: PagePreviewRequest): Promise<string> {
    const result = await this.#request({ kind: "preview", organizationId, change });
    if (result.kind === "preview") return String(result.content.body);
    throw unavailable("The preview can’t be rendered now. Try again in a moment.", 5);
  }

  async #request(request: WorkerRequest): Promise<RenderResult> {
    if (this.#worker === undefined || this.#pending.size >= MAX_PENDING)
      return { kind: "unavailable" };
    const id = ++this.#lastId;
    this.#worker.post({ kind: "request", id, request });
    return new Promise((resolve) => this.#pending.set(id, resolve));
  }

  #receive(message: FromWorker): void {
    if (message.kind === "ready") this.fallbacks = message.fallbacks;
    else if (message.kind === "versions") this.versions.receivePoll(message.poll);
    else if (message.kind === "hosts") {
      this.hosts = new Map(message.hosts.map((host) => [host.host, host]));
      this.#onHosts();
    } else {
      this.#pending.get(message.id)?.(message.result);
      this.#pending.delete(message.id);
    }
  }

  /** Ends all requests that the worker can't respond to, because it has exited. */
  #rejectPending(): void {
    this.versions.receivePoll(null);
    for (const respond of this.#pending.values()) respond({ kind: "unavailable" });
    this.#pending.clear();
  }

  #logServed(): void {
    const requests = this.served - this.#logged;
    if (requests > 0) log.info({ requests }, "public pages served from cache");
    this.#logged = this.served;
  }
}

export const publicPages = new PublicPages();
