import type { Metadata } from "next";
import { requireSignedIn } from "@/app/current-user";
import { IncidentsScreen } from "@/components/incidents/incidents-screen";

export const metadata: Metadata = { title: "Incidents" };

type Props = { params: Promise<{ orgID: string }> };

export default async function IncidentsPage({ params }: Props) {
  const { orgID } = await params;
  await requireSignedIn(`/dashboard/${orgID}/incidents`);
  return <IncidentsScreen />;
}
