import type { Metadata } from "next";
import { requireSignedIn } from "@/app/current-user";
import { LanguageSettings } from "@/components/settings/page-settings";

export const metadata: Metadata = { title: "Languages" };

type Props = { params: Promise<{ orgID: string }> };

export default async function LanguagesPage({ params }: Props) {
  await requireSignedIn(`/dashboard/${(await params).orgID}/settings/languages`);
  return <LanguageSettings />;
}
