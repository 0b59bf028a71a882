import { watchFile } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ResourceLimits, Worker } from "node:worker_threads";
import { sharedTurn } from "./db";
import { env } from "./env";
import { log } from "./log";

const RESTART_PAUSE_MS = 1_000;
/** Written when all that belongs to a build lies in `dist`. */
const STAMP = "dist/bundle.json";
const LOOK_MS = 500;

type Options<To, From> = {
  /** What it runs, in `dist`. Nothing that Next compiles may come here: it would take all that lies there along. */
  file: string;
  /** What it does, for the log. */
  name: string;
  resourceLimits: ResourceLimits;
  /** What ends it, in its own time. */
  stop: To;
  hear?: (message: From) => void;
  /** It has ended, and another follows unless it was stopped. */
  ended?: () => void;
  /** Another has taken its place. */
  begunAgain?: () => void;
};

/** A thread of this process, at the same database: should it end, another takes its place a second later, until it is stopped. */
export class KeptThread<To, From = never> {
  readonly #options: Options<To, From>;
  #worker: Worker;
  #isRunning = true;
  #isStopping = false;

  constructor(options: Options<To, From>) {
    this.#options = options;
    this.#worker = this.#begin();
    // In development it is bundled anew as its sources change (scripts/dev.ts).
    if (env.NODE_ENV === "development") watchFile(STAMP, { interval: LOOK_MS, persistent: false }, ({ size }) => void (size > 0 && this.post(options.stop)));
  }

  /** Lost while it is between two lives. */
  post(message: To): void {
    this.#worker.postMessage(message);
  }

  /** Resolves when it has ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    if (!this.#isRunning) return;
    const ended = new Promise<void>((done) => this.#worker.once("exit", () => done()));
    this.post(this.#options.stop);
    await ended;
  }

  #begin(): Worker {
    const { file, name, resourceLimits, hear, ended, begunAgain } = this.#options;
    const worker = new Worker(resolve("dist", file), { resourceLimits, workerData: sharedTurn() });
    this.#isRunning = true;
    if (hear !== undefined) worker.on("message", hear);
    worker.on("error", (error) => log.error({ error: { message: error.message, stack: error.stack } }, `the ${name} thread failed`));
    worker.once("exit", async () => {
      this.#isRunning = false;
      ended?.();
      if (!this.#isStopping) await sleep(RESTART_PAUSE_MS);
      if (this.#isStopping) return;
      this.#worker = this.#begin();
      begunAgain?.();
    });
    return worker;
  }
}
