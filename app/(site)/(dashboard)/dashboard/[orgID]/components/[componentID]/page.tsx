import type { Metadata } from "next";
import { requireSignedIn } from "@/app/visitor";
import { ComponentScreen } from "@/components/components/component-screen";

type Props = { params: Promise<{ orgID: string; componentID: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Component · ${(await params).orgID}` };
}

export default async function ComponentPage({ params }: Props) {
  const { orgID, componentID } = await params;
  await requireSignedIn(`/dashboard/${orgID}/components/${componentID}`);
  return <ComponentScreen key={componentID} componentID={componentID} />;
}
