import type { Metadata } from "next";
import { requireSignedIn } from "@/app/current-user";
import { MaintenancesScreen } from "@/components/maintenances/maintenances-screen";

export const metadata: Metadata = { title: "Maintenance" };

type Props = { params: Promise<{ orgID: string }> };

export default async function MaintenancesPage({ params }: Props) {
  const { orgID } = await params;
  await requireSignedIn(`/dashboard/${orgID}/maintenances`);
  return <MaintenancesScreen />;
}
