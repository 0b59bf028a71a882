import { WorkerSupervisor } from "@/lib/worker-supervisor";

/** Its objects are short-lived. By default, V8 would keep 150 MB of garbage. */
const resourceLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 256 };

/** Starts the notification worker of this process. Returns a function that stops it. */
export function startNotificationWorker(): () => Promise<void> {
  const thread = new WorkerSupervisor<"stop">({
    file: "notification-worker.js",
    name: "notification",
    resourceLimits,
    stopMessage: "stop",
  });
  return () => thread.stop();
}
