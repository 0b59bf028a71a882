import type { Metadata } from "next";
import { requireSignedIn } from "@/app/current-user";
import { MaintenanceScreen } from "@/components/maintenances/maintenance-screen";

export const metadata: Metadata = { title: "Maintenance" };

type Props = { params: Promise<{ orgID: string; maintenanceID: string }> };

export default async function MaintenanceDetailPage({ params }: Props) {
  const { orgID, maintenanceID } = await params;
  await requireSignedIn(`/dashboard/${orgID}/maintenances/${maintenanceID}`);
  return <MaintenanceScreen key={maintenanceID} maintenanceID={maintenanceID} />;
}
