import type { Metadata } from "next";
import type { Query } from "@/app/token-param";
import { ConfirmSubscription } from "@/components/subscription/confirm-subscription";
import { ResendConfirmation } from "@/components/subscription/resend-confirmation";
import { SubscriptionPage } from "@/components/subscription/subscription-page";
import { loadSubscriptionPage } from "@/app/(site)/(public)/subscription/load-page";

type Props = { searchParams: Query };

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  return { title: (await loadSubscriptionPage(searchParams)).texts.confirmTitle };
}

export default async function ConfirmPage({ searchParams }: Props) {
  const { texts, token, organization, isExpired } = await loadSubscriptionPage(searchParams);
  return (
    <SubscriptionPage texts={texts} organization={organization}>
      {isExpired ? (
        <ResendConfirmation texts={texts} token={token} />
      ) : (
        <ConfirmSubscription texts={texts} token={token} organization={organization} />
      )}
    </SubscriptionPage>
  );
}
