import type { Metadata } from "next";
import { requireSignedIn } from "@/app/visitor";
import { TemplateList } from "@/components/templates/template-list";

export const metadata: Metadata = { title: "Templates" };

type Props = { params: Promise<{ orgID: string }> };

export default async function TemplatesPage({ params }: Props) {
  await requireSignedIn(`/dashboard/${(await params).orgID}/settings/templates`);
  return <TemplateList />;
}
