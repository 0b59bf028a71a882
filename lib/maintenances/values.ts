// Separate from the schemas, so that the browser loads these values without the validators.

/** Maintenance statuses. {@link nextStatuses} has the allowed changes. */
export const maintenanceStatuses = [
  "scheduled",
  "in_progress",
  "verifying",
  "completed",
  "cancelled",
] as const;
export type MaintenanceStatus = (typeof maintenanceStatuses)[number];

/** The message of an update whose author left it blank, and of automatic updates. */
export const defaultMaintenanceMessages: Record<MaintenanceStatus, string> = {
  scheduled: "We will be undergoing scheduled maintenance during this time.",
  in_progress:
    "Scheduled maintenance is currently in progress. We will provide updates as necessary.",
  verifying: "Verification is currently underway for the maintenance items.",
  completed: "The scheduled maintenance has been completed.",
  cancelled: "The scheduled maintenance has been canceled.",
};

/** Whether its components are under maintenance. */
export const isRunning = (status: MaintenanceStatus): boolean =>
  status === "in_progress" || status === "verifying";
/** Whether it is completed or canceled. */
export const hasEnded = (status: MaintenanceStatus): boolean =>
  status === "completed" || status === "cancelled";

/** Statuses that the next update can have. The same status posts a plain update. */
export const nextStatuses: Record<MaintenanceStatus, readonly MaintenanceStatus[]> = {
  scheduled: ["scheduled", "in_progress", "cancelled"],
  in_progress: ["in_progress", "verifying", "completed", "cancelled"],
  verifying: ["verifying", "in_progress", "completed", "cancelled"],
  completed: [],
  cancelled: [],
};

/** Start and end to display: the actual times once it has started, else the scheduled times. */
export function getMaintenanceSpan(maintenance: {
  status: MaintenanceStatus;
  scheduled_for: string;
  scheduled_until: string;
  started_at: string | null;
  ended_at: string | null;
}): { from: string; until: string } {
  const { scheduled_for, scheduled_until, started_at, ended_at } = maintenance;
  // A maintenance canceled before its start has an end, but no start.
  return started_at === null
    ? { from: scheduled_for, until: scheduled_until }
    : { from: started_at, until: ended_at ?? scheduled_until };
}
