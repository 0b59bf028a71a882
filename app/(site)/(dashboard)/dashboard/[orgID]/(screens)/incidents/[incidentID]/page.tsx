import type { Metadata } from "next";
import { requireRecord } from "@/app/visitor";
import { IncidentScreen } from "@/components/incidents/incident-screen";
import { getIncident } from "@/lib/incidents/queries";

export const metadata: Metadata = { title: "Incident" };

type Props = { params: Promise<{ orgID: string; incidentID: string }> };

export default async function IncidentPage({ params }: Props) {
  const { orgID, incidentID } = await params;
  await requireRecord(`/dashboard/${orgID}/incidents/${incidentID}`, orgID, (scope) => getIncident(scope, incidentID));
  return <IncidentScreen incidentID={incidentID} />;
}
