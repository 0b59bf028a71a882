// Apart from the schemas, so that a screen may have them without what judges them.

/** Component statuses in rising severity (contract §3). */
export const componentStatuses = ["operational", "degraded_performance", "partial_outage", "major_outage"] as const;
export type ComponentStatus = (typeof componentStatuses)[number];

/**
 * What strangers are told, in rising severity: the effective status, or that it is being worked on where nothing worse is so
 * (public API v2). This is what the record keeps.
 */
export const publicStatuses = ["operational", "under_maintenance", "degraded_performance", "partial_outage", "major_outage"] as const;
export type PublicStatus = (typeof publicStatuses)[number];
