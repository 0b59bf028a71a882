import type { Metadata } from "next";
import { requireSignedIn } from "@/app/visitor";
import { TemplateList } from "@/components/templates/template-list";

type Props = { params: Promise<{ orgID: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Templates · ${(await params).orgID}` };
}

export default async function TemplatesPage({ params }: Props) {
  const { orgID } = await params;
  await requireSignedIn(`/dashboard/${orgID}/settings/templates`);
  return <TemplateList />;
}
