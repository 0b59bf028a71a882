import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { comeFirst, freed, letOthersGoFirst, memory, pause } from "./db-turn";

test("delivery waits for those who wait to write, and not for ever", async () => {
  const order: string[] = [];
  let done = () => {};
  const waiting = comeFirst(() => new Promise<void>((resolve) => (done = resolve))).then(() =>
    order.push("request"),
  );
  const delivery = letOthersGoFirst().then(() => order.push("delivery"));
  await sleep(20);
  done();
  await Promise.all([waiting, delivery]);
  expect(order).toEqual(["request", "delivery"]);
  await letOthersGoFirst();
  void comeFirst(() => new Promise(() => undefined));
  await letOthersGoFirst();
});

test("who waits is told when delivery lets go of the lock, in whatever thread", async () => {
  const begun = performance.now();
  const paused = pause(5_000);
  freed();
  await paused;
  const thread = new Worker(
    "const { workerData } = require('node:worker_threads'); const counts " +
      "= new Int32Array(workerData); setTimeout(() => { Atomics.add(counts, " +
      "1, 1); Atomics.notify(counts, 1); }, 50)",
    {
      eval: true,
      workerData: memory(),
    },
  );
  await once(thread, "online");
  await pause(5_000);
  expect(performance.now() - begun).toBeLessThan(4_000);
  await pause(5);
  await thread.terminate();
});
