import { WorkerSupervisor } from "@/lib/worker-supervisor";

/**
 * The young generation is limited, because V8 would keep 150 MB of short-lived objects by default.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 256 };

export function startNotificationWorker(): () => Promise<void> {
  const thread = new WorkerSupervisor<"stop">({
    file: "notification-worker.js",
    name: "notification",
    resourceLimits,
    stopMessage: "stop",
  });
  return () => thread.stop();
}
