// These values are separate from the schemas, to keep zod out of the browser bundle.

import type { IncidentStatus } from "@/lib/incidents/values";

export const maintenanceStatuses = [
  "scheduled",
  "in_progress",
  "verifying",
  "completed",
  "cancelled",
] as const;
export type MaintenanceStatus = (typeof maintenanceStatuses)[number];

export const isRunning = (status: MaintenanceStatus): boolean =>
  status === "in_progress" || status === "verifying";
/** Returns false for statuses of incidents, because a resolved incident can be reopened. */
export const hasEnded = (status: MaintenanceStatus | IncidentStatus): boolean =>
  status === "completed" || status === "cancelled";

/** The statuses that an update can set, by current status. Ended maintenances allow none. */
export const allowedNextStatuses: Record<MaintenanceStatus, readonly MaintenanceStatus[]> = {
  scheduled: ["scheduled", "in_progress", "cancelled"],
  in_progress: ["in_progress", "verifying", "completed", "cancelled"],
  verifying: ["verifying", "in_progress", "completed", "cancelled"],
  completed: [],
  cancelled: [],
};

/** Returns the actual times of a maintenance, or the scheduled ones if they are not known yet. */
export function getMaintenanceSpan(maintenance: {
  status: MaintenanceStatus;
  scheduled_for: string;
  scheduled_until: string;
  started_at: string | null;
  ended_at: string | null;
}): { from: string; until: string } {
  const { scheduled_for, scheduled_until, started_at, ended_at } = maintenance;
  // A maintenance that was canceled before its start has an end, but no start.
  return started_at === null
    ? { from: scheduled_for, until: scheduled_until }
    : { from: started_at, until: ended_at ?? scheduled_until };
}
