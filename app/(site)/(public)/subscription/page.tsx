import type { Metadata } from "next";
import { type Query, readTokenParam } from "@/app/token-param";
import { ManageSubscription } from "@/components/subscription/manage-subscription";
import { SubscriptionPage } from "@/components/subscription/subscription-page";
import { findSubscriptionPage } from "@/lib/subscribers/self-service";

export const metadata: Metadata = { title: "Your subscription" };

export default async function ManagePage({ searchParams }: { searchParams: Query }) {
  const token = await readTokenParam(searchParams);
  const organization = (await findSubscriptionPage(token))?.organization ?? null;
  return (
    <SubscriptionPage organization={organization}>
      <ManageSubscription token={token} organization={organization} />
    </SubscriptionPage>
  );
}
