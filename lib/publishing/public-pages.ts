import { unavailable } from "@/lib/errors";
import type { PagePreviewRequest } from "@/lib/organizations/schema";
import type { Host } from "./hosts";
import { PageCache, type RenderResult } from "./page-cache";
import { setVersionListener } from "./version";
import { VersionTracker } from "./version-tracker";
import type { BackgroundWorker, Fallbacks, FromWorker, WorkerRequest } from "./background-worker";

/**
 * Startup waits at most this long for the hosts. Until they are known, custom domains show the
 * dashboard.
 */
const START_TIMEOUT_MS = 15_000;

/** Serves public pages from the cache of this process, and connects it to the worker. */
export class PublicPages {
  readonly versions = new VersionTracker();
  readonly cache = new PageCache({
    versions: this.versions,
    render: (address, cached) => this.#request({ kind: "render", address, cached }),
  });
  /** The verified hosts by name. */
  hosts: ReadonlyMap<string, Host> = new Map();
  /** Null until the worker has started publishing. */
  fallbacks: Fallbacks | null = null;
  /**
   * The number of requests that got a page from the cache without waiting, for the metrics. They
   * are not logged, because that would slow down the server.
   */
  served = 0;
  #worker: BackgroundWorker | undefined;
  #onHosts = (): void => undefined;

  /**
   * Starts publishing in `worker`; the database must be migrated. Resolves when the hosts are
   * known, or after 15 seconds.
   */
  async start(worker: BackgroundWorker): Promise<void> {
    this.#worker = worker;
    worker.onMessage = (message) => this.#receive(message);
    worker.onExit = () => this.versions.receivePoll(null);
    setVersionListener((organizationId, number) => {
      this.versions.recordCommit(organizationId, number);
      worker.announceChange();
    });
    const hasHosts = new Promise<void>((resolve) => {
      setTimeout(resolve, START_TIMEOUT_MS).unref();
      this.#onHosts = resolve;
    });
    worker.start("publishing");
    await hasHosts;
  }

  /** Renders the page with changed settings as HTML. Throws 503 if it can't be rendered now. */
  async preview(organizationId: string, change: PagePreviewRequest): Promise<string> {
    const result = await this.#request({ kind: "preview", organizationId, change });
    if (result.kind === "preview") return String(result.content.body);
    throw unavailable("The preview can't be rendered now. Try again in a moment.", 5);
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
}

export const publicPages = new PublicPages();
