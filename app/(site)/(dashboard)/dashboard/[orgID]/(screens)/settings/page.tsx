import type { Metadata } from "next";
import { requireSignedIn } from "@/app/current-user";
import { BrandingSettings } from "@/components/settings/page-settings";

export const metadata: Metadata = { title: "Branding" };

type Props = { params: Promise<{ orgID: string }> };

export default async function BrandingPage({ params }: Props) {
  await requireSignedIn(`/dashboard/${(await params).orgID}/settings`);
  return <BrandingSettings />;
}
