import type { Metadata } from "next";
import { type Query, tokenOf } from "@/app/token-of";
import { EndSubscription } from "@/components/subscription/end-subscription";

export const metadata: Metadata = { title: "Unsubscribe" };

export default async function UnsubscribePage({ searchParams }: { searchParams: Query }) {
  return <EndSubscription token={await tokenOf(searchParams)} />;
}
