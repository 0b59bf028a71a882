import type { Metadata } from "next";
import { requireSignedIn } from "@/app/visitor";
import { IncidentsScreen } from "@/components/incidents/incidents-screen";

type Props = { params: Promise<{ orgID: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Incidents · ${(await params).orgID}` };
}

export default async function IncidentsPage({ params }: Props) {
  const { orgID } = await params;
  await requireSignedIn(`/dashboard/${orgID}/incidents`);
  return <IncidentsScreen />;
}
