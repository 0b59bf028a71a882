import type { Metadata } from "next";
import { requireSignedIn } from "@/app/current-user";
import { ComponentsScreen } from "@/components/components/components-screen";

export const metadata: Metadata = { title: "Components" };

type Props = { params: Promise<{ orgID: string }> };

export default async function ComponentsPage({ params }: Props) {
  const { orgID } = await params;
  await requireSignedIn(`/dashboard/${orgID}/components`);
  return <ComponentsScreen />;
}
