import type { Metadata } from "next";
import { requireSignedIn } from "@/app/visitor";
import { Setup } from "@/components/organizations/setup";

type Props = { params: Promise<{ orgID: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `First steps · ${(await params).orgID}` };
}

export default async function SetupPage({ params }: Props) {
  const { orgID } = await params;
  await requireSignedIn(`/dashboard/${orgID}/setup`);
  return <Setup />;
}
