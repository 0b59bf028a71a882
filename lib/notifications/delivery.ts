import { KeptThread } from "@/lib/thread";

/** What it makes is short-lived, and it holds 512 messages at most: with the default limit, V8 would let 150 MB of garbage lie. */
const resourceLimits = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 256 };
const KEY = Symbol.for("candor.delivery");
const shared = globalThis as unknown as { [KEY]?: { wake(): void } };

/** Starts the delivery thread of this process. Returns how to stop it. */
export function startDelivery(): () => Promise<void> {
  const thread = new KeptThread<"wake" | "stop">({ file: "delivery-worker.js", name: "delivery", resourceLimits, stop: "stop" });
  shared[KEY] = { wake: () => thread.post("wake") };
  return async () => {
    delete shared[KEY];
    await thread.stop();
  };
}

/** Tells this process's delivery thread that something may be due. It would find out by itself, a second later. */
export function wakeDelivery(): void {
  shared[KEY]?.wake();
}
