import type { Metadata } from "next";
import { requireSignedIn } from "@/app/current-user";
import { NewMaintenanceScreen } from "@/components/maintenances/new-maintenance-screen";

export const metadata: Metadata = { title: "Schedule maintenance" };

type Props = { params: Promise<{ orgID: string }> };

export default async function NewMaintenancePage({ params }: Props) {
  const { orgID } = await params;
  await requireSignedIn(`/dashboard/${orgID}/maintenances/new`);
  return <NewMaintenanceScreen />;
}
