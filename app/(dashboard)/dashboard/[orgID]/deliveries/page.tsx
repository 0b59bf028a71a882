import type { Metadata } from "next";
import { requireSignedIn } from "@/app/visitor";
import { DeliveriesScreen } from "@/components/deliveries/deliveries-screen";

type Props = { params: Promise<{ orgID: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Deliveries · ${(await params).orgID}` };
}

export default async function DeliveriesPage({ params }: Props) {
  await requireSignedIn(`/dashboard/${(await params).orgID}/deliveries`);
  return <DeliveriesScreen />;
}
