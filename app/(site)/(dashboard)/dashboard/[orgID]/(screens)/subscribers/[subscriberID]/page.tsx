import type { Metadata } from "next";
import { requireRecord } from "@/app/visitor";
import { SubscriberScreen } from "@/components/subscribers/subscriber-screen";
import { getSubscriber } from "@/lib/subscribers/queries";

export const metadata: Metadata = { title: "Subscriber" };

type Props = { params: Promise<{ orgID: string; subscriberID: string }> };

export default async function SubscriberPage({ params }: Props) {
  const { orgID, subscriberID } = await params;
  await requireRecord(`/dashboard/${orgID}/subscribers/${subscriberID}`, orgID, (scope) => getSubscriber(scope, subscriberID));
  return <SubscriberScreen id={subscriberID} />;
}
