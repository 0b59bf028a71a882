import type { Metadata } from "next";
import { requireSignedIn } from "@/app/current-user";
import { SubscriberScreen } from "@/components/subscribers/subscriber-screen";

export const metadata: Metadata = { title: "Subscriber" };

type Props = { params: Promise<{ orgID: string; subscriberID: string }> };

export default async function SubscriberDetailPage({ params }: Props) {
  const { orgID, subscriberID } = await params;
  await requireSignedIn(`/dashboard/${orgID}/subscribers/${subscriberID}`);
  return <SubscriberScreen id={subscriberID} />;
}
