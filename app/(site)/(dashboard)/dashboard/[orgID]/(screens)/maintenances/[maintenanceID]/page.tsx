import type { Metadata } from "next";
import { requireRecord } from "@/app/visitor";
import { MaintenanceScreen } from "@/components/maintenances/maintenance-screen";
import { getMaintenance } from "@/lib/maintenances/queries";

export const metadata: Metadata = { title: "Maintenance" };

type Props = { params: Promise<{ orgID: string; maintenanceID: string }> };

export default async function MaintenancePage({ params }: Props) {
  const { orgID, maintenanceID } = await params;
  await requireRecord(`/dashboard/${orgID}/maintenances/${maintenanceID}`, orgID, (scope) => getMaintenance(scope, maintenanceID));
  return <MaintenanceScreen key={maintenanceID} maintenanceID={maintenanceID} />;
}
