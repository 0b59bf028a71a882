// These values are separate from the schemas, to keep zod out of the browser bundle.

/** Statuses that a user can set, least severe first. */
export const componentStatuses = [
  "operational",
  "degraded_performance",
  "partial_outage",
  "major_outage",
] as const;
export type ComponentStatus = (typeof componentStatuses)[number];

/** Statuses that visitors see, least severe first. */
export const publicStatuses = [
  "operational",
  "under_maintenance",
  "degraded_performance",
  "partial_outage",
  "major_outage",
] as const;
export type PublicStatus = (typeof publicStatuses)[number];
