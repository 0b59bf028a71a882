import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ResourceLimits, Worker } from "node:worker_threads";
import { log } from "./log";

const RESTART_DELAY_MS = 1_000;

type Options<To, From> = {
  file: string;
  name: string;
  resourceLimits: ResourceLimits;
  stopMessage: To;
  onMessage?: (message: From) => void;
  onExit?: () => void;
  onRestart?: () => void;
};

/** Runs a worker thread, and restarts it one second after it exits, until `stop` is called. */
export class WorkerSupervisor<To, From = never> {
  #worker: Worker;
  #isRunning = true;
  #isStopping = false;

  constructor(private readonly options: Options<To, From>) {
    this.#worker = this.#start();
  }

  /** Sends a message to the worker. If the worker is restarting, the message is dropped. */
  post(message: To): void {
    this.#worker.postMessage(message);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    if (!this.#isRunning) return;
    const exited = new Promise<void>((done) => this.#worker.once("exit", () => done()));
    this.post(this.options.stopMessage);
    await exited;
  }

  #start(): Worker {
    const { file, name, resourceLimits, onMessage, onExit, onRestart } = this.options;
    const worker = new Worker(resolve("dist", file), { resourceLimits });
    this.#isRunning = true;
    if (onMessage !== undefined) worker.on("message", onMessage);
    worker.on("error", ({ message, stack }) =>
      log.error({ error: { message, stack } }, `the ${name} worker failed`),
    );
    worker.once("exit", async () => {
      this.#isRunning = false;
      onExit?.();
      if (!this.#isStopping) await sleep(RESTART_DELAY_MS);
      if (this.#isStopping) return;
      this.#worker = this.#start();
      onRestart?.();
    });
    return worker;
  }
}
