"use client";

import { useParams } from "next/navigation";
import { IncidentScreen } from "@/components/incidents/incident-screen";

/** What is not there: the screen finds out by `/v1`, like anything else, and says where the others are. Only the answer's status differs. */
export default function NoIncident() {
  return <IncidentScreen incidentID={useParams<{ incidentID: string }>().incidentID} />;
}
