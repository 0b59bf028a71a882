import type { ComponentStatus } from "@/lib/components/schema";

// These values are separate from the schemas, to keep zod out of the browser bundle.

/** Statuses of an incident. Any status can follow any other. */
export const incidentStatuses = ["investigating", "identified", "monitoring", "resolved"] as const;
export type IncidentStatus = (typeof incidentStatuses)[number];

export const impacts = ["none", "minor", "major", "critical"] as const;
export type Impact = (typeof impacts)[number];

export const statusByImpact: Record<Impact, ComponentStatus> = {
  none: "operational",
  minor: "degraded_performance",
  major: "partial_outage",
  critical: "major_outage",
};
