/** The kinds of updates, with the status that each sets. */
export const maintenanceActions = {
  update: { status: "", verb: undefined, toast: "Update posted.", description: undefined },
  start: {
    status: "in_progress",
    verb: "Start now",
    toast: "Maintenance started.",
    description: "Affected components will show as under maintenance.",
  },
  complete: {
    status: "completed",
    verb: "Complete",
    toast: "Maintenance completed.",
    description: "Affected components will no longer show as under maintenance.",
  },
  cancel: {
    status: "cancelled",
    verb: "Cancel maintenance",
    toast: "Maintenance canceled.",
    description: "The maintenance stays on the status page as canceled and can’t be resumed.",
  },
} as const;
