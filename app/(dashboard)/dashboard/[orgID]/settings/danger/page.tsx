import type { Metadata } from "next";
import { requireSignedIn } from "@/app/visitor";
import { DangerZone } from "@/components/organizations/danger-zone";

type Props = { params: Promise<{ orgID: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Danger zone · ${(await params).orgID}` };
}

export default async function DangerPage({ params }: Props) {
  const { orgID } = await params;
  await requireSignedIn(`/dashboard/${orgID}/settings/danger`);
  return <DangerZone />;
}
