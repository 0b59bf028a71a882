import type { Metadata } from "next";
import { importPageQueries } from "@/app/server-bundle";
import { type Query, readTokenParam } from "@/app/token-param";
import { ConfirmSubscription } from "@/components/subscription/confirm-subscription";
import { ResendConfirmation } from "@/components/subscription/resend-confirmation";
import { SubscriptionPage } from "@/components/subscription/subscription-page";

export const metadata: Metadata = { title: "Confirm your subscription" };

export default async function ConfirmPage({ searchParams }: { searchParams: Query }) {
  const token = await readTokenParam(searchParams);
  const { findSubscriptionPage } = await importPageQueries();
  const page = await findSubscriptionPage(token);
  const organization = page?.organization ?? null;
  return (
    <SubscriptionPage organization={organization}>
      {page?.isExpired ? (
        <ResendConfirmation token={token} />
      ) : (
        <ConfirmSubscription token={token} organization={organization} />
      )}
    </SubscriptionPage>
  );
}
