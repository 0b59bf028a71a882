import type { Metadata } from "next";
import { requireSignedIn } from "@/app/visitor";
import { PageSettings } from "@/components/settings/page-settings";

type Props = { params: Promise<{ orgID: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Page settings · ${(await params).orgID}` };
}

export default async function PageSettingsPage({ params }: Props) {
  const { orgID } = await params;
  await requireSignedIn(`/dashboard/${orgID}/settings`);
  return <PageSettings />;
}
