import type { UpdateStatus } from "./update-calls";

export type UpdateAction = "update" | "resolve" | "reopen" | "start" | "complete" | "cancel";

/** The kinds of updates, with the first status of the form. "" is the current or suggested one. */
export const updateActions: Record<
  UpdateAction,
  { status: UpdateStatus | ""; verb?: string; toast: string; description?: string }
> = {
  update: { status: "", toast: "Update posted." },
  resolve: { status: "resolved", verb: "Resolve", toast: "Update posted." },
  reopen: {
    status: "investigating",
    verb: "Reopen",
    toast: "Update posted.",
    description: "Components return to the status they had during the incident.",
  },
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
};
