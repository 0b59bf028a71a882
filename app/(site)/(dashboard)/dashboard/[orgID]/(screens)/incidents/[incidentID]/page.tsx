import type { Metadata } from "next";
import { requireSignedIn } from "@/app/current-user";
import { IncidentScreen } from "@/components/incidents/incident-screen";

export const metadata: Metadata = { title: "Incident" };

type Props = { params: Promise<{ orgID: string; incidentID: string }> };

export default async function IncidentDetailPage({ params }: Props) {
  const { orgID, incidentID } = await params;
  await requireSignedIn(`/dashboard/${orgID}/incidents/${incidentID}`);
  return <IncidentScreen incidentID={incidentID} />;
}
