import type { ComponentStatus } from "@/lib/components/schema";

// Apart from the schemas, so that a screen may have them without what judges them.

/** Incident statuses (contract §3). Any may follow any other. */
export const incidentStatuses = ["investigating", "identified", "monitoring", "resolved"] as const;
export type IncidentStatus = (typeof incidentStatuses)[number];

/** Impacts in rising severity (contract §2). */
export const impacts = ["none", "minor", "major", "critical"] as const;
export type Impact = (typeof impacts)[number];

/** What an impact says of an affected component (decisions "Incidents"). */
export const impactStatus: Record<Impact, ComponentStatus> = {
  none: "operational",
  minor: "degraded_performance",
  major: "partial_outage",
  critical: "major_outage",
};

/** What an update says when its author wrote nothing. */
export const defaultBody: Record<IncidentStatus, string> = {
  investigating: "We are currently investigating this issue.",
  identified: "The issue has been identified and a fix is being implemented.",
  monitoring: "A fix has been implemented and we are monitoring the results.",
  resolved: "This incident has been resolved.",
};
