import type { Metadata } from "next";
import { type Query, readTokenParam } from "@/app/token-param";
import { EndSubscription } from "@/components/subscription/end-subscription";
import { SubscriptionPage } from "@/components/subscription/subscription-page";
import { findSubscriptionPage } from "@/lib/subscribers/self-service";

export const metadata: Metadata = { title: "Unsubscribe" };

export default async function UnsubscribePage({ searchParams }: { searchParams: Query }) {
  const token = await readTokenParam(searchParams);
  const organization = (await findSubscriptionPage(token))?.organization ?? null;
  return (
    <SubscriptionPage organization={organization}>
      <EndSubscription token={token} organization={organization} />
    </SubscriptionPage>
  );
}
