import type { Metadata } from "next";
import { importPageQueries } from "@/app/server-bundle";
import { type Query, readTokenParam } from "@/app/token-param";
import { EndSubscription } from "@/components/subscription/end-subscription";
import { SubscriptionPage } from "@/components/subscription/subscription-page";

export const metadata: Metadata = { title: "Unsubscribe" };

export default async function UnsubscribePage({ searchParams }: { searchParams: Query }) {
  const token = await readTokenParam(searchParams);
  const { findSubscriptionPage } = await importPageQueries();
  const organization = (await findSubscriptionPage(token))?.organization ?? null;
  return (
    <SubscriptionPage organization={organization}>
      <EndSubscription token={token} organization={organization} />
    </SubscriptionPage>
  );
}
