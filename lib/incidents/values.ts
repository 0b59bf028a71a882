import type { ComponentStatus } from "@/lib/components/schema";

// Separate from the schemas, so that the browser loads these values without the validators.

/** Incident statuses. Any status can follow any other. */
export const incidentStatuses = ["investigating", "identified", "monitoring", "resolved"] as const;
export type IncidentStatus = (typeof incidentStatuses)[number];

export const impacts = ["none", "minor", "major", "critical"] as const;
export type Impact = (typeof impacts)[number];

/** The status that an impact gives an affected component. */
export const statusByImpact: Record<Impact, ComponentStatus> = {
  none: "operational",
  minor: "degraded_performance",
  major: "partial_outage",
  critical: "major_outage",
};

export const defaultIncidentMessages: Record<IncidentStatus, string> = {
  investigating: "We are currently investigating this issue.",
  identified: "The issue has been identified and a fix is being implemented.",
  monitoring: "A fix has been implemented and we are monitoring the results.",
  resolved: "This incident has been resolved.",
};
