import type { Metadata } from "next";
import { type Query, tokenOf } from "@/app/token-of";
import { ConfirmSubscription } from "@/components/subscription/confirm-subscription";

export const metadata: Metadata = { title: "Confirm your subscription" };

export default async function ConfirmPage({ searchParams }: { searchParams: Query }) {
  return <ConfirmSubscription token={await tokenOf(searchParams)} />;
}
