import type { Metadata } from "next";
import { requireSignedIn } from "@/app/current-user";
import { NewIncidentScreen } from "@/components/incidents/new-incident-screen";

export const metadata: Metadata = { title: "Report incident" };

type Props = { params: Promise<{ orgID: string }> };

export default async function NewIncidentPage({ params }: Props) {
  const { orgID } = await params;
  await requireSignedIn(`/dashboard/${orgID}/incidents/new`);
  return <NewIncidentScreen />;
}
