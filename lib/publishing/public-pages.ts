import { log } from "@/lib/log";
import { WorkerSupervisor } from "@/lib/worker-supervisor";
import type { Content } from "./artifact";
import { onVersion } from "./changes";
import type { Host } from "./jobs";
import type { Cached, FromWorker, RenderResult, ToWorker } from "./messages";
import { PageCache } from "./page-cache";
import type { RequestedAddress } from "./renderer";
import { VersionTracker } from "./version-tracker";

/** What is rendered is short-lived. */
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 };
/** More requests than this can't be rendered in time. */
const MAX_PENDING = 1_000;
/** The server starts without the hosts if the worker doesn't know them by then. */
const START_TIMEOUT_MS = 4_000;
const LOG_INTERVAL_MS = 60_000;

/** What is sent if there is no page, or if it can't be confirmed: by language. */
type Fallbacks = { unavailable: Content; notices: Record<string, string> };

/** The public pages of this process: the page cache, and the worker that renders for it. */
export class PublicPages {
  readonly versions = new VersionTracker();
  readonly cache = new PageCache({
    versions: this.versions,
    render: (address, cached) => this.#render(address, cached),
  });
  /** The organizations at custom domains. */
  hosts: ReadonlyMap<string, Host> = new Map();
  /** Null until the worker runs. */
  fallbacks: Fallbacks | null = null;
  /** Requests that were served from memory since the last log line: one each would cost too much. */
  served = 0;
  readonly #pending = new Map<number, (result: RenderResult) => void>();
  #worker: WorkerSupervisor<ToWorker, FromWorker> | undefined;
  #lastId = 0;

  /** Starts the worker. Resolves when the hosts are known, or after a timeout. */
  async start(): Promise<void> {
    setInterval(() => this.#logServed(), LOG_INTERVAL_MS).unref();
    const started = new Promise<void>((resolve) => {
      const rejectPending = () => {
        this.versions.suspend();
        for (const respond of this.#pending.values()) respond({ kind: "unavailable" });
        this.#pending.clear();
      };
      this.#worker = new WorkerSupervisor({
        file: "publishing-worker.js",
        name: "publishing",
        resourceLimits,
        stopMessage: { kind: "stop" },
        onMessage: (message) => {
          this.#receive(message);
          if (message.kind === "hosts") resolve();
        },
        onExit: rejectPending,
        onRestart: rejectPending,
      });
      setTimeout(resolve, START_TIMEOUT_MS).unref();
    });
    onVersion((organizationId, number) => {
      this.versions.commit(organizationId, number);
      this.#worker?.post({ kind: "changed", organizationId });
    });
    await started;
  }

  async stop(): Promise<void> {
    onVersion(null);
    this.#logServed();
    await this.#worker?.stop();
  }

  #render(address: RequestedAddress, cached: Cached | null): Promise<RenderResult> {
    if (this.#worker === undefined || this.#pending.size >= MAX_PENDING)
      return Promise.resolve({ kind: "unavailable" });
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#pending.set(id, resolve);
      this.#worker!.post({ kind: "render", id, address, cached });
    });
  }

  #receive(message: FromWorker): void {
    switch (message.kind) {
      case "ready":
        this.fallbacks = message;
        return;
      case "result":
        this.#pending.get(message.id)?.(message.result);
        this.#pending.delete(message.id);
        return;
      case "versions":
        this.versions.receivePoll(message.poll);
        return;
      case "hosts":
        this.hosts = new Map(message.hosts.map((host) => [host.host, host]));
    }
  }

  #logServed(): void {
    if (this.served > 0) log.info({ requests: this.served }, "public pages served from cache");
    this.served = 0;
  }
}
