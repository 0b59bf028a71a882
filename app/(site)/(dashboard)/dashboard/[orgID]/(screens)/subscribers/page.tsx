import type { Metadata } from "next";
import { requireSignedIn } from "@/app/current-user";
import { SubscribersScreen } from "@/components/subscribers/subscribers-screen";

export const metadata: Metadata = { title: "Subscribers" };

type Props = { params: Promise<{ orgID: string }> };

export default async function SubscribersPage({ params }: Props) {
  await requireSignedIn(`/dashboard/${(await params).orgID}/subscribers`);
  return <SubscribersScreen />;
}
