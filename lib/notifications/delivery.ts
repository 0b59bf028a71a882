import { once } from "node:events";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { sharedTurn } from "@/lib/db";
import { log } from "@/lib/log";

const RESTART_PAUSE_MS = 1_000;
/** What it makes is short-lived, and it holds 512 messages at most: with the default limit, V8 would let 150 MB of garbage lie. */
const resourceLimits = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 256 };
const KEY = Symbol.for("candor.delivery");
const shared = globalThis as unknown as { [KEY]?: { wake(): void } };

/** Starts the delivery thread of this process, and starts it again should it ever end. Returns how to stop it. */
export function startDelivery(): () => Promise<void> {
  let worker = begin();
  let stopping = false;

  function begin(): Worker {
    const thread = new Worker(resolve("dist/delivery-worker.js"), { resourceLimits, workerData: sharedTurn() });
    thread.on("error", (error) => log.error({ error: { message: error.message, stack: error.stack } }, "the delivery thread failed"));
    thread.once("exit", async () => {
      if (!stopping) await sleep(RESTART_PAUSE_MS);
      if (!stopping) worker = begin();
    });
    return thread;
  }

  shared[KEY] = { wake: () => worker.postMessage("wake") };
  return async () => {
    stopping = true;
    delete shared[KEY];
    const ended = once(worker, "exit");
    worker.postMessage("stop");
    await ended;
  };
}

/** Tells this process's delivery thread that something may be due. It would find out by itself, a second later. */
export function wakeDelivery(): void {
  shared[KEY]?.wake();
}
