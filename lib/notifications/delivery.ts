import { WorkerSupervisor } from "@/lib/worker-supervisor";
import { onWake } from "./wake";

/**
 * What it makes is short-lived, and it holds 512 messages at most: with the default limit, V8 would
 * let 150 MB of garbage lie.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 256 };

/** Starts the delivery thread of this process. Returns how to stop it. */
export function startDelivery(): () => Promise<void> {
  const thread = new WorkerSupervisor<"wake" | "stop">({
    file: "delivery-worker.js",
    name: "delivery",
    resourceLimits,
    stopMessage: "stop",
  });
  onWake(() => thread.post("wake"));
  return async () => {
    onWake(null);
    await thread.stop();
  };
}
