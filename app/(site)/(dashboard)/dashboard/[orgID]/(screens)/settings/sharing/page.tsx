import type { Metadata } from "next";
import { requireSignedIn } from "@/app/current-user";
import { Sharing } from "@/components/settings/sharing";

export const metadata: Metadata = { title: "Share and embed" };

type Props = { params: Promise<{ orgID: string }> };

export default async function SharingPage({ params }: Props) {
  await requireSignedIn(`/dashboard/${(await params).orgID}/settings/sharing`);
  return <Sharing />;
}
