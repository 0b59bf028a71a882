import type { Metadata } from "next";
import { requireSignedIn } from "@/app/visitor";
import { IncidentScreen } from "@/components/incidents/incident-screen";

type Props = { params: Promise<{ orgID: string; incidentID: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Incident · ${(await params).orgID}` };
}

export default async function IncidentPage({ params }: Props) {
  const { orgID, incidentID } = await params;
  await requireSignedIn(`/dashboard/${orgID}/incidents/${incidentID}`);
  return <IncidentScreen incidentID={incidentID} />;
}
