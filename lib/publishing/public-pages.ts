import { notFound, unavailable } from "@/lib/errors";
import type { PagePreviewRequest } from "@/lib/organizations/schema";
import { withTimeout } from "@/lib/timeout";
import type { BackgroundWorker } from "./background-worker";
import { watchDatabase } from "./database-watch";
import type { Host } from "./hosts";
import { type CachedVersion, PageCache, type RenderResult } from "./page-cache";
import type { RequestedAddress } from "./renderer";
import { setVersionListener } from "./version";
import { VersionTracker } from "./version-tracker";
import type { Fallbacks } from "./worker-functions";

/**
 * A render fails after this time. By then, visitors have a response: they wait at most 10 seconds.
 */
const RENDER_TIMEOUT_MS = 20_000;
const START_TIMEOUT_MS = 15_000;

/** Serves public pages from the cache of this process, and connects it to the worker. */
export class PublicPages {
  readonly versions = new VersionTracker();
  readonly cache = new PageCache({
    versions: this.versions,
    render: (address, cached) => this.#render(address, cached),
  });
  /** The verified hosts by name. */
  hosts: ReadonlyMap<string, Host> = new Map();
  /** Null until the worker has started. */
  fallbacks: Fallbacks | null = null;
  /**
   * The number of requests that got a page from the cache without waiting, for the metrics. They
   * are not logged, because that would slow down the server.
   */
  served = 0;
  #worker: BackgroundWorker | undefined;

  /**
   * Starts publishing in `worker`; the database must be migrated. Resolves when the hosts are
   * known, or after 15 seconds. Custom domains show the dashboard until the hosts are known.
   */
  async start(worker: BackgroundWorker): Promise<void> {
    this.#worker = worker;
    setVersionListener((organizationId, number) =>
      this.versions.recordCommit(organizationId, number),
    );
    void worker.run("publishing");
    const renderFallbacks = () => worker.call("renderFallbacks");
    // Retries once, because publishing may crash the thread during the first call.
    this.fallbacks = await renderFallbacks().catch(renderFallbacks);
    const hasHosts = watchDatabase(worker, {
      onPoll: (poll) => this.versions.receivePoll(poll),
      onHosts: (hosts) => (this.hosts = new Map(hosts.map((host) => [host.host, host]))),
    });
    await withTimeout(hasHosts, START_TIMEOUT_MS).catch(() => undefined);
  }

  /**
   * Renders the page with changed settings as HTML. Throws 404 if the organization has no page, 503
   * if it can't be rendered now.
   */
  async preview(organizationId: string, change: PagePreviewRequest): Promise<string> {
    const rendering = this.#worker!.call("preview", { organizationId, change });
    const html = await withTimeout(rendering, RENDER_TIMEOUT_MS).catch(() => {
      throw unavailable("The preview can't be rendered now. Try again in a moment.", 5);
    });
    if (html === null) throw notFound("This organization");
    return html;
  }

  #render(address: RequestedAddress, cached: CachedVersion | null): Promise<RenderResult> {
    const { isConfirmed } = this.versions;
    const rendering = this.#worker!.call("render", { address, cached, isConfirmed });
    return withTimeout(rendering, RENDER_TIMEOUT_MS).catch(() => ({ kind: "unavailable" }));
  }
}

export const publicPages = new PublicPages();
