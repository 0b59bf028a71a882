import type { Metadata } from "next";
import type { Query } from "@/app/token-param";
import { ManageSubscription } from "@/components/subscription/manage-subscription";
import { SubscriptionPage } from "@/components/subscription/subscription-page";
import { loadSubscriptionPage } from "./load-page";

type Props = { searchParams: Query };

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  return { title: (await loadSubscriptionPage(searchParams)).texts.title };
}

export default async function ManagePage({ searchParams }: Props) {
  const { texts, token, organization } = await loadSubscriptionPage(searchParams);
  return (
    <SubscriptionPage texts={texts} organization={organization}>
      <ManageSubscription texts={texts} token={token} organization={organization} />
    </SubscriptionPage>
  );
}
