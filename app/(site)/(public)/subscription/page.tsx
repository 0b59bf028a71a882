import type { Metadata } from "next";
import { importPageQueries } from "@/app/server-bundle";
import { type Query, readTokenParam } from "@/app/token-param";
import { ManageSubscription } from "@/components/subscription/manage-subscription";
import { SubscriptionPage } from "@/components/subscription/subscription-page";

export const metadata: Metadata = { title: "Your subscription" };

export default async function ManagePage({ searchParams }: { searchParams: Query }) {
  const token = await readTokenParam(searchParams);
  const { findSubscriptionPage } = await importPageQueries();
  const organization = (await findSubscriptionPage(token))?.organization ?? null;
  return (
    <SubscriptionPage organization={organization}>
      <ManageSubscription token={token} organization={organization} />
    </SubscriptionPage>
  );
}
