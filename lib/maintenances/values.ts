// Apart from the schemas, so that a screen may have them without what judges them.

/** Statuses of a maintenance. Which may follow which: lib/maintenances/rules.ts. */
export const maintenanceStatuses = ["scheduled", "in_progress", "verifying", "completed", "cancelled"] as const;
export type MaintenanceStatus = (typeof maintenanceStatuses)[number];

/** What an update says when its author wrote nothing, and what is said of what happens by itself. */
export const defaultBody: Record<MaintenanceStatus, string> = {
  scheduled: "Maintenance is planned for this time.",
  in_progress: "The maintenance has begun. We will post updates here while it goes on.",
  verifying: "The work is done, and we are checking the results.",
  completed: "The maintenance has been completed.",
  cancelled: "The maintenance has been cancelled.",
};

/** Its components are under maintenance. */
export const isRunning = (status: MaintenanceStatus): boolean => status === "in_progress" || status === "verifying";
/** It is over, one way or the other. */
export const hasEnded = (status: MaintenanceStatus): boolean => status === "completed" || status === "cancelled";

/** Which status an update may have after which. The same again is a word more. What has ended stays ended. */
export const followers: Record<MaintenanceStatus, readonly MaintenanceStatus[]> = {
  scheduled: ["scheduled", "in_progress", "cancelled"],
  in_progress: ["in_progress", "verifying", "completed", "cancelled"],
  verifying: ["verifying", "in_progress", "completed", "cancelled"],
  completed: [],
  cancelled: [],
};

/** From when to when it goes, or went: as it was planned, until it does something else. */
export function spanOf(maintenance: { status: MaintenanceStatus; scheduled_for: string; scheduled_until: string; started_at: string | null; ended_at: string | null }): { from: string; until: string } {
  const { scheduled_for, scheduled_until, started_at, ended_at } = maintenance;
  // One that was cancelled before it began has an end, and no beginning.
  return started_at === null ? { from: scheduled_for, until: scheduled_until } : { from: started_at, until: ended_at ?? scheduled_until };
}
