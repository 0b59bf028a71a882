// Separate from the schemas, so that screens can import the values without the validation code.

/** Component statuses, least severe first. */
export const componentStatuses = [
  "operational",
  "degraded_performance",
  "partial_outage",
  "major_outage",
] as const;
export type ComponentStatus = (typeof componentStatuses)[number];

/**
 * Statuses that visitors see, least severe first: the effective status, or `under_maintenance` if
 * nothing worse applies. The status timeline stores these.
 */
export const publicStatuses = [
  "operational",
  "under_maintenance",
  "degraded_performance",
  "partial_outage",
  "major_outage",
] as const;
export type PublicStatus = (typeof publicStatuses)[number];
