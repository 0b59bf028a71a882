import type { Metadata } from "next";
import { requireSignedIn } from "@/app/visitor";
import { NewIncidentScreen } from "@/components/incidents/new-incident-screen";

type Props = { params: Promise<{ orgID: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Report incident · ${(await params).orgID}` };
}

export default async function NewIncidentPage({ params }: Props) {
  const { orgID } = await params;
  await requireSignedIn(`/dashboard/${orgID}/incidents/new`);
  return <NewIncidentScreen />;
}
