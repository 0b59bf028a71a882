import type { Metadata } from "next";
import { requireSignedIn } from "@/app/current-user";
import { PageSettings } from "@/components/settings/page-settings";

export const metadata: Metadata = { title: "Page settings" };

type Props = { params: Promise<{ orgID: string }> };

export default async function PageSettingsPage({ params }: Props) {
  await requireSignedIn(`/dashboard/${(await params).orgID}/settings`);
  return <PageSettings />;
}
