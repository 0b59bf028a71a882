import type { Metadata } from "next";
import { requireSignedIn } from "@/app/current-user";
import { ComponentScreen } from "@/components/components/component-screen";

export const metadata: Metadata = { title: "Component" };

type Props = { params: Promise<{ orgID: string; componentID: string }> };

export default async function ComponentPage({ params }: Props) {
  const { orgID, componentID } = await params;
  await requireSignedIn(`/dashboard/${orgID}/components/${componentID}`);
  return <ComponentScreen key={componentID} componentID={componentID} />;
}
