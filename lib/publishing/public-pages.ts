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
/** If more requests wait for the worker, it can't respond in time, so further requests fail. */
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

/** Content for a database outage: an error page, and the notices for cached pages, by language. */
type Fallbacks = { unavailable: Content; notices: Record<string, string> };

export type FromWorker =
  | { kind: "ready"; fallbacks: Fallbacks }
  | { kind: "result"; id: number; result: RenderResult }
  /** `poll` is null if the database did not respond. */
  | { kind: "versions"; poll: VersionPoll | null }
  | { kind: "hosts"; hosts: Host[] };

/** The publishing worker of this process. It is loaded immediately, and waits for `start()`. */
class PublishingWorker {
  readonly #pending = new Map<number, (result: RenderResult) => void>();
  readonly #supervisor: WorkerSupervisor<ToWorker, FromWorker>;
  #isStarted = false;
  #lastId = 0;

  /** `onLost` is called when the worker exits. */
  constructor(onMessage: (message: FromWorker) => void, onLost: () => void) {
    const rejectPending = () => {
      onLost();
      for (const respond of this.#pending.values()) respond({ kind: "unavailable" });
      this.#pending.clear();
    };
    this.#supervisor = new WorkerSupervisor({
      file: "publishing-worker.js",
      name: "publishing",
      resourceLimits,
      stopMessage: { kind: "stop" },
      onMessage: (message) =>
        message.kind === "result" ? this.#resolve(message) : onMessage(message),
      onExit: rejectPending,
      onRestart: () => {
        rejectPending();
        if (this.#isStarted) this.start();
      },
    });
  }

  start(): void {
    this.#isStarted = true;
    this.#supervisor.post({ kind: "start" });
  }

  announceChange(): void {
    this.#supervisor.post({ kind: "changed" });
  }

  request(request: WorkerRequest): Promise<RenderResult> {
    if (this.#pending.size >= MAX_PENDING) return Promise.resolve({ kind: "unavailable" });
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#pending.set(id, resolve);
      this.#supervisor.post({ kind: "request", id, request });
    });
  }

  stop(): Promise<void> {
    return this.#supervisor.stop();
  }

  #resolve({ id, result }: Extract<FromWorker, { kind: "result" }>): void {
    this.#pending.get(id)?.(result);
    this.#pending.delete(id);
  }
}

/** The page cache of this process, and the worker that renders for it. */
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
   * The number of requests that got a page from the cache without waiting. They are counted,
   * because logging each of them would slow down the server.
   */
  served = 0;
  #logged = 0;
  #worker: PublishingWorker | undefined;
  #onHosts = (): void => undefined;

  /** Loads the worker early, because this takes as long as loading the server. */
  load(): void {
    this.#worker = new PublishingWorker(
      (message) => this.#receive(message),
      () => this.versions.receivePoll(null),
    );
  }

  /**
   * Starts the worker; the database must be migrated. Resolves when the hosts are known, or after
   * 15 seconds.
   */
  async start(): Promise<void> {
    setInterval(() => this.#logServed(), LOG_INTERVAL_MS).unref();
    setVersionListener((organizationId, number) => {
      this.versions.recordCommit(organizationId, number);
      this.#worker?.announceChange();
    });
    const hasHosts = new Promise<void>((resolve) => {
      setTimeout(resolve, START_TIMEOUT_MS).unref();
      this.#onHosts = resolve;
    });
    this.#worker?.start();
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
    return this.#worker?.request(request) ?? { kind: "unavailable" };
  }

  #receive(message: FromWorker): void {
    if (message.kind === "ready") this.fallbacks = message.fallbacks;
    else if (message.kind === "versions") this.versions.receivePoll(message.poll);
    else if (message.kind === "hosts") {
      this.hosts = new Map(message.hosts.map((host) => [host.host, host]));
      this.#onHosts();
    }
  }

  #logServed(): void {
    const requests = this.served - this.#logged;
    if (requests > 0) log.info({ requests }, "public pages served from cache");
    this.#logged = this.served;
  }
}

export const publicPages = new PublicPages();
