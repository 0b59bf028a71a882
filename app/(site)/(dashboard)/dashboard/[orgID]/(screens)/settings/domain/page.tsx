import type { Metadata } from "next";
import { requireSignedIn } from "@/app/current-user";
import { DomainSettings } from "@/components/settings/domain-settings";

export const metadata: Metadata = { title: "Domain" };

type Props = { params: Promise<{ orgID: string }> };

export default async function DomainPage({ params }: Props) {
  await requireSignedIn(`/dashboard/${(await params).orgID}/settings/domain`);
  return <DomainSettings />;
}
