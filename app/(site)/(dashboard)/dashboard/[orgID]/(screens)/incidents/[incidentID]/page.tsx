import type { Metadata } from "next";
import { createPage } from "@/app/current-user";
import { IncidentScreen } from "@/components/incidents/incident-screen";

export const metadata: Metadata = { title: "Incident" };

export default createPage("/dashboard/[orgID]/incidents/[incidentID]", ({ incidentID }) => (
  <IncidentScreen incidentID={incidentID} />
));
