import type { Metadata } from "next";
import { requireSignedIn } from "@/app/current-user";
import { TemplateList } from "@/components/templates/template-list";

export const metadata: Metadata = { title: "Templates" };

type Props = { params: Promise<{ orgID: string }> };

export default async function TemplatesPage({ params }: Props) {
  await requireSignedIn(`/dashboard/${(await params).orgID}/settings/templates`);
  return <TemplateList />;
}
