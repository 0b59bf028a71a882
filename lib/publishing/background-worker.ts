import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Piscina } from "piscina";
import { log } from "@/lib/log";
import type { WorkerFunctions, WorkerTask } from "./worker-functions";

const RESTART_DELAY_MS = 1_000;
/** With this many calls waiting, the thread can't respond in time, so new ones fail immediately. */
const MAX_CALLS = 1_000;

/** The worker thread of this process, which renders and publishes pages, and delivers notifications. */
export class BackgroundWorker {
  readonly #pool: Piscina;
  #isStopping = false;

  /** Loads the thread's modules. The thread does nothing until it is called. */
  constructor(filename = resolve("dist/worker-thread.js")) {
    this.#pool = new Piscina({
      filename,
      name: "render",
      minThreads: 1,
      maxThreads: 1,
      concurrentTasksPerWorker: MAX_CALLS,
      maxQueue: 1,
      // By default, a thread without calls would block its event loop.
      atomics: "disabled",
      // By default, V8 would keep 150 MB of short-lived objects in the young generation.
      resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 384 },
    });
    // The pool emits errors of a thread without calls. It then starts another thread.
    this.#pool.on("error", ({ message, stack }: Error) =>
      log.error({ error: { message, stack } }, "the worker thread failed"),
    );
  }

  /** Calls a function in the thread. Rejects if the function throws, or if the thread exits. */
  call<Name extends keyof WorkerFunctions>(
    name: Name,
    ...[input]: Parameters<WorkerFunctions[Name]>
  ): ReturnType<WorkerFunctions[Name]> {
    return this.#pool.run(input, { name }) as ReturnType<WorkerFunctions[Name]>;
  }

  /** Runs a task until `stop` is called. Restarts it after a second if it or its thread fails. */
  async run(task: WorkerTask): Promise<void> {
    while (!this.#isStopping)
      await this.call("runTask", task).catch(async ({ message, stack }: Error) => {
        log.error({ task, error: { message, stack } }, "a task of the worker thread failed");
        await sleep(RESTART_DELAY_MS);
      });
  }

  /** Stops all tasks, then closes the thread's database. Until then, the thread renders pages. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.call("stop").catch((error: unknown) =>
      log.error({ error: String(error) }, "stopping the worker thread failed"),
    );
  }
}
