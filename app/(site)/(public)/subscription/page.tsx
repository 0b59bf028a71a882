import type { Metadata } from "next";
import { type Query, tokenOf } from "@/app/token-of";
import { ManageSubscription } from "@/components/subscription/manage-subscription";

export const metadata: Metadata = { title: "Your subscription" };

export default async function SubscriptionPage({ searchParams }: { searchParams: Query }) {
  return <ManageSubscription token={await tokenOf(searchParams)} />;
}
