import type { Metadata } from "next";
import type { Query } from "@/app/token-param";
import { EndSubscription } from "@/components/subscription/end-subscription";
import { SubscriptionPage } from "@/components/subscription/subscription-page";
import { loadSubscriptionPage } from "@/app/(site)/(public)/subscription/load-page";

type Props = { searchParams: Query };

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  return { title: (await loadSubscriptionPage(searchParams)).texts.unsubscribe };
}

export default async function UnsubscribePage({ searchParams }: Props) {
  const { texts, token, organization } = await loadSubscriptionPage(searchParams);
  return (
    <SubscriptionPage texts={texts} organization={organization}>
      <EndSubscription texts={texts} token={token} organization={organization} />
    </SubscriptionPage>
  );
}
