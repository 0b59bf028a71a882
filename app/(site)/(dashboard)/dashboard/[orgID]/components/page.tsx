import type { Metadata } from "next";
import { requireSignedIn } from "@/app/visitor";
import { ComponentsScreen } from "@/components/components/components-screen";

type Props = { params: Promise<{ orgID: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Components · ${(await params).orgID}` };
}

export default async function ComponentsPage({ params }: Props) {
  const { orgID } = await params;
  await requireSignedIn(`/dashboard/${orgID}/components`);
  return <ComponentsScreen />;
}
