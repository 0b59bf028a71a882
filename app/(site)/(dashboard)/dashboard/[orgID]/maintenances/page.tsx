import type { Metadata } from "next";
import { requireSignedIn } from "@/app/visitor";
import { MaintenancesScreen } from "@/components/maintenances/maintenances-screen";

type Props = { params: Promise<{ orgID: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Maintenance · ${(await params).orgID}` };
}

export default async function MaintenancesPage({ params }: Props) {
  const { orgID } = await params;
  await requireSignedIn(`/dashboard/${orgID}/maintenances`);
  return <MaintenancesScreen />;
}
