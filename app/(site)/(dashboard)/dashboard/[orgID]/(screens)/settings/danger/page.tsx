import type { Metadata } from "next";
import { requireSignedIn } from "@/app/current-user";
import { DangerZone } from "@/components/organizations/danger-zone";

export const metadata: Metadata = { title: "Danger zone" };

type Props = { params: Promise<{ orgID: string }> };

export default async function DangerPage({ params }: Props) {
  await requireSignedIn(`/dashboard/${(await params).orgID}/settings/danger`);
  return <DangerZone />;
}
