import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { log } from "@/lib/log";
import type { PagePreviewRequest } from "@/lib/organizations/schema";
import type { Content } from "./artifact";
import type { Host } from "./hosts";
import type { CachedVersion, RenderResult } from "./page-cache";
import type { RequestedAddress } from "./renderer";
import type { VersionPoll } from "./version";

const RESTART_DELAY_MS = 1_000;
/**
 * With this many requests waiting, the thread can't respond in time, so new ones fail immediately.
 */
const MAX_PENDING = 1_000;
/**
 * The young generation is limited because V8 would keep 150 MB of short-lived objects by default.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 384 };

export type WorkerRequest =
  | { kind: "render"; address: RequestedAddress; cached: CachedVersion | null }
  | { kind: "preview"; organizationId: string; change: PagePreviewRequest };

/** Tasks of the thread, which run until it exits. Both require a migrated database. */
export type WorkerTask = "publishing" | "delivery";

export type ToWorker =
  | { kind: "start"; task: WorkerTask }
  | { kind: "request"; id: number; request: WorkerRequest }
  | { kind: "changed" }
  | { kind: "stop" };

/** Content for a database outage: an error page, and the notices for cached pages, by language. */
export type Fallbacks = { unavailable: Content; notices: Record<string, string> };

export type FromWorker =
  | { kind: "ready"; fallbacks: Fallbacks }
  | { kind: "result"; id: number; result: RenderResult }
  /** `poll` is null if the database is unavailable. */
  | { kind: "versions"; poll: VersionPoll | null }
  | { kind: "hosts"; hosts: Host[] };

/**
 * The worker thread of this process, which renders and publishes pages, and delivers notifications.
 * It is restarted one second after it exits, until `stop` is called.
 */
export class BackgroundWorker {
  onMessage: (message: Exclude<FromWorker, { kind: "result" }>) => void = () => undefined;
  onExit: () => void = () => undefined;
  readonly #pending = new Map<number, (result: RenderResult) => void>();
  readonly #tasks = new Set<WorkerTask>();
  #thread: Worker;
  #isRunning = true;
  #isStopping = false;
  #lastId = 0;

  /** Loads the thread's modules. The thread does nothing until a task is started. */
  constructor() {
    this.#thread = this.#startThread();
  }

  start(task: WorkerTask): void {
    this.#tasks.add(task);
    this.#post({ kind: "start", task });
  }

  announceChange(): void {
    this.#post({ kind: "changed" });
  }

  request(request: WorkerRequest): Promise<RenderResult> {
    if (this.#pending.size >= MAX_PENDING) return Promise.resolve({ kind: "unavailable" });
    const id = ++this.#lastId;
    return new Promise((respond) => {
      this.#pending.set(id, respond);
      this.#post({ kind: "request", id, request });
    });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    if (!this.#isRunning) return;
    const exited = new Promise<void>((done) => this.#thread.once("exit", () => done()));
    this.#post({ kind: "stop" });
    await exited;
  }

  /** Sends a message to the thread. If the thread is restarting, the message is dropped. */
  #post(message: ToWorker): void {
    this.#thread.postMessage(message);
  }

  #startThread(): Worker {
    const thread = new Worker(resolve("dist/worker-thread.js"), { resourceLimits });
    this.#isRunning = true;
    thread.on("message", (message: FromWorker) => {
      if (message.kind !== "result") return this.onMessage(message);
      this.#pending.get(message.id)?.(message.result);
      this.#pending.delete(message.id);
    });
    thread.on("error", ({ message, stack }) =>
      log.error({ error: { message, stack } }, "the worker thread failed"),
    );
    thread.once("exit", () => void this.#restart());
    return thread;
  }

  async #restart(): Promise<void> {
    this.#isRunning = false;
    this.onExit();
    this.#rejectPending();
    if (!this.#isStopping) await sleep(RESTART_DELAY_MS);
    if (this.#isStopping) return;
    this.#thread = this.#startThread();
    this.#rejectPending();
    for (const task of this.#tasks) this.start(task);
  }

  /** Fails all waiting requests, including those made after the thread exited. */
  #rejectPending(): void {
    for (const respond of this.#pending.values()) respond({ kind: "unavailable" });
    this.#pending.clear();
  }
}
