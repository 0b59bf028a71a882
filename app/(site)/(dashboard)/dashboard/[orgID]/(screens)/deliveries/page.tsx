import type { Metadata } from "next";
import { requireSignedIn } from "@/app/current-user";
import { DeliveriesScreen } from "@/components/deliveries/deliveries-screen";

export const metadata: Metadata = { title: "Deliveries" };

type Props = { params: Promise<{ orgID: string }> };

export default async function DeliveriesPage({ params }: Props) {
  await requireSignedIn(`/dashboard/${(await params).orgID}/deliveries`);
  return <DeliveriesScreen />;
}
