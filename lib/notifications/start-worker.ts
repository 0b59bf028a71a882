import { WorkerSupervisor } from "@/lib/worker-supervisor";

/** Objects are short-lived; by default, V8 would keep 150 MB of garbage. */
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
