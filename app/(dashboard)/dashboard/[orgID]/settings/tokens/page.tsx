import type { Metadata } from "next";
import { requireSignedIn } from "@/app/visitor";
import { TokenList } from "@/components/tokens/token-list";

type Props = { params: Promise<{ orgID: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `API tokens · ${(await params).orgID}` };
}

export default async function TokensPage({ params }: Props) {
  const { orgID } = await params;
  await requireSignedIn(`/dashboard/${orgID}/settings/tokens`);
  return <TokenList />;
}
