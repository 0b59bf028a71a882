import type { Metadata } from "next";
import { requireSignedIn } from "@/app/current-user";
import { TokenList } from "@/components/tokens/token-list";

export const metadata: Metadata = { title: "API tokens" };

type Props = { params: Promise<{ orgID: string }> };

export default async function TokensPage({ params }: Props) {
  await requireSignedIn(`/dashboard/${(await params).orgID}/settings/tokens`);
  return <TokenList />;
}
