import { notFound, unavailable } from "@/lib/errors";
import type { PagePreviewRequest } from "@/lib/organizations/schema";
import { log } from "@/lib/log";
import { withTimeout } from "@/lib/timeout";
import type { BackgroundWorker } from "./background-worker";
import type { Host } from "./hosts";
import { type CachedVersion, PageCache, type RenderResult } from "./page-cache";
import type { RequestedAddress } from "./renderer";
import { versions } from "./version-tracker";
import type { Fallbacks } from "./worker-functions";

/**
 * A render fails after this time. By then, visitors have a response: they wait at most 10 seconds.
 */
const RENDER_TIMEOUT_MS = 20_000;
const START_TIMEOUT_MS = 15_000;
const POLL_INTERVAL_MS = 1_000;
/**
 * The database counts as unavailable after 2 consecutive failures: a single failure may be due to a
 * lack of CPU time.
 */
const MAX_FAILURES = 2;
/** The number of failed polls between reads of the hosts from a store, which may take long to fail. */
const STORE_READ_INTERVAL = 10;

/** Serves public pages from the cache of this process, and connects it to the worker. */
export class PublicPages {
  readonly cache = new PageCache({
    versions,
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
   * Renders pages in `worker`. Resolves when the hosts are known, or after 15 seconds. Custom
   * domains show the dashboard until the hosts are known.
   */
  async start(worker: BackgroundWorker): Promise<void> {
    this.#worker = worker;
    this.fallbacks = await worker.call("renderFallbacks");
    await withTimeout(this.#watchDatabase(worker), START_TIMEOUT_MS).catch(() => undefined);
  }

  /**
   * Polls the database every second for versions and hosts that any process has committed. Resolves
   * after the first polls. The worker sends the queries, so that they don't wait for a connection
   * that requests use. Hosts are read from a store if the database is unavailable before they are
   * known.
   */
  async #watchDatabase(worker: BackgroundWorker): Promise<void> {
    let polledAt: number | null = null;
    let hasHosts = false;
    let failures = 0;
    const setHosts = (hosts: Host[]) =>
      (this.hosts = new Map(hosts.map((host) => [host.host, host])));
    const poll = async () => {
      try {
        const changed = await worker.call("readVersions", polledAt);
        polledAt = changed.at;
        versions.receivePoll(changed);
        // Once known, hosts are read again only if a version has changed, because a change of a host
        // advances the version of its organization.
        if (!hasHosts || changed.changes.length > 0) setHosts(await worker.call("readHosts"));
        hasHosts = true;
        failures = 0;
      } catch (error) {
        failures++;
        if (failures >= MAX_FAILURES) versions.receivePoll(null);
        if (failures < MAX_FAILURES) return;
        if (failures === MAX_FAILURES)
          log.warn({ error: String(error) }, "the database is unreachable; serving cached pages");
        if (!hasHosts && this.hosts.size === 0 && failures % STORE_READ_INTERVAL === MAX_FAILURES)
          setHosts(await worker.call("readStoredHosts").catch(() => []));
      }
    };
    await poll();
    if (failures > 0) await poll();
    const repeat = () => setTimeout(() => void poll().then(repeat), POLL_INTERVAL_MS).unref();
    repeat();
  }

  /**
   * Renders the page with changed settings as HTML. Throws 404 if the organization has no page, 503
   * if it can't be rendered now.
   */
  async preview(organizationId: string, change: PagePreviewRequest): Promise<string> {
    const rendering = this.#worker!.call("preview", { organizationId, change });
    const html = await withTimeout(rendering, RENDER_TIMEOUT_MS).catch((error: unknown) => {
      log.error({ error: String(error) }, "rendering a preview failed");
      throw unavailable("The preview can't be rendered now. Try again in a moment.", 5);
    });
    if (html === null) throw notFound("This organization");
    return html;
  }

  #render(address: RequestedAddress, cached: CachedVersion | null): Promise<RenderResult> {
    const { isConfirmed } = versions;
    const rendering = this.#worker!.call("render", { address, cached, isConfirmed });
    return withTimeout(rendering, RENDER_TIMEOUT_MS).catch(() => ({ kind: "unavailable" }));
  }
}

export const publicPages = new PublicPages();
