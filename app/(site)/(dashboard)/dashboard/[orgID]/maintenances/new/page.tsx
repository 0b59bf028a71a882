import type { Metadata } from "next";
import { requireSignedIn } from "@/app/visitor";
import { NewMaintenanceScreen } from "@/components/maintenances/new-maintenance-screen";

type Props = { params: Promise<{ orgID: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Schedule maintenance · ${(await params).orgID}` };
}

export default async function NewMaintenancePage({ params }: Props) {
  const { orgID } = await params;
  await requireSignedIn(`/dashboard/${orgID}/maintenances/new`);
  return <NewMaintenanceScreen />;
}
