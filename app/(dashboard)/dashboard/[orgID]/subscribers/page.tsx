import type { Metadata } from "next";
import { requireSignedIn } from "@/app/visitor";
import { SubscribersScreen } from "@/components/subscribers/subscribers-screen";

type Props = { params: Promise<{ orgID: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Subscribers · ${(await params).orgID}` };
}

export default async function SubscribersPage({ params }: Props) {
  await requireSignedIn(`/dashboard/${(await params).orgID}/subscribers`);
  return <SubscribersScreen />;
}
