import type { Metadata } from "next";
import { requireSignedIn } from "@/app/current-user";
import { Setup } from "@/components/organizations/setup";

export const metadata: Metadata = { title: "Setup guide" };

type Props = { params: Promise<{ orgID: string }> };

export default async function SetupPage({ params }: Props) {
  await requireSignedIn(`/dashboard/${(await params).orgID}/setup`);
  return <Setup />;
}
